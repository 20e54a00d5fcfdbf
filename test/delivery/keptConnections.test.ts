import { assert, describe, it, vi } from "@effect/vitest"
import { Effect, Exit, Fiber, Scope } from "effect"
import { eventually } from "../support/eventually.ts"
import { ending, httpsReceiver, ok, read, tlsReceiver } from "./receiver.ts"
import { notice, reasonOf, sender } from "./sending.ts"

describe("a connection", () => {
  it.scopedLive("is used again for its origin, and for no other", () =>
    Effect.gen(function*() {
      const one = yield* httpsReceiver(ending)
      const other = yield* httpsReceiver(ending)
      const { send } = yield* sender()
      for (let n = 0; n < 50; n++) for (const { url } of [one, other]) yield* send(notice(`${url}/${n}`))
      assert.deepStrictEqual([one.connections(), other.connections()], [1, 1])
    }))

  it.scopedLive("is shared by requests to different paths of a server", () =>
    Effect.gen(function*() {
      const paths: Array<string | undefined> = []
      const receiver = yield* httpsReceiver((request, response) => {
        paths.push(request.url)
        response.end()
      })
      const { send } = yield* sender()
      for (const path of ["/una", "/otra?a=1", "/una"]) yield* send(notice(new URL(path, receiver.url).href))
      assert.deepStrictEqual(paths, ["/una", "/otra?a=1", "/una"])
      assert.strictEqual(receiver.connections(), 1)
    }))

  it.scopedLive("is opened only for a request beside others that are under way", () =>
    Effect.gen(function*() {
      const { connections, url } = yield* httpsReceiver((request, response) => read(request, () => response.end()))
      const { send } = yield* sender()
      yield* Effect.forEach(Array.from({ length: 300 }), () => send(notice(url)), { concurrency: 8 })
      assert.isAtMost(connections(), 8)
    }))

  it.scopedLive("that the receiver closed in between fails no attempt", () =>
    Effect.gen(function*() {
      const { cut, connections, open, url } = yield* httpsReceiver(ending)
      const { send } = yield* sender()
      for (let n = 0; n < 5; n++) {
        assert.deepStrictEqual(yield* send(notice(url)), { codigo: 200 })
        cut()
        if (n % 2 === 0) yield* eventually("it is closed", () => open() === 0)
      }
      assert.strictEqual(connections(), 5)
    }))

  it.scopedLive("closed or reset just as the next request comes leads to a second try, over a new one", () =>
    Effect.gen(function*() {
      for (const how of ["end", "destroy", "reset"]) {
        let requests = 0
        const { connections, reset, url } = yield* tlsReceiver((socket) => {
          let own = 0
          socket.on("data", () => {
            requests++
            own++
            if (own === 1) return void socket.write(ok)
            if (how === "end") socket.end()
            else if (how === "destroy") socket.destroy()
            else reset()
          })
        })
        const { send } = yield* sender()
        for (let n = 0; n < 4; n++) assert.deepStrictEqual(yield* send(notice(url)), { codigo: 200 }, how)
        assert.deepStrictEqual([requests, connections()], [7, 4], how)
      }
    }))

  it.scopedLive("may be closed at any moment after an answer that did not announce it", () =>
    Effect.gen(function*() {
      const waits = [(end: () => void) => end(), setImmediate, (end: () => void) => setTimeout(end, 1)]
      for (const wait of waits) {
        const { connections, url } = yield* tlsReceiver((socket) =>
          void socket.on("data", () => {
            socket.write(ok)
            wait(() => socket.end())
          }))
        const { send } = yield* sender()
        for (let n = 0; n < 40; n++) assert.deepStrictEqual(yield* send(notice(url)), { codigo: 200 })
        assert.isAtMost(connections(), 40)
      }
    }))

  it.scopedLive("that is new and is closed without an answer is a failure, without a second try", () =>
    Effect.gen(function*() {
      const { connections, url } = yield* tlsReceiver((socket) => void socket.once("data", () => socket.destroy()))
      const { send } = yield* sender()
      assert.strictEqual(yield* reasonOf(send(notice(url))), "el servidor cortó la conexión")
      assert.strictEqual(connections(), 1)
    }))

  it.scopedLive("that breaks off within an answer is a failure, without a second try", () =>
    Effect.gen(function*() {
      let requests = 0
      const { url } = yield* tlsReceiver((socket) =>
        void socket.on("data", () => (requests++ === 0 ? socket.write(ok) : socket.end("HTTP/1.1 2"))))
      const { send } = yield* sender()
      yield* send(notice(url))
      assert.strictEqual(yield* reasonOf(send(notice(url))), "el servidor cortó la conexión")
      assert.strictEqual(requests, 2)
    }))

  it.scopedLive("is replaced by a new one after a minute, so that a busy receiver can move to another address", () =>
    Effect.gen(function*() {
      const { connections, url } = yield* httpsReceiver(ending)
      const { send } = yield* sender()
      const now = performance.now.bind(performance)
      let ahead = 0
      yield* Effect.acquireRelease(
        Effect.sync(() => vi.spyOn(performance, "now").mockImplementation(() => now() + ahead)),
        (spy) => Effect.sync(() => spy.mockRestore()),
      )
      const made: Array<number> = []
      for (const seconds of [0, 30, 61, 61]) {
        ahead = seconds * 1_000
        yield* send(notice(url))
        made.push(connections())
      }
      assert.deepStrictEqual(made, [1, 1, 1, 2])
    }))

  it.scopedLive("is closed with the sender", () =>
    Effect.gen(function*() {
      const { open, url } = yield* tlsReceiver((socket) => void socket.on("data", () => socket.write(ok)))
      const scope = yield* Scope.make()
      const { send } = yield* Scope.extend(sender(), scope)
      yield* Effect.forEach(Array.from({ length: 10 }), () => send(notice(url)), { concurrency: 10 })
      assert.isAbove(open(), 0)
      yield* Scope.close(scope, Exit.void)
      yield* eventually("all are closed", () => open() === 0)
    }))

  it.scopedLive("allows each answer its full size, however much came over it before", () =>
    Effect.gen(function*() {
      const { connections, url } = yield* httpsReceiver((_request, response) => void response.end("a".repeat(50_000)))
      const { send } = yield* sender()
      for (let n = 0; n < 6; n++) assert.deepStrictEqual(yield* send(notice(url)), { codigo: 200 })
      assert.strictEqual(connections(), 1)
    }))

  it.scopedLive("is not kept when its request outlives the sender", () =>
    Effect.gen(function*() {
      let answer = (): void => {}
      const { open, url } = yield* httpsReceiver((_request, response) => {
        answer = () => void response.end()
      })
      const scope = yield* Scope.make()
      const { send } = yield* Scope.extend(sender(), scope)
      const sending = yield* Effect.fork(send(notice(url)))
      yield* eventually("the request has come", () => open() === 1)
      yield* Effect.sleep("50 millis")
      yield* Scope.close(scope, Exit.void)
      answer()
      assert.deepStrictEqual(yield* Fiber.join(sending), { codigo: 200 })
      yield* eventually("it is closed", () => open() === 0)
    }))
})

describe("kept connections", () => {
  it.scopedLive("are limited in number: the one unused for longest is closed", () =>
    Effect.gen(function*() {
      const receivers = yield* Effect.all(Array.from({ length: 4 }, () => httpsReceiver(ending)))
      const { send } = yield* sender({ keptLimit: 3 })
      for (const { url } of receivers) yield* send(notice(url))
      yield* eventually("the first is closed", () => receivers.map(({ open }) => open()).join("") === "0111")
      for (const { url } of receivers.slice(1)) yield* send(notice(url))
      assert.deepStrictEqual(receivers.map(({ connections }) => connections()), [1, 1, 1, 1])
    }))
})
