import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Logger, LogLevel, Schedule } from "effect"
import { connect, type Socket } from "node:net"
import type { ApiRequest, ApiResponse } from "../../adapters/http/ApiRequest.ts"
import type { HttpInterface } from "../../adapters/http/httpInterface.ts"
import { type HttpServerSettings, serveHttp } from "../../runtimes/node/http/httpServer.ts"
import { makeLargeBodies } from "../../runtimes/node/http/largeBodies.ts"
import { eventually } from "../support/eventually.ts"
import { dial, lastResponse, type RawConnection } from "../support/rawConnection.ts"
import { servedHarness } from "../support/servedHarness.ts"

const get = "GET /api/v1/salud HTTP/1.1\r\nHost: a\r\n\r\n"
const post = (length: number, header = ""): string =>
  `POST /api/v1/contactos HTTP/1.1\r\nHost: a\r\n${header}Content-Length: ${length}\r\n\r\n`

/** A server that answers as the test says, and keeps the requests in order. */
const served = (
  answer: (request: ApiRequest) => Effect.Effect<Partial<ApiResponse>>,
  settings: Partial<HttpServerSettings> = {},
) =>
  Effect.gen(function*() {
    const asked: Array<ApiRequest> = []
    const whole = (given: Partial<ApiResponse>): ApiResponse => ({ status: 200, headers: {}, body: "ok", ...given })
    const http: HttpInterface = {
      handle: (request) =>
        Effect.suspend(() => {
          asked.push(request)
          return Effect.map(answer(request), whole)
        }),
      refuse: (status) => Effect.succeed(whole({ status })),
    }
    const { port } = yield* serveHttp(http, { host: "127.0.0.1", port: 0, ...settings }).pipe(
      Effect.orDie,
      // Requests are refused here on purpose.
      Logger.withMinimumLogLevel(LogLevel.None),
    )
    return { port, asked }
  })

/** Sends the text byte by byte, until the connection ends. */
const drip = ({ send }: RawConnection, text: string) =>
  Effect.forEach(text, (sign) => Effect.zipRight(Effect.sync(() => send(sign)), Effect.sleep("10 millis")), { discard: true })

describe("a request has a limited time to arrive", () => {
  it.scopedLive("whether it comes byte by byte or not at all", () =>
    Effect.gen(function*() {
      const { port } = yield* servedHarness({}, { arrivalMillis: 150 })
      const statusOf = (text: string) =>
        Effect.gen(function*() {
          const connection = yield* dial(port)
          const began = performance.now()
          yield* Effect.fork(drip(connection, text))
          const answer = yield* connection.end
          assert.isBelow(performance.now() - began, 3_000)
          return lastResponse(answer).status
        })
      const slow = [`GET / HTTP/1.1\r\nHost: a\r\n${"X: y\r\n".repeat(500)}`, `${post(500)}${" ".repeat(500)}`, ""]
      assert.deepStrictEqual(yield* Effect.forEach(slow, statusOf, { concurrency: 3 }), [408, 408, 408])
    }))
})

/** Four such bodies may wait for their clients. */
const longBytes = 32 * 1_048_576

/** A connection on which an answer has begun to come; no more of it is read. */
const begunAnswer = (port: number, request = get) =>
  Effect.promise(() =>
    new Promise<Socket>((resolve) => {
      const socket = connect(port, "127.0.0.1").on("error", () => {})
      socket.once("readable", () => resolve(socket)).write(request)
    }))

/** How many bytes can be read on each connection, one after another, up to the end of a long body. */
const bytesRead = (sockets: ReadonlyArray<Socket>) =>
  Effect.forEach(sockets, (socket) =>
    Effect.promise(() =>
      new Promise<number>((resolve) => {
        let bytes = 0
        const end = () => resolve(bytes)
        socket.on("close", end).on("data", (piece: Uint8Array) => {
          bytes += piece.length
          if (bytes > longBytes) end()
        }).resume()
      }).finally(() => socket.destroy())))

describe("a client that does not read", () => {
  it.scopedLive("has one answer in memory at a time, however many it asks for", () =>
    Effect.gen(function*() {
      const body = new Uint8Array(16 * 1_048_576)
      const { asked, port } = yield* served(() => Effect.succeed({ body }), { stalledMillis: 400 })
      const closed = yield* Effect.promise(() =>
        new Promise<boolean>((resolve) => {
          const socket = connect(port, "127.0.0.1").pause()
          socket.on("error", () => {}).on("close", () => resolve(true))
          socket.write(get.repeat(16))
          // Only when it reads again does the socket notice that the other end is gone.
          setTimeout(() => socket.resume(), 2_500)
        }))
      assert.isTrue(closed)
      assert.strictEqual(asked.length, 1)
    }))

  it.scopedLive("is cut off when too many bytes wait for such clients, the one that waits longest first", () =>
    Effect.gen(function*() {
      const { port } = yield* served(() => Effect.succeed({ body: new Uint8Array(longBytes) }))
      const [first = 0, ...others] = yield* bytesRead(yield* Effect.replicateEffect(begunAnswer(port), 5))
      assert.isBelow(first, longBytes)
      assert.isTrue(others.every((bytes) => bytes > longBytes))
    }))

  it.scopedLive("is cut off before those of other addresses, however long they wait", () =>
    Effect.gen(function*() {
      const trustedProxies = [{ address: [127, 0, 0, 1], bits: 32 }]
      const { port } = yield* served(() => Effect.succeed({ body: new Uint8Array(longBytes) }), { trustedProxies })
      const addresses = ["192.0.2.1", "198.51.100.1", "198.51.100.1", "198.51.100.1", "198.51.100.1"]
      const [early = 0, first = 0, ...others] = yield* bytesRead(yield* Effect.forEach(addresses, (address) =>
        begunAnswer(port, get.replace("Host", `X-Forwarded-For: ${address}\r\nHost`))))
      assert.isBelow(first, longBytes)
      assert.isTrue([early, ...others].every((bytes) => bytes > longBytes))
    }))

  it.scopedLive("costs nobody else their answer if it waits for what all get, such as the description of the interface", () =>
    Effect.gen(function*() {
      const description = new Uint8Array(longBytes)
      const ofItsOwn = [new Uint8Array(longBytes)]
      const { port } = yield* served(() => Effect.sync(() => ({ body: ofItsOwn.pop() ?? description })))
      const read = yield* bytesRead(yield* Effect.replicateEffect(begunAnswer(port), 6))
      assert.isTrue(read.every((bytes) => bytes > longBytes))
    }))

  it.scopedLive("may send sixteen requests at once, which are answered in turn, and is cut off if it sends more", () =>
    Effect.gen(function*() {
      let [running, most] = [0, 0]
      const { asked, port } = yield* served(({ url }) =>
        Effect.gen(function*() {
          most = Math.max(most, ++running)
          yield* Effect.sleep("1 millis")
          running--
          return { body: `answer to ${url}.` }
        }))
      const texts = Array.from({ length: 16 }, (_, i) => get.replace("salud", String(i)))
      const patient = yield* dial(port)
      patient.send(texts.join(""))
      const answers = (yield* patient.until("answer to /api/v1/15.")).match(/answer to \S+?\./g) ?? []
      assert.deepStrictEqual(answers, texts.map((_, i) => `answer to /api/v1/${i}.`))
      assert.strictEqual(most, 1)

      const before = asked.length
      const greedy = yield* dial(port)
      greedy.send(get.repeat(17))
      assert.notInclude(yield* greedy.end, "answer")
      yield* Effect.sleep("20 millis")
      assert.strictEqual(asked.length, before + 1, "only one request was begun")
    }))

  it.scopedLive("is not heard after a request that closes the connection", () =>
    Effect.gen(function*() {
      const { asked, port } = yield* served(() => Effect.succeed({}))
      const { end, send } = yield* dial(port)
      send(get.replace("Host: a", "Host: a\r\nConnection: close") + get)
      yield* end
      assert.strictEqual(asked.length, 1)
    }))
})

describe("slow bodies", () => {
  const most = 64

  it.scopedLive("are held in memory only in small number, while small ones pass", () =>
    Effect.gen(function*() {
      const { asked, port } = yield* served(() => Effect.succeed({}))
      const begin = Effect.gen(function*() {
        const one = yield* dial(port)
        one.send(post(200_000) + " ".repeat(100_000))
        return one
      })
      const [first] = yield* Effect.replicateEffect(begin, most)
      // Once this is answered, everything sent so far has been read.
      const small = yield* dial(port)
      small.send(post(60_000) + " ".repeat(60_000))
      yield* small.until("ok")
      const late = yield* dial(port)
      late.send(post(200_000) + " ".repeat(200_000))
      yield* Effect.sleep("100 millis")
      assert.strictEqual(asked.length, 1, "one more has to wait")
      first?.breakOff()
      yield* late.until("ok")
      assert.deepStrictEqual(asked.map(({ body }) => body.length), [60_000, 200_000])
    }))

  it.scopedLive("give up their place to one that waits, while those that come at a good pace keep theirs", () =>
    Effect.gen(function*() {
      const { asked, port } = yield* served(() => Effect.succeed({}))
      const steady = yield* dial(port)
      steady.send(post(900_000) + " ".repeat(100_000))
      yield* Effect.forkScoped(Effect.forEach(Array.from({ length: 8 }), () =>
        Effect.zipRight(Effect.sleep("400 millis"), Effect.sync(() => steady.send(" ".repeat(100_000)))), { discard: true }))
      for (let i = 1; i < most; i++) (yield* dial(port)).send(post(200_000) + " ".repeat(100_000))
      const late = yield* dial(port)
      late.send(post(200_000) + " ".repeat(200_000))
      yield* late.until("ok")
      yield* steady.until("ok")
      assert.deepStrictEqual(asked.map(({ body }) => body.length), [200_000, 900_000])
    }))

  it("leave their places first to an address that has fewer", () => {
    const begun: Array<string> = []
    const enter = makeLargeBodies()
    const from = (address: string) => enter({ address, size: () => 0, go: () => begun.push(address), giveUp: () => {} })
    const [leave] = Array.from({ length: most }, () => from("crowd"))
    for (const address of ["crowd", "late", "crowd", "later"]) from(address)
    leave?.()
    assert.deepStrictEqual(begun.slice(most), ["late"])
  })

  it.scopedLive("are not cut off for a crowd of another address, however slow", () =>
    Effect.gen(function*() {
      const trustedProxies = [{ address: [127, 0, 0, 1], bits: 32 }]
      const { asked, port } = yield* served(() => Effect.succeed({}), { trustedProxies })
      const begin = (address: string) =>
        Effect.tap(dial(port), ({ send }) =>
          Effect.sync(() => send(post(200_000, `X-Forwarded-For: ${address}\r\n`) + " ".repeat(100_000))))
      const slow = yield* begin("198.51.100.1")
      const crowd = yield* Effect.replicateEffect(begin("192.0.2.1"), most)
      yield* crowd[0]?.end ?? Effect.void
      slow.send(" ".repeat(100_000))
      yield* slow.until("ok")
      assert.deepStrictEqual(asked.map(({ clientAddress }) => clientAddress), ["198.51.100.1"])
    }))

  it.scopedLive("leave their place to others when they are complete", () =>
    Effect.gen(function*() {
      const { asked, port } = yield* served(() => Effect.succeed({}))
      const { send } = yield* dial(port)
      for (let i = 0; i <= most; i++) {
        send(post(100_000) + " ".repeat(100_000))
        yield* eventually(`${i} are read`, () => asked.length > i)
      }
    }))

  it.scopedLive("that come in pieces of one byte are read like whole ones", () =>
    Effect.gen(function*() {
      const { asked, port } = yield* served(() => Effect.succeed({}))
      const text = Array.from({ length: 70_000 }, (_, i) => String.fromCharCode(65 + i % 26)).join("")
      const { send, until: heard } = yield* dial(port)
      send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
      const before = process.memoryUsage.rss()
      send(`${[...text].map((sign) => `1\r\n${sign}\r\n`).join("")}0\r\n\r\n`)
      yield* heard("ok")
      const [request] = asked
      assert.strictEqual(Buffer.from(request?.body ?? "").toString(), text)
      assert.isBelow(process.memoryUsage.rss() - before, 200_000_000)
    }))
})

describe("connections are bounded", () => {
  const room = { connectionsMax: 8 }
  const usable = (port: number) =>
    Effect.gen(function*() {
      const one = yield* dial(port)
      one.send(get)
      return (yield* Effect.race(one.until("ok"), one.end)).includes("ok")
    })

  it.scopedLive("idle ones are closed to make room for new ones", () =>
    Effect.gen(function*() {
      const { port } = yield* served(() => Effect.succeed({}), room)
      for (let i = 0; i < 3; i++) {
        const all = yield* Effect.replicateEffect(usable(port), 4)
        assert.deepStrictEqual(all, [true, true, true, true])
        yield* Effect.sleep("110 millis")
      }
    }))

  it.scopedLive("those that have not sent anything yet are kept", () =>
    Effect.gen(function*() {
      const { port } = yield* served(() => Effect.succeed({}), room)
      const silent = yield* Effect.replicateEffect(dial(port), 4)
      assert.strictEqual(yield* (yield* dial(port)).end, "")
      for (const { send, until: heard } of silent) {
        send(get)
        yield* heard("ok")
      }
    }))

  it.scopedLive("those whose next request has begun keep theirs", () =>
    Effect.gen(function*() {
      const { port } = yield* served(({ url }) => Effect.succeed({ body: `answer to ${url}.` }), room)
      const begun = yield* Effect.replicateEffect(dial(port), 4)
      for (const { send, until: heard } of begun) {
        send(get)
        yield* heard("salud.")
        send(get.slice(0, 9))
      }
      yield* Effect.sleep("50 millis")
      assert.strictEqual(yield* (yield* dial(port)).end, "")
      for (const { send, until: heard } of begun) {
        send(get.slice(9).replace("salud", "otra"))
        yield* heard("otra.")
      }
    }))

  it.scopedLive("one address may have half of them, and one more is closed unheard", () =>
    Effect.gen(function*() {
      const gate = yield* Deferred.make<void>()
      const { asked, port } = yield* served(() => Effect.as(Deferred.await(gate), {}), room)
      const busy = yield* Effect.replicateEffect(Effect.tap(dial(port), ({ send }) => Effect.sync(() => send(get))), 4)
      yield* eventually("all are being answered", () => asked.length === 4)
      assert.strictEqual(yield* (yield* dial(port)).end, "")
      busy[0]?.breakOff()
      yield* Deferred.succeed(gate, undefined)
      yield* Effect.repeat(usable(port), { until: (is) => is, schedule: Schedule.spaced("10 millis") })
    }))

  it.scopedLive("a trusted proxy may have them all", () =>
    Effect.gen(function*() {
      const trustedProxies = [{ address: [127, 0, 0, 1], bits: 32 }]
      const { asked, port } = yield* served(() => Effect.never, { ...room, trustedProxies })
      yield* Effect.replicateEffect(Effect.tap(dial(port), ({ send }) => Effect.sync(() => send(get))), 8)
      yield* eventually("all are being answered", () => asked.length === 8)
      assert.strictEqual(yield* (yield* dial(port)).end, "")
    }))
})
