import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as fc from "fast-check"
import { jobKinds } from "../../../core/jobs/Job.ts"
import type { StoredDelivery } from "../../../core/webhooks/Webhook.ts"
import { aboutOf } from "./comparing.ts"
import { type Condition, healthy } from "./faults.ts"
import { Process } from "./Process.ts"
import type { Attempt, Receive } from "./Receiver.ts"
import { day, minute, World } from "./World.ts"

const idOf = (json: unknown) => Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String }))(json).id

/** A company with two subscriptions, to every event. */
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
  /** Every event has one delivery to each subscription. */
  const checkMade = () => {
    const told = made.map(({ cuerpo, webhook_id }) => `${webhook_id} ${aboutOf(cuerpo)}`)
    assert.sameMembers(told, webhooks.flatMap((id) => contacts.map((contact, n) => `${id} ${contact} n${n}`)))
  }
  return { world, key, webhooks, made, tell, checkMade }
}

/** Most attempts go well; a first one may fail, a second one never does. */
const mostlyWell: Receive = ({ envio, intento }) => {
  const chance = Number.parseInt(envio.slice(-4), 16)
  if (intento > 1 || chance % 4 > 0) return { codigo: 200, after: chance % 700 }
  return chance % 8 === 0 ? "hangs" : { codigo: 503, after: chance % 3_000 }
}

/** Time in which somebody had the job in hand, by subscription: from the beginning of an attempt to its end. */
const checkExclusive = (attempts: ReadonlyArray<Attempt>, made: ReadonlyArray<StoredDelivery>, diedAt: (worker: number) => number) => {
  const webhookOf = new Map(made.map(({ id, webhook_id }) => [id, webhook_id]))
  const endOf = ({ ended, worker }: Attempt) => Math.min(ended ?? Number.POSITIVE_INFINITY, diedAt(worker))
  for (const [n, one] of attempts.entries()) {
    for (const other of attempts.slice(n + 1)) {
      if (other.begun >= endOf(one)) continue
      assert.notStrictEqual(one.envio, other.envio, "two attempts of one delivery at the same time")
      if (webhookOf.get(one.envio) !== webhookOf.get(other.envio)) continue
      assert.strictEqual(one.worker, other.worker, "two workers at one subscription")
    }
  }
}

const attemptsOf = (attempts: ReadonlyArray<Attempt>, id: string) => attempts.filter(({ envio }) => envio === id)

describe("several workers on one storage", () => {
  it("deliver everything once when calls are slow but nothing fails", () => {
    fc.assert(fc.property(fc.nat(1_000_000), (seed) => {
      const { checkMade, made, tell, world } = makeParty(seed, mostlyWell)
      const slow: Condition = { failing: 0, slow: 0.4, slowMillis: 40 }
      const processes = [1, 2, 3].map((n) => new Process(world, n, seed, () => slow))
      for (let n = 0; n < 12; n++) {
        tell((seed + n * 7) % 13)
        world.time.pass(((seed >> n) % 4_000) + 10)
      }
      world.time.pass(3 * minute)
      checkMade()
      for (const { id } of made) {
        const attempts = attemptsOf(world.attempts, id)
        assert.deepStrictEqual(attempts.map(({ intento }) => intento), attempts.map((_, n) => n + 1))
        assert.strictEqual(world.deliveries.get(id)?.estado, "delivered")
        assert.strictEqual(attempts.filter(({ outcome }) => outcome !== "cut" && outcome !== null && "codigo" in outcome && outcome.codigo === 200).length, 1)
      }
      checkExclusive(world.attempts, made, () => Number.POSITIVE_INFINITY)
      assert.isAbove(new Set(world.attempts.map(({ worker }) => worker)).size, 1)
      for (const process of processes) process.stop()
      world.time.pass(1_000)
      for (const process of processes) assert.isTrue(process.hasEnded)
    }), { numRuns: Number(process.env["RUNS"] ?? 10) })
  })
})

describe("failing stores and workers", () => {
  it("lose nothing, and leave no delivery in two hands", () => {
    fc.assert(fc.property(fc.nat(1_000_000), fc.array(fc.record({
      gap: fc.integer({ min: 0, max: 25_000 }),
      act: fc.constantFrom("tell", "tell", "kill", "stop", "storm", "drag", "calm"),
      n: fc.nat(20),
    }), { minLength: 20, maxLength: 50, size: "max" }), (seed, steps) => {
      const { checkMade, made, tell, world } = makeParty(seed, mostlyWell)
      let condition = healthy
      const all: Array<Process> = []
      const start = () => all[all.push(new Process(world, all.length + 1, seed, () => condition)) - 1]
      const up = [start(), start(), start()]
      for (const { act, gap, n } of steps) {
        if (act === "tell") tell(n)
        if (act === "kill") up[n % 3]?.kill()
        if (act === "stop") up[n % 3]?.stop()
        if (act === "kill" || act === "stop") up[n % 3] = start()
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
        const numbers = attempts.map(({ intento }) => intento)
        const { estado, intentos } = world.deliveries.get(id) ?? assert.fail("gone")
        assert.strictEqual(estado, "delivered")
        assert.deepStrictEqual([...new Set(numbers)], Array.from({ length: intentos }, (_, n) => n + 1))
        assert.strictEqual(new Set(attempts.map(({ body }) => body)).size, 1)
        total += attempts.length
        twice += attempts.length - intentos
      }
      const diedAt = new Map(all.map(({ died, n }) => [n, died]))
      checkExclusive(world.attempts, made, (worker) => diedAt.get(worker) ?? Number.POSITIVE_INFINITY)
      for (const kind of jobKinds) assert.strictEqual(world.run(world.stores.queue.depth(kind)).due, 0, kind)
    }), { numRuns: Number(process.env["RUNS"] ?? 10) })
    console.log({ total, twice })
  })
})
let total = 0, twice = 0
