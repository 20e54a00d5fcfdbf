import { Effect, Fiber, Layer, type Redacted } from "effect"
import { fork } from "node:child_process"
import * as SecretBoxWebCrypto from "../../../adapters/crypto/SecretBoxWebCrypto.ts"
import * as WebhookSenderUndici from "../../../adapters/delivery/WebhookSenderUndici.ts"
import { GroupCommit } from "../../../core/commit/GroupCommit.ts"
import { createContact } from "../../../core/contacts/createContact.ts"
import { deliverWaiting } from "../../../core/deliveries/deliverWaiting.ts"
import { fanOutOutbox } from "../../../core/deliveries/fanOut.ts"
import type { OrganizationId } from "../../../core/identifiers/organizationId.ts"
import { work, workOff } from "../../../core/jobs/work.ts"
import { createWebhook } from "../../../core/webhooks/createWebhook.ts"
import { freshSealedSecret } from "../../../core/webhooks/freshSecret.ts"
import { parseWebhookAllow } from "../../../core/webhooks/webhookAllow.ts"
import { openBooks, system } from "../books.ts"
import { compiled } from "../childProcesses.ts"
import { anotherDatabase } from "../database.ts"
import { figuresOf, type Pace } from "../measuring/measure.ts"
import { count, millis, say, table } from "../measuring/report.ts"
import { customer } from "../workload.ts"
import type { Arrival, Told } from "./receiver.ts"

const fanOut = { kind: "fanOut", atOnce: 8, handle: fanOutOutbox } as const
const deliver = { kind: "webhook", atOnce: 500, handle: deliverWaiting } as const

/** The number of events that wait for the workers when the clock starts. */
const backlog = 4_000

/** Measures webhooks from commit to delivery: workers in this process, the database and the receiver each in their own. */
export const webhooksPart = (url: Redacted.Redacted<string>, { seconds }: Pace) =>
  Effect.gen(function*() {
    const allow = parseWebhookAllow("127.0.0.1")
    if (allow === undefined) throw new Error("127.0.0.1 is an address")
    const receiver = yield* startReceiver
    const secret = new TextEncoder().encode("a benchmark keeps no secrets: 32+")
    const database = yield* anotherDatabase(url, "webhooks")
    const services = SecretBoxWebCrypto.layer(secret).pipe(
      Layer.provideMerge(system(database)),
      Layer.merge(WebhookSenderUndici.layer({ allow })),
    )
    const rows = yield* Effect.provide(measured(receiver, seconds), services)
    yield* say("\nWebhooks over plain HTTP, from commit to delivered\n")
    yield* say(table(1, ["what", "per second", "p50 ms", "p99 ms"], rows))
  }).pipe(Effect.scoped)

interface Receiver {
  readonly port: number
  /** Takes what has arrived since the last call. */
  readonly takeAll: () => ReadonlyArray<Arrival>
}

const measured = ({ port, takeAll }: Receiver, seconds: number) =>
  Effect.gen(function*() {
    const { run } = yield* GroupCommit
    const openCompany = (webhooks: number) =>
      Effect.gen(function*() {
        const { organizationId } = yield* openBooks
        yield* Effect.replicateEffect(
          Effect.flatMap(freshSealedSecret, (sealed) =>
            run(createWebhook(organizationId, { url: `http://127.0.0.1:${port}/`, sucesos: ["*"] }, sealed))),
          webhooks,
        )
        return organizationId
      })
    const event = (organizationId: OrganizationId) => run(createContact(organizationId, customer))
    const events = (companies: ReadonlyArray<OrganizationId>, number: number) =>
      Effect.forEach(Array.from({ length: number }, (_, i) => companies[i % companies.length]), (id) =>
        id === undefined ? Effect.void : event(id), { concurrency: 256, discard: true })
    const arrived = (number: number) =>
      Effect.gen(function*() {
        const all: Array<Arrival> = []
        while (all.length < number) {
          yield* Effect.sleep("20 millis")
          all.push(...takeAll())
        }
        return all
      })

    const rows: Array<ReadonlyArray<string>> = []
    for (const companies of [1, 20]) {
      const ids = yield* Effect.replicateEffect(openCompany(1), companies)
      yield* workOff(fanOut)
      yield* workOff(deliver)
      takeAll()
      yield* events(ids, backlog)
      const start = performance.now()
      const workers = yield* Effect.fork(Effect.all([work(fanOut), work(deliver)], { concurrency: 2, discard: true }))
      yield* arrived(backlog)
      const name = companies === 1 ? "one subscription, events that wait" : `${companies} subscriptions of as many companies`
      rows.push([name, count((backlog * 1000) / (performance.now() - start)), "", ""])

      yield* Fiber.interrupt(workers)
      const running = yield* Effect.fork(Effect.all([work(fanOut), work(deliver)], { concurrency: 2, discard: true }))
      const paced = Math.ceil(seconds * 200)
      yield* Effect.forEach(Array.from({ length: paced }), (_, i) =>
        Effect.zipRight(Effect.sleep("5 millis"), Effect.fork(events(ids.slice(i % ids.length), 1))), { discard: true })
      const latencies = (yield* arrived(paced)).map((arrival) => arrival.millis)
      const { p50, p99 } = figuresOf({ elapsedMillis: 1, latencies })
      rows.push(["  event to first attempt, 200 a second", "", millis(p50), millis(p99)])
      yield* Fiber.interrupt(running)
    }

    const id = yield* openCompany(20)
    yield* workOff(fanOut)
    yield* workOff(deliver)
    yield* events([id], 500)
    const start = performance.now()
    yield* workOff(fanOut)
    rows.push(["fan-out to 20 subscriptions: deliveries made", count((500 * 20 * 1000) / (performance.now() - start)), "", ""])
    const sending = performance.now()
    yield* workOff(deliver)
    rows.push(["  and sent", count((500 * 20 * 1000) / (performance.now() - sending)), "", ""])
    return rows
  })

const startReceiver = Effect.gen(function*() {
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => fork(compiled("webhooks/receiver"))),
    (child) => Effect.sync(() => child.kill()),
  )
  let arrivals: Array<Arrival> = []
  const port = yield* Effect.promise(() =>
    new Promise<number>((resolve) =>
      child.on("message", (told: Told) => {
        if ("port" in told) resolve(told.port)
        else arrivals.push(...told.arrivals)
      })))
  const receiver: Receiver = {
    port,
    takeAll: () => {
      const all = arrivals
      arrivals = []
      return all
    },
  }
  return receiver
})
