import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import pg from "pg"
import { migratedDatabase } from "../../support/testStorage.ts"
import { booksOf } from "../inProcess/audit.ts"
import { onceKey, paths } from "../workload.ts"
import { openComparator } from "./comparator.ts"

/** How many connections hold a transaction open without working on it. */
const openTransactions = async (url: Redacted.Redacted<string>): Promise<number> => {
  const watcher = new pg.Client(Redacted.value(url))
  await watcher.connect()
  const { rowCount } = await watcher.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
  )
  await watcher.end()
  return rowCount ?? 0
}

describe.each([{ pipeline: false }, { pipeline: true }])("the comparator, pipeline: $pipeline", (options) => {
  it.scopedLive("numbers without gaps and keeps one chain, with many concurrent callers", () =>
    Effect.gen(function*() {
      const { url } = yield* migratedDatabase
      const { drafts, issue, organizationId, pool } = yield* openComparator(url, options)
      yield* Effect.promise(async () => {
        await drafts.fill(40)
        await Promise.all(Array.from({ length: 40 }, issue))
      })
      const books = yield* Effect.promise(() => booksOf(pool, organizationId))
      assert.deepInclude(books, { issued: 40, lastNumber: 40, fault: undefined, events: 40, replies: 40 })
    }))

  it.scopedLive("answers a repeated request like the first, even when both arrive at the same time", () =>
    Effect.gen(function*() {
      const { url } = yield* migratedDatabase
      const { drafts, issueOnce, organizationId, pool } = yield* openComparator(url, options)
      yield* Effect.promise(async () => {
        await drafts.fill(1)
        const id = drafts.next() ?? ""
        const once = onceKey(paths.issue(id), "")
        const [answer, ...repeated] = await Promise.all([issueOnce(id, once), issueOnce(id, once)])
        repeated.push(await issueOnce(id, once), await issueOnce(id, onceKey(paths.issue(id), "")))
        const shown = { id: id.replaceAll("-", ""), referencia: "A-1", estado: "sent", total: 154.88 }
        for (const one of repeated) assert.deepStrictEqual(JSON.parse(one), JSON.parse(answer))
        assert.deepInclude(JSON.parse(answer), shown)
        assert.strictEqual(await openTransactions(url), 0)
      })
      const books = yield* Effect.promise(() => booksOf(pool, organizationId))
      assert.deepInclude(books, { issued: 1, lastNumber: 1, fault: undefined, events: 1, replies: 1 })
    }))
})
