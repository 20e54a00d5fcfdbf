import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { eventually } from "../support/eventually.ts"
import { httpsReceiver, type Receiver, tcpReceiver, tlsReceiver } from "./receiver.ts"
import { notice, sender } from "./sending.ts"

const socketsHere = (): number => process.getActiveResourcesInfo().filter((one) => one === "TCPSocketWrap").length

/** Sends with a time limit, as the core does, and checks that nothing outlives it. */
const endsAtOnce = ({ open, url }: Pick<Receiver, "open" | "url">, concurrency = 1) =>
  Effect.gen(function*() {
    const before = socketsHere()
    const { send } = yield* sender()
    const limited = Effect.timed(Effect.timeoutOption(send(notice(url)), "150 millis"))
    const outcomes = yield* Effect.all(Array.from({ length: concurrency }, () => limited), { concurrency })
    for (const [took, outcome] of outcomes) {
      assert.strictEqual(outcome._tag, "None")
      assert.isBelow(Duration.toMillis(took), 3_000)
    }
    yield* eventually("the receiver sees it closed", () => open() === 0)
    yield* eventually("no socket is left", () => socketsHere() <= before)
  })

describe("an interruption ends", () => {
  it.scopedLive("a lookup that never answers, without longer waits for others who share it", () =>
    Effect.gen(function*() {
      const { send } = yield* sender({ lookup: () => new Promise(() => {}) })
      const limited = Effect.timed(Effect.timeoutOption(send(notice("https://receptor.ejemplo.es/")), "100 millis"))
      for (const [took, outcome] of yield* Effect.all([limited, limited, limited])) {
        assert.strictEqual(outcome._tag, "None")
        assert.isBelow(Duration.toMillis(took), 3_000)
      }
    }))

  it.scopedLive("a TLS handshake", () => Effect.flatMap(tcpReceiver((socket) => void socket.resume()), endsAtOnce))

  it.scopedLive("a handshake that comes byte by byte", () =>
    Effect.flatMap(
      tcpReceiver((socket) => {
        // The head of a record with a ServerHello that never becomes whole.
        socket.write(Buffer.from("160303400002003ffc", "hex"))
        const drip = setInterval(() => socket.write(Buffer.of(0)), 20)
        socket.on("close", () => clearInterval(drip))
      }),
      endsAtOnce,
    ))

  it.scopedLive("waiting for the headers", () => Effect.flatMap(httpsReceiver(() => {}), endsAtOnce))

  it.scopedLive("headers that come byte by byte", () =>
    Effect.flatMap(
      tlsReceiver((socket) => {
        socket.write("HTTP/1.1 200 OK\r\n")
        const drip = setInterval(() => socket.write("a: b\r\n"), 20)
        socket.on("close", () => clearInterval(drip))
      }),
      endsAtOnce,
    ))

  it.scopedLive("a body that comes byte by byte", () =>
    Effect.flatMap(
      httpsReceiver((_request, response) => {
        const drip = setInterval(() => response.write("a"), 20)
        response.on("close", () => clearInterval(drip))
      }),
      endsAtOnce,
    ))

  it.scopedLive("a body that stops", () =>
    Effect.flatMap(httpsReceiver((_request, response) => void response.writeHead(200).write("a")), endsAtOnce))

  it.scopedLive("a request that the server does not read", () =>
    Effect.gen(function*() {
      const receiver = yield* tlsReceiver((socket) => void socket.pause())
      const { send } = yield* sender()
      const outcome = yield* Effect.timeoutOption(send(notice(receiver.url, "x".repeat(50_000_000))), "300 millis")
      assert.strictEqual(outcome._tag, "None")
      receiver.cut()
      yield* eventually("it is closed", () => receiver.open() === 0)
    }))

  it.scopedLive("many at once", () =>
    Effect.flatMap(httpsReceiver(() => {}), (receiver) => endsAtOnce(receiver, 100)))

  it.scopedLive("no attempt but its own", () =>
    Effect.gen(function*() {
      const { connections, url } = yield* httpsReceiver((request, response) =>
        void (request.url?.endsWith("hangs") || response.end()))
      const { send } = yield* sender()
      const [waiting] = yield* Effect.all([
        Effect.timeoutOption(send(notice(`${url}/hangs`)), "200 millis"),
        Effect.forEach(Array.from({ length: 50 }), () => send(notice(url))),
      ], { concurrency: 2 })
      assert.strictEqual(waiting._tag, "None")
      yield* send(notice(url))
      assert.strictEqual(connections(), 2)
    }))

  it.scopedLive("an attempt at any moment", () =>
    Effect.gen(function*() {
      const before = socketsHere()
      const { open, url } = yield* httpsReceiver((_request, response) => response.end("ok"))
      yield* Effect.scoped(Effect.gen(function*() {
        const { send } = yield* sender()
        const attempts = Array.from({ length: 400 }, (_, index) =>
          Effect.timeoutOption(send(notice(url)), Duration.micros(BigInt(index * 40))))
        yield* Effect.all(attempts, { concurrency: 4 })
      }))
      yield* eventually("the receiver sees all closed", () => open() === 0)
      yield* eventually("no socket is left", () => socketsHere() <= before)
    }))
})
