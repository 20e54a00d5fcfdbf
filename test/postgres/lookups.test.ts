import { assert, describe, it, vi } from "@effect/vitest"
import { Effect, Option } from "effect"
import { loadRows } from "../../adapters/postgres/reads/loadRows.ts"
import { sharedLookups } from "../../adapters/postgres/reads/lookups.ts"
import type { Queries, Statement } from "../../adapters/postgres/Statement.ts"
import { key } from "../../core/commit/tables.ts"
import { sampleId, sampleOrganizationId } from "../support/samples.ts"

const organizationId = sampleOrganizationId()

/** A company head as the driver reads it. One whose id is in `broken` cannot be decoded. */
const headRecord = (id: string, broken: ReadonlySet<string>) =>
  ({ organization_id: organizationId, id, sequence: broken.has(id) ? "x" : 7, instant: 0 })

/** A database of heads, all of one company. */
const database = (ids: ReadonlyArray<string>, broken: ReadonlySet<string> = new Set()) => {
  const asked: Array<ReadonlyArray<string>> = []
  let underWay = 0
  let mostUnderWay = 0
  const query = async ({ values }: Statement) => {
    const wanted = (Array.isArray(values[1]) ? values[1] : []).map(String)
    asked.push(wanted)
    await new Promise((resolve) => setTimeout(resolve, 5))
    return { rows: wanted.filter((id) => ids.includes(id)).map((id) => headRecord(id, broken)) }
  }
  const connected = async <A>(use: (queries: Queries) => Promise<A>): Promise<A> => {
    mostUnderWay = Math.max(mostUnderWay, ++underWay)
    return use({ query }).finally(() => underWay--)
  }
  return { connected, asked, most: () => mostUnderWay }
}

const found = (row: Option.Option<{ readonly id: string }>) => Option.getOrUndefined(row)?.id

describe("lookups of one turn", () => {
  it.scopedLive("leave while the timers of a host's test are fake", () =>
    Effect.gen(function*() {
      yield* Effect.acquireRelease(Effect.sync(() => vi.useFakeTimers()), () => Effect.sync(() => vi.useRealTimers()))
      const { find } = sharedLookups((use) => use({ query: () => Promise.resolve({ rows: [] }) }), loadRows)
      assert.isTrue(Option.isNone(yield* find("head", organizationId, sampleId())))
    }))

  it.live("share their statements, and each gets its own answer", () =>
    Effect.gen(function*() {
      const ids = Array.from({ length: 20 }, () => sampleId())
      const { asked, connected } = database(ids.slice(1))
      const { find, findMany } = sharedLookups(connected, loadRows)
      const each = Effect.forEach(ids, (id) => find("head", organizationId, id), { concurrency: "unbounded" })
      const both = findMany(ids.slice(0, 3).map((id) => key("head", organizationId, id)))
      const [rows, some] = yield* Effect.all([each, both], { concurrency: 2 })
      assert.deepStrictEqual(rows.map(found), [undefined, ...ids.slice(1)])
      assert.deepStrictEqual(some.head?.map(({ id }) => id), ids.slice(1, 3))
      assert.deepStrictEqual(asked, [ids])
    }))

  it.live("wait for those before them, of which two groups may be under way", () =>
    Effect.gen(function*() {
      const ids = Array.from({ length: 40 }, () => sampleId())
      const { asked, connected, most } = database(ids)
      const { find } = sharedLookups(connected, loadRows)
      const rows = yield* Effect.forEach(
        ids,
        (id, i) => Effect.delay(find("head", organizationId, id), `${i % 8} millis`),
        { concurrency: "unbounded" },
      )
      assert.deepStrictEqual(rows.map(found), ids)
      assert.isBelow(asked.length, ids.length)
      assert.isAtMost(most(), 2)
    }))

  it.live("beyond the size of one group are split in two, sent at once", () =>
    Effect.gen(function*() {
      const ids = Array.from({ length: 300 }, () => sampleId())
      const { asked, connected, most } = database(ids)
      const { find } = sharedLookups(connected, loadRows)
      const rows = yield* Effect.forEach(ids, (id) => find("head", organizationId, id), { concurrency: "unbounded" })
      assert.deepStrictEqual(rows.map(found), ids)
      assert.deepStrictEqual([asked.map(({ length }) => length), most()], [[256, 44], 2])
    }))

  it.live("that cannot be answered fail alone", () =>
    Effect.gen(function*() {
      const [broken = "", sound = ""] = [sampleId(), sampleId()]
      const { connected } = database([broken, sound], new Set([broken]))
      const { find } = sharedLookups(connected, loadRows)
      const ask = (id: string) => Effect.exit(find("head", organizationId, id))
      const [bad, good] = yield* Effect.all([ask(broken), ask(sound)], { concurrency: 2 })
      assert.strictEqual(bad._tag, "Failure")
      assert.deepStrictEqual(good._tag === "Success" ? found(good.value) : undefined, sound)
    }))
})
