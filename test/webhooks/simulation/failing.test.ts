import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import * as fc from "fast-check"
import type { StoredDelivery } from "../../../core/deliveries/Delivery.ts"
import { jobKinds } from "../../../core/jobs/Job.ts"
import { StorageUnavailable } from "../../../core/ports/Storage.ts"
import { aboutOf } from "./comparing.ts"
import { type Condition, healthy } from "./faults.ts"
import { Process } from "./Process.ts"
import type { Attempt, Receive } from "./Receiver.ts"
import { day, minute } from "./spans.ts"
import { working, World } from "./World.ts"

const idOf = (json: unknown) => Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String }))(json).id

/** A company with two subscriptions to every event. */
const makeParty = (seed: number, receive: Receive) => {
  const made: Array<StoredDelivery> = []
  const world = new World(seed, { receive, made: (delivery) => void made.push(delivery) })
  const { live: key } = world.openCompany()
  const webhooks = ["uno", "dos"].map((name) =>
    idOf(world.request("POST", "/webhooks", { key, body: { url: `https://${name}.ejemplo.es/` } }).json))
  const contacts: Array<string> = []
  const tell = (times: number) => {
    for (let n = 0; n < times; n++) {
      contacts.push(idOf(world.request("POST", "/contactos", { key, body: { nombre: `n${contacts.length}` } }).json))
    }
  }
  /** Asserts that every event has one delivery for each subscription. */
  const checkMade = () => {
    const told = made.map(({ cuerpo, webhook_id }) => `${webhook_id} ${aboutOf(cuerpo)}`)
    assert.sameMembers(told, webhooks.flatMap((id) => contacts.map((contact, n) => `${id} ${contact} n${n}`)))
  }
  return { world, key, webhooks, made, tell, checkMade }
}

/** Most attempts succeed; a first one may fail, a second one never does. */
const mostlyWell: Receive = ({ envio, intento }) => {
  const chance = Number.parseInt(envio.slice(-4), 16)
  if (intento > 1 || chance % 4 > 0) return { codigo: 200, after: chance % 700 }
  return chance % 8 === 0 ? "hangs" : { codigo: 503, after: chance % 3_000 }
}

/** Asserts that no two workers try one subscription at the same time. What a worker tried when it died counts as ended then. */
const checkExclusive = (
  attempts: ReadonlyArray<Attempt>,
  made: ReadonlyArray<StoredDelivery>,
  diedAt: (worker: number) => number,
) => {
  const webhookOf = new Map(made.map(({ id, webhook_id }) => [id, webhook_id]))
  const endOf = ({ ended, worker }: Attempt) => Math.min(ended ?? never, diedAt(worker))
  for (const [n, one] of attempts.entries()) {
    for (const other of attempts.slice(n + 1)) {
      if (other.begun >= endOf(one)) continue
      assert.notStrictEqual(one.envio, other.envio, "two attempts of one delivery at the same time")
      if (webhookOf.get(one.envio) !== webhookOf.get(other.envio)) continue
      assert.strictEqual(one.worker, other.worker, "two workers at one subscription")
    }
  }
}

const isTaken = ({ outcome }: Attempt) =>
  outcome !== null && outcome !== "cut" && "codigo" in outcome && outcome.codigo === 200

const attemptsOf = (attempts: ReadonlyArray<Attempt>, id: string) => attempts.filter(({ envio }) => envio === id)

/** What can happen around workers; `n` says how much, or to which. */
const happening = fc.record({
  gap: fc.integer({ min: 0, max: 25_000 }),
  act: fc.constantFrom("tell", "tell", "kill", "stop", "storm", "drag", "calm"),
  n: fc.nat(20),
})
const happenings = fc.array(happening, { minLength: 20, maxLength: 50, size: "max" })

const seeds = fc.nat(1_000_000)
const never = Number.POSITIVE_INFINITY

describe("several workers on one storage", () => {
  it("deliver everything once if calls are slow but nothing fails", () => {
    const slow: Condition = { failing: 0, slow: 0.4, slowMillis: 40 }
    // As many events one after another before it is quiet again: some come while a job is being put back.
    const gaps = fc.array(fc.nat(250), { minLength: 1, maxLength: 5 })
    const property = fc.property(seeds, fc.array(gaps, { minLength: 15, maxLength: 15 }), (seed, spells) => {
      const { checkMade, made, tell, world } = makeParty(seed, mostlyWell)
      const processes = [1, 2, 3].map((n) => new Process(world, n, seed, () => slow))
      for (const gaps of spells) {
        for (const gap of gaps) {
          tell(1)
          world.time.pass(gap)
        }
        // Five notices of one subscription may each hang for ten seconds, one after another.
        world.time.pass(60_000)
        checkMade()
        for (const { id } of made) assert.isAbove(world.deliveries.get(id)?.intentos ?? 0, 0, "not tried yet")
      }
      world.time.pass(3 * minute)
      for (const { id } of made) {
        const attempts = attemptsOf(world.attempts, id)
        assert.deepStrictEqual(attempts.map(({ intento }) => intento), attempts.map((_, n) => n + 1))
        assert.deepStrictEqual(attempts.map(isTaken), attempts.map((_, n) => n === attempts.length - 1))
        assert.strictEqual(world.deliveries.get(id)?.estado, "delivered")
      }
      checkExclusive(world.attempts, made, () => never)
      for (const process of processes) process.stop()
      world.time.pass(1_000)
      for (const process of processes) assert.isTrue(process.hasEnded)
    })
    fc.assert(property, { numRuns: 2, endOnFailure: true })
  }, 120_000)

  it("stop in time if their leases cannot be extended", () => {
    const { checkMade, made, tell, world } = makeParty(1, () => ({ codigo: 200, after: 9_000 }))
    const { queue, storage } = world.stores
    const extend = () => new StorageUnavailable()
    for (const worker of [1, 2]) {
      const engine = world.engineOn({ storage, queue: { ...queue, extend } }, worker)
      world.time.fork(Effect.provide(working, engine))
    }
    tell(60)
    world.time.pass(3 * minute)
    checkMade()
    assert.lengthOf(world.attempts, made.length)
    checkExclusive(world.attempts, made, () => never)
  })
})

describe("failing stores and workers", () => {
  it("lose nothing, and leave no subscription to two workers at once", () => {
    const property = fc.property(seeds, happenings, (seed, happenings) => {
      const { checkMade, made, tell, world } = makeParty(seed, mostlyWell)
      let condition = healthy
      const all: Array<Process> = []
      const started = () => {
        const process = new Process(world, all.length + 1, seed, () => condition)
        all.push(process)
        return process
      }
      const up = [started(), started(), started()]
      for (const { act, gap, n } of happenings) {
        if (act === "tell") tell(n)
        if (act === "kill") up[n % 3]?.kill()
        if (act === "stop") up[n % 3]?.stop()
        if (act === "kill" || act === "stop") up[n % 3] = started()
        if (act === "storm") condition = { failing: 0.02 * (n + 1), slow: 0.3, slowMillis: 100 }
        if (act === "drag") condition = { failing: 0.02, slow: 0.1, slowMillis: 25_000 }
        if (act === "calm") condition = healthy
        world.time.pass(gap)
      }
      condition = healthy
      world.time.pass(2 * minute)
      for (const process of all) process.stop()
      world.time.pass(2 * minute)
      for (const { died, hasEnded } of all) assert.isTrue(died !== null || hasEnded)
      world.pass(2 * day)

      checkMade()
      for (const { id } of made) {
        const attempts = attemptsOf(world.attempts, id)
        const { estado, intentos } = world.deliveries.get(id) ?? assert.fail("gone")
        assert.strictEqual(estado, "delivered")
        const numbers = new Set(attempts.map(({ intento }) => intento))
        assert.deepStrictEqual([...numbers], Array.from({ length: intentos }, (_, n) => n + 1))
        assert.strictEqual(new Set(attempts.map(({ body }) => body)).size, 1)
        assert.isTrue(attempts.some(isTaken))
      }
      checkExclusive(world.attempts, made, (worker) => all[worker - 1]?.died ?? never)
      for (const kind of jobKinds) assert.strictEqual(world.run(world.stores.queue.depth(kind)).due, 0, kind)
    })
    fc.assert(property, { numRuns: 5, endOnFailure: true })
  }, 120_000)
})
