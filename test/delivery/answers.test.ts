import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { gzipSync } from "node:zlib"
import { eventually } from "../support/eventually.ts"
import { ending, httpsReceiver, ok, read, tlsReceiver } from "./receiver.ts"
import { notice, sender } from "./sending.ts"

/** The outcome of a request to a server that sends this text in answer to everything. */
const saying = (text: string, then: "stays" | "closes" = "stays") =>
  Effect.gen(function*() {
    const { url } = yield* tlsReceiver((socket) =>
      void socket.on("data", () => (then === "closes" ? socket.end(text) : socket.write(text))))
    return yield* Effect.either((yield* sender()).send(notice(url)))
  })

const answers = (text: string, codigo: number, then?: "stays" | "closes") =>
  Effect.map(saying(text, then), (outcome) =>
    assert.deepStrictEqual(outcome, Either.right({ codigo }), text))

const fails = (text: string, reason: string, then?: "stays" | "closes") =>
  Effect.map(saying(text, then), (outcome) =>
    assert.deepStrictEqual(Either.mapLeft(outcome, (failure) => failure.reason), Either.left(reason), text))

const closed = "el servidor cortó la conexión"
const notHttp = "la respuesta no es HTTP/1.1 válido"

describe("an answer", () => {
  it.scopedLive("counts by its status, however its body is framed", () =>
    Effect.gen(function*() {
      yield* answers(ok, 200)
      yield* answers("HTTP/1.1 204 No Content\r\n\r\n", 204)
      yield* answers("HTTP/1.1 200\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n", 200)
      yield* answers("HTTP/1.1 202 Accepted\r\n\r\nuntil it closes", 202, "closes")
      yield* answers("HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok", 200)
      yield* answers("HTTP/1.1 503 Ay\r\nconnection: close\r\ncontent-length: 2\r\n\r\nno", 503)
      yield* answers("HTTP/1.1 999 ¿Qué?\r\ncontent-length: 0\r\n\r\n", 999)
    }))

  it.scopedLive("is found after interim ones", () =>
    Effect.gen(function*() {
      yield* answers(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n${ok}`, 200)
      yield* fails("HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n", notHttp)
    }))

  it.scopedLive("is lost after a 100 that nobody asked for, which undici does not accept", () =>
    fails(`HTTP/1.1 100 Continue\r\n\r\n${ok}`, "el servidor envió un 100 Continue que no se le había pedido"))

  it.scopedLive("is invalid when it is cut short or is not HTTP", () =>
    Effect.gen(function*() {
      yield* fails("", closed, "closes")
      yield* fails("HTTP/1.1 200 OK\r\ncontent-le", closed, "closes")
      yield* fails("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf", closed, "closes")
      yield* fails("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhal", closed, "closes")
      yield* fails("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n", notHttp)
      yield* fails("HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nok", notHttp)
      yield* fails("SSH-2.0-OpenSSH_9.9\r\n", notHttp)
      yield* fails("\u0000\u0001\u0002", notHttp)
      yield* fails("HTTP/2 200\r\n\r\n", notHttp)
    }))

  it.scopedLive("that redirects is reported and not followed", () =>
    Effect.gen(function*() {
      const elsewhere = yield* httpsReceiver(ending)
      const statuses = [301, 302, 303, 307, 308]
      for (const location of [elsewhere.url, "http://169.254.169.254/latest/meta-data/", "/avisos"]) {
        const { connections, url } = yield* httpsReceiver((request, response) =>
          response.writeHead(Number(request.headers["x-status"]), { location }).end())
        const { send } = yield* sender()
        for (const codigo of statuses) {
          const request = { ...notice(url), headers: { "x-status": String(codigo) } }
          assert.deepStrictEqual(yield* send(request), { codigo })
        }
        assert.strictEqual(connections(), 1)
      }
      assert.strictEqual(elsewhere.connections(), 0)
    }))

  it.scopedLive("may come before the request was read, without harm to the next one", () =>
    Effect.gen(function*() {
      const bodies: Array<number> = []
      const { url } = yield* httpsReceiver((request, response) => {
        response.end("ya")
        read(request, (body) => bodies.push(body.length))
      })
      const { send } = yield* sender()
      const large = notice(url, "x".repeat(1_000_000))
      for (let n = 0; n < 3; n++) assert.deepStrictEqual(yield* send(large), { codigo: 200 })
      yield* eventually("the bodies came", () => bodies.length === 3)
      assert.deepStrictEqual(bodies, [1_000_000, 1_000_000, 1_000_000])
    }))

  it.scopedLive("followed by garbage counts, and the next request is answered too", () =>
    Effect.gen(function*() {
      for (const rubbish of ["rubbish", "\r\n\r\n", ok, "HTTP/1.1 100 Continue\r\n\r\n", "\u0000".repeat(100_000)]) {
        const { url } = yield* tlsReceiver((socket) =>
          void socket.on("data", () => {
            socket.write(ok + rubbish)
            setTimeout(() => socket.write(rubbish), 5)
          }))
        const { send } = yield* sender()
        for (const wait of [0, 20, 0]) {
          assert.deepStrictEqual(yield* send(notice(url)), { codigo: 200 })
          yield* Effect.sleep(wait)
        }
      }
    }))
})

describe("of an answer", () => {
  /** Answers with `start` and then `more` without end. Returns the status or the reason of a failure. */
  const sent = (start: string, more: string) =>
    Effect.gen(function*() {
      let bytes = 0
      const { open, url } = yield* tlsReceiver((socket) =>
        void socket.once("data", () => {
          socket.write(start)
          const goOn = (): void => {
            while (!socket.destroyed && bytes < 64e6) {
              bytes += more.length
              if (!socket.write(more)) return void socket.once("drain", goOn)
            }
          }
          goOn()
        }))
      const outcome = yield* Effect.either((yield* sender()).send(notice(url)))
      yield* eventually("the connection is closed", () => open() === 0)
      // What was read, and as much as the buffers on the way hold.
      assert.isBelow(bytes, 16e6)
      return outcome._tag === "Right" ? outcome.right.codigo : outcome.left.reason
    })
  const kib = "a".repeat(1024)

  it.scopedLive("64 KiB of the body are read, and the status counts", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* sent("HTTP/1.1 200 OK\r\n\r\n", kib), 200)
      assert.strictEqual(yield* sent("HTTP/1.1 500 OK\r\ncontent-length: 9000000000\r\n\r\n", kib), 500)
      assert.strictEqual(yield* sent("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", `400\r\n${kib}\r\n`), 200)
    }))

  it.scopedLive("nothing beyond them is waited for", () =>
    Effect.gen(function*() {
      const head = "HTTP/1.1 200 OK\r\ncontent-length: 90000\r\n\r\n"
      yield* answers(head + "a".repeat(65_536), 200)
      const short = yield* Effect.timeoutOption(saying(head + "a".repeat(65_535)), "200 millis")
      assert.strictEqual(short._tag, "None")
    }))

  it.scopedLive("no more is read of headers, interim answers and chunk extensions either", () =>
    Effect.gen(function*() {
      const tooLarge = "la respuesta es demasiado grande"
      const chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;"
      assert.strictEqual(yield* sent(chunked, kib), 200)
      assert.strictEqual(yield* sent("", "HTTP/1.1 102 Processing\r\n\r\n"), tooLarge)
      const headers = "las cabeceras de la respuesta son demasiado grandes"
      assert.strictEqual(yield* sent("HTTP/1.1 200 OK\r\n", `${kib}: a\r\n`), headers)
      assert.strictEqual(yield* sent("HTTP/1.1 200 OK\r\na: ", kib), headers)
      assert.strictEqual(yield* sent("HTTP/1.1 200 ", kib), tooLarge)
    }))

  it.scopedLive("a shorter body is read to its end, even byte by byte and compressed", () =>
    Effect.gen(function*() {
      const { connections, url } = yield* httpsReceiver((_request, response) => {
        response.writeHead(200, { "content-encoding": "gzip" })
        // 20 MB once decompressed.
        const bomb = gzipSync("0".repeat(20_000_000))
        for (let at = 0; at < 20; at++) setTimeout(() => response.write(bomb.subarray(at, at + 1)), at * 5)
        setTimeout(() => response.end(bomb.subarray(20)), 100)
      })
      const { send } = yield* sender()
      for (let n = 0; n < 2; n++) assert.deepStrictEqual(yield* send(notice(url)), { codigo: 200 })
      assert.strictEqual(connections(), 1)
    }))
})
