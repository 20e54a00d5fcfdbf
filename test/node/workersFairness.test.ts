import { assert, describe, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import type { OrganizationId } from "../../core/identifiers/organizationId.ts"
import { eventually } from "../support/eventually.ts"
import { type Notice, noticeReceiver } from "../support/noticeReceiver.ts"
import { migratedDatabase } from "../support/testStorage.ts"
import { startWorker } from "../support/workerProcess.ts"
import { makeWorkshop, type Workshop } from "../support/workshop.ts"

const never = new Promise<number>(() => {})

/** A shop, and a receiver on whose paths its neighbours hang, are slow, or answer. */
const street = Effect.gen(function*() {
  const workshop = yield* Effect.flatMap(migratedDatabase, ({ url }) => makeWorkshop(url))
  const receiver = yield* noticeReceiver(async ({ path }) => {
    if (path.startsWith("/hangs")) return never
    if (path.startsWith("/slow")) await new Promise((resolve) => setTimeout(resolve, 9_500))
    return 200
  })
  const { openCompany, subscribe } = workshop
  const shop = yield* openCompany
  yield* subscribe(shop, receiver.url("/shop"))
  return { ...workshop, receiver, shop }
})

type Street = Effect.Effect.Success<typeof street>

/** Adds `count` unsent deliveries of the subscription. */
const piledUp = ({ rows }: Workshop, company: OrganizationId, webhook: string, count: number) =>
  rows(
    `WITH head AS (SELECT sequence FROM company_head WHERE organization_id = $1), made AS (
       INSERT INTO delivery (organization_id, id, webhook_id, suceso, creado, estado, intentos, proximo_intento,
           round_start, cuerpo, created_sequence, modified_sequence)
         SELECT $1, gen_random_uuid(), $2, 'contact.created', now(), 'pending', 0, now(), 0, '{}',
           sequence + n, sequence + n FROM head, generate_series(1, $3::int) AS n)
     UPDATE company_head SET sequence = sequence + $3 WHERE organization_id = $1`,
    [company, webhook, count],
  ).pipe(
    Effect.zipRight(
      rows("INSERT INTO job (kind, organization_id, id, due) VALUES ('webhook', $1, $2, now())", [company, webhook]),
    ),
  )

/** Adds `count` events of the company that have not been fanned out. */
const burst = ({ rows }: Workshop, company: OrganizationId, count: number) =>
  rows(
    `WITH head AS (SELECT sequence FROM company_head WHERE organization_id = $1), made AS (
       INSERT INTO outbox_event (organization_id, id, sequence, suceso, creado, datos)
         SELECT $1, gen_random_uuid(), sequence + n, 'contact.created', now(), '{}' FROM head, generate_series(1, $2::int) AS n)
     UPDATE company_head SET sequence = sequence + $2 WHERE organization_id = $1`,
    [company, count],
  ).pipe(
    Effect.zipRight(rows("INSERT INTO job (kind, organization_id, id, due) VALUES ('fanOut', $1, $1, now())", [company])),
  )

/** The times from commit to first attempt of `count` events of the shop, made at random intervals; sorted milliseconds. */
const delays = ({ happen, receiver, shop }: Street, count: number): Effect.Effect<ReadonlyArray<number>> =>
  Effect.gen(function*() {
    const ofShop = (): ReadonlyArray<Notice> => receiver.notices.filter(({ path }) => path === "/shop")
    const before = ofShop().length
    const committed: Array<number> = []
    for (let n = 0; n < count; n++) {
      yield* happen(shop)
      committed.push(performance.now())
      yield* Effect.sleep(Math.random() * 30)
    }
    yield* eventually("every notice", () => ofShop().length === before + count, 30)
    // They are sent in order, up to eight at once.
    const began = ofShop().slice(before).map(({ at }) => at).toSorted((a, b) => a - b)
    return began.map((at, n) => at - (committed[n] ?? Number.NaN)).toSorted((a, b) => a - b)
  })

const quantile = (sorted: ReadonlyArray<number>, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

const isQuick = (title: string, sorted: ReadonlyArray<number>): void => {
  const [half, most] = [quantile(sorted, 0.5), quantile(sorted, 0.99)].map(Math.round)
  if (process.env["TALONARIO_FIGURES"] !== undefined) console.log(`${title}: p50 ${half} ms, p99 ${most} ms`)
  // Waiting for a receiver that hangs would take 10 seconds; on a quiet machine this takes a fraction of one.
  assert.isBelow(most ?? Number.NaN, 5_000, `${title}: p99 from commit to first attempt`)
}

const quickBeside = (title: string, neighbours: (street: Street) => Effect.Effect<unknown, never, Scope.Scope>) =>
  it.scopedLive(title, () =>
    Effect.gen(function*() {
      const made = yield* street
      yield* startWorker(made.variables)
      yield* delays(made, 20)
      yield* neighbours(made)
      isQuick(title, yield* delays(made, 200))
      assert.deepStrictEqual(made.receiver.overlaps, [])
    }), 90_000)

describe("a company's notices leave soon despite", () => {
  quickBeside("fifty thousand notices for a receiver that hangs", (made) =>
    Effect.gen(function*() {
      const company = yield* made.openCompany
      const webhook = yield* made.subscribe(company, made.receiver.url("/hangs"))
      yield* piledUp(made, company, webhook, 50_000)
      yield* eventually("it hangs", () => made.receiver.open() > 0)
    }))

  quickBeside("twenty receivers that hang, and slow ones, with many notices of several companies", (made) =>
    Effect.gen(function*() {
      for (let n = 0; n < 4; n++) {
        const company = yield* made.openCompany
        for (let m = 0; m < 6; m++) {
          const webhook = yield* made.subscribe(company, made.receiver.url(m < 5 ? `/hangs/${n}/${m}` : `/slow/${n}/${m}`))
          yield* piledUp(made, company, webhook, 200)
        }
      }
      // Each gets eight attempts at once before it is known to hang.
      yield* eventually("they hang", () => made.receiver.notices.length >= 20 + 24 * 8, 30)
    }))

  it.scopedLive("twelve companies with thousands of events, taking turns with them", () =>
    Effect.gen(function*() {
      const made = yield* street
      yield* startWorker(made.variables)
      yield* delays(made, 20)
      yield* Effect.forEach(Array.from({ length: 12 }), (_, n) =>
        Effect.gen(function*() {
          const company = yield* made.openCompany
          yield* made.subscribe(company, made.receiver.url(`/hangs/${n}`))
          yield* burst(made, company, 5_000)
        }), { concurrency: 4 })
      const [begun] = yield* made.rows<{ n: number }>("SELECT count(*) AS n FROM outbox_event")
      yield* delays(made, 10)
      const [left] = yield* made.rows<{ n: number }>("SELECT count(*) AS n FROM outbox_event")
      // Had the shop waited for one of them to finish, most events would be gone, however busy the machine.
      assert.isAbove(left?.n ?? 0, (begun?.n ?? 0) / 2)
    }), 90_000)
})
