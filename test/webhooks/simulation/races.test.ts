import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { StorageUnavailable } from "../../../core/ports/Storage.ts"
import type { Reply } from "./Receiver.ts"
import { day, hour, minute } from "./spans.ts"
import { working, World } from "./World.ts"

const idOf = (json: unknown) => Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String }))(json).id

/** A company with one subscription whose receiver answers as the test says. */
const makeStage = () => {
  let reply: () => Reply = () => ({ codigo: 200, after: 100 })
  const world = new World(1, { receive: () => reply() })
  const { live: key } = world.openCompany()
  const send = (method: string, path: string, body: unknown = {}) => {
    const { json, status } = world.request(method, path, { key, body })
    assert.isBelow(status, 300, `${method} ${path}`)
    return json
  }
  const path = `/webhooks/${idOf(send("POST", "/webhooks", { url: "https://uno.ejemplo.es/" }))}`
  return {
    world,
    path,
    send,
    answer: (next: Reply | (() => Reply)) => {
      reply = typeof next === "function" ? next : () => next
    },
    tell: (times = 1) => {
      for (let n = 0; n < times; n++) send("POST", "/contactos", { nombre: "Ana" })
    },
    /** The only delivery, or the first. */
    delivery: () => [...world.deliveries.values()][0] ?? assert.fail("no delivery"),
    read: () => world.request("GET", path, { key }).json,
  }
}

const fails: Reply = { codigo: 500, after: 2_000 }

describe("while an attempt runs", () => {
  it("its delivery can be replayed: there is no second attempt beside it, and none after a success", () => {
    for (const [reply, attempts] of [[{ codigo: 200, after: 2_000 }, 1], [fails, 8]] as const) {
      const { answer, delivery, path, send, tell, world } = makeStage()
      answer(reply)
      tell()
      world.pass(1_000)
      send("POST", `${path}/envios/${delivery().id}/reenviar`)
      world.pass(500)
      assert.lengthOf(world.attempts, 1)
      world.pass(3 * day)
      // The one that was under way counts as the first of the seven of the new round.
      assert.lengthOf(world.attempts, Math.min(attempts, 7))
      assert.strictEqual(delivery().estado, attempts === 1 ? "delivered" : "abandoned")
    }
  })

  it("its subscription can be removed: the outcome is noted, and nothing more is sent", () => {
    for (const [reply, estado] of [[{ codigo: 200, after: 2_000 }, "delivered"], [fails, "abandoned"]] as const) {
      const { answer, delivery, path, send, tell, world } = makeStage()
      answer(reply)
      tell()
      world.pass(1_000)
      send("DELETE", path)
      assert.deepInclude(delivery(), { estado: "abandoned", intentos: 0 })
      world.pass(3 * day)
      assert.lengthOf(world.attempts, 1)
      assert.deepInclude(delivery(), { estado, intentos: 1, ultimo_codigo: reply.codigo })
    }
  })

  it("its subscription can move: the next attempt goes to the new URL, with the same id", () => {
    const { answer, path, send, tell, world } = makeStage()
    answer(fails)
    tell()
    world.pass(1_000)
    send("PATCH", path, { url: "https://dos.ejemplo.es/", modo_aviso: "token" })
    world.pass(2 * minute)
    const [first = assert.fail(), second = assert.fail()] = world.attempts
    assert.deepStrictEqual([first.url, second.url], ["https://uno.ejemplo.es/", "https://dos.ejemplo.es/"])
    assert.deepStrictEqual([second.envio, second.body, second.intento], [first.envio, first.body, 2])
    assert.notProperty(first.headers, "x-svc-token")
    assert.property(second.headers, "x-svc-token")
  })

  it("its subscription can be switched off and on: it continues with new events, not with what was abandoned", () => {
    const { answer, delivery, path, send, tell, world } = makeStage()
    answer(fails)
    tell()
    world.pass(1_000)
    send("PATCH", path, { activo: false })
    send("PATCH", path, { activo: true })
    tell()
    world.pass(10 * minute)
    assert.deepInclude(delivery(), { estado: "abandoned", intentos: 1, ultimo_codigo: 500 })
    assert.deepStrictEqual(world.attempts.map(({ intento }) => intento), [1, 1, 2, 3])
  })
})

/**
 * Eight attempts succeed, so that larger batches follow. Of the next eight, which begin together, seven end late: the ones
 * after the first fail fifteen times before.
 */
const suddenlyFailing = () => {
  let begun = 0
  return (): Reply => {
    begun++
    if (begun <= 8) return { codigo: 200, after: 1 }
    return { codigo: 500, after: begun === 9 || begun > 16 ? 10 : 9_000 }
  }
}

describe("the fifteenth failure in a row", () => {
  it("switches off at once; the outcome of attempts under way beside it is noted all the same", () => {
    const { answer, read, tell, world } = makeStage()
    tell(38)
    world.fanOut()
    answer(suddenlyFailing())
    world.pass(minute)
    assert.deepInclude(read(), { activo: false, fallos_seguidos: 15 })
    const counted = [...world.deliveries.values()].reduce((sum, { intentos }) => sum + intentos, 0)
    assert.strictEqual(counted, world.attempts.length)
    assert.lengthOf([...world.deliveries.values()].filter(({ estado }) => estado === "abandoned"), 30)
    world.pass(30 * day)
    assert.strictEqual(counted, world.attempts.length)
  })
})

describe("a subscription switched on again before the attempts have ended that were under way when failures switched it off", () => {
  it("sends nothing that was under way or waited then", () => {
    const { answer, path, read, send, tell, world } = makeStage()
    tell(38)
    world.fanOut()
    answer(suddenlyFailing())
    world.pass(5_000)
    assert.deepInclude(read(), { activo: false })
    send("POST", `${path}/reactivar`)
    const { length } = world.attempts
    world.pass(3 * day)
    assert.lengthOf(world.attempts, length)
    assert.lengthOf([...world.deliveries.values()].filter(({ estado }) => estado === "abandoned"), 30)
  })
})

describe("a clock that was a year ahead and is right again", () => {
  it("delays nothing by that year", () => {
    const { answer, delivery, path, send, world } = makeStage()
    world.time.shiftClock(365 * day)
    send("POST", "/productos", { nombre: "Tornillo" })
    world.pass(minute)
    world.time.shiftClock(-365 * day)
    const before = world.attempts.length
    answer(fails)
    send("POST", `${path}/probar`)
    world.pass(2 * minute)
    assert.lengthOf(world.attempts, before + 2)
    answer({ codigo: 200, after: 100 })
    world.pass(hour)
    assert.lengthOf(world.attempts, before + 3)
    send("POST", `${path}/envios/${delivery().id}/reenviar`)
    world.pass(1_000)
    assert.lengthOf(world.attempts, before + 4)
    send("POST", `${path}/rotar-secreto`)
    world.pass(25 * hour)
    send("POST", `${path}/probar`)
    world.pass(1_000)
    assert.strictEqual(world.attempts.at(-1)?.headers["x-svc-firma"]?.match(/v1=/g)?.length, 1)
  })
})

describe("a store that can be read but not written", () => {
  it("has a notice sent once, and noted when it can be written again", () => {
    const { answer, delivery, tell, world } = makeStage()
    answer({ codigo: 200, after: 0 })
    tell()
    world.fanOut()
    let isBroken = true
    const { queue, storage } = world.stores
    const transact: typeof storage.transact = (opening, body) =>
      isBroken ? new StorageUnavailable() : storage.transact(opening, body)
    world.time.fork(Effect.provide(working, world.engineOn({ queue, storage: { ...storage, transact } })))
    world.time.pass(10 * minute)
    assert.lengthOf(world.attempts, 1)
    isBroken = false
    world.time.pass(10 * minute)
    assert.lengthOf(world.attempts, 1)
    assert.deepInclude(delivery(), { estado: "delivered", intentos: 1 })
  })
})
