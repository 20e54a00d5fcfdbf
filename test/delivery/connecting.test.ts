import { assert, describe, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import { makeAuthority } from "../support/ownAuthority.ts"
import {
  authority, ending, host, httpReceiver, httpsReceiver, ok, read, type Receiver, tcpReceiver, tlsReceiver,
} from "./receiver.ts"
import { allowing, notice, reasonOf, sender, trustingNobody } from "./sending.ts"

const closed = "el servidor cortó la conexión"

describe("TLS", () => {
  const reasonFrom = ({ url }: Receiver) => Effect.flatMap(sender(), ({ send }) => reasonOf(send(notice(url))))

  it.scopedLive("the certificate must be for the host, valid and trusted", () =>
    Effect.gen(function*() {
      const other = yield* httpsReceiver(ending, authority.issue(["otro.ejemplo.es"]))
      assert.strictEqual(yield* reasonFrom(other), "el certificado TLS es de otro nombre")
      const past = yield* httpsReceiver(ending, authority.issue([host], { from: -9, to: -1 }))
      assert.strictEqual(yield* reasonFrom(past), "el certificado TLS ha caducado")
      const future = yield* httpsReceiver(ending, authority.issue([host], { from: 1, to: 9 }))
      assert.strictEqual(yield* reasonFrom(future), "el certificado TLS todavía no es válido")
      const ours = yield* httpsReceiver(ending)
      const { send } = yield* sender({ ca: makeAuthority("Otra").ca })
      assert.strictEqual(yield* reasonOf(send(notice(ours.url))), "el certificado TLS no es de confianza")
    }))

  it.scopedLive("without authorities of its own, a sender trusts those of Node", () =>
    Effect.gen(function*() {
      const { url } = yield* httpsReceiver(ending)
      const { send } = yield* sender({}, trustingNobody)
      assert.strictEqual(yield* reasonOf(send(notice(url))), "el certificado TLS no es de confianza")
    }))

  it.scopedLive("a process told to trust every server still does not trust any receiver", () =>
    Effect.gen(function*() {
      yield* Effect.acquireRelease(
        Effect.sync(() => vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0")),
        () => Effect.sync(() => vi.unstubAllEnvs()),
      )
      const { url } = yield* httpsReceiver(ending)
      const { send } = yield* sender({}, trustingNobody)
      assert.strictEqual(yield* reasonOf(send(notice(url))), "el certificado TLS no es de confianza")
    }))

  it.scopedLive("the server is told which of its names is meant", () =>
    Effect.gen(function*() {
      const names: Array<unknown> = []
      const { port, url } = yield* tlsReceiver((socket) => {
        names.push(socket.servername)
        socket.on("data", () => socket.write(ok))
      }, authority.issue([host, "127.0.0.1"]))
      const { send } = yield* sender()
      for (const one of [url, `https://127.0.0.1:${port}/`]) {
        assert.deepStrictEqual(yield* send(notice(one)), { codigo: 200 })
      }
      assert.deepStrictEqual(names, [host, false])
    }))

  it.scopedLive("an IP address needs its own certificate", () =>
    Effect.gen(function*() {
      const { port } = yield* httpsReceiver(ending, authority.issue(["127.0.0.1"]))
      const named = yield* httpsReceiver(ending)
      const { send } = yield* sender()
      assert.deepStrictEqual(yield* send(notice(`https://127.0.0.1:${port}/`)), { codigo: 200 })
      const unnamed = notice(`https://127.0.0.1:${named.port}/`)
      assert.strictEqual(yield* reasonOf(send(unnamed)), "el certificado TLS es de otro nombre")
    }))

  it.scopedLive("a server that speaks no TLS, and one that breaks it off, are told apart", () =>
    Effect.gen(function*() {
      const plain = yield* tcpReceiver((socket) => void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"))
      assert.strictEqual(yield* reasonFrom(plain), "no se pudo establecer la conexión TLS")
      const breaking = yield* tcpReceiver((socket) => void socket.once("data", () => socket.destroy()))
      assert.strictEqual(yield* reasonFrom(breaking), closed)
      const resetting = yield* tcpReceiver((socket) => void socket.once("data", () => socket.resetAndDestroy()))
      assert.strictEqual(yield* reasonFrom(resetting), closed)
    }))
})

describe("a receiver", () => {
  it.scopedLive("that is not there refuses the connection", () =>
    Effect.gen(function*() {
      const { url } = yield* Effect.scoped(httpsReceiver(() => {}))
      assert.strictEqual(yield* reasonOf((yield* sender()).send(notice(url))), "el servidor rechazó la conexión")
    }))

  it.scopedLive("is reached at its second address when the first does not answer", () =>
    Effect.gen(function*() {
      const { url } = yield* httpsReceiver(ending)
      const lookup = async () => ["127.0.0.2", "127.0.0.1"]
      const { send } = yield* sender({ allow: allowing("127.0.0.0/8"), lookup })
      assert.deepStrictEqual(yield* send(notice(url)), { codigo: 200 })
    }))

  it.scopedLive("may do without TLS where it is allowed by name", () =>
    Effect.gen(function*() {
      const { url } = yield* httpReceiver((request, response) =>
        read(request, (body) => response.writeHead(body.length).end()))
      const { send } = yield* sender({ allow: allowing(host) })
      assert.deepStrictEqual(yield* send(notice(url, "a".repeat(222))), { codigo: 222 })
    }))

  it.scopedLive("gets the sender's name and its own", () =>
    Effect.gen(function*() {
      let heard = ""
      const { port, url } = yield* tlsReceiver((socket) =>
        void socket.on("data", (chunk: Buffer) => {
          heard += chunk.toString()
          if (heard.endsWith("}")) socket.write(ok)
        }))
      yield* (yield* sender()).send(notice(`${url}/ñ?a=1`.replace("ñ", "%C3%B1"), "{}"))
      assert.deepStrictEqual(heard.split("\r\n").toSorted(), [
        "", "POST /avisos/%C3%B1?a=1 HTTP/1.1", "connection: keep-alive", "content-length: 2",
        "content-type: application/json", `host: ${host}:${port}`, "user-agent: Talonario-Webhooks",
        "x-svc-envio: 0193", "{}",
      ])
    }))

  it.scopedLive("is never sent a header that would break out of its line", () =>
    Effect.gen(function*() {
      const { connections, url } = yield* httpsReceiver(() => {})
      const { send } = yield* sender()
      const request = { ...notice(url), headers: { "x-svc-suceso": "a\r\nx-svc-firma: b" } }
      assert.strictEqual((yield* Effect.exit(send(request)))._tag, "Failure")
      assert.isAtMost(connections(), 1)
    }))
})
