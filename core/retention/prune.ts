import { Clock, Effect, Either } from "effect"
import { type Instant, instant } from "../calendar/instant.ts"
import type { Command, View } from "../commit/Command.ts"
import { GroupCommit } from "../commit/GroupCommit.ts"
import type { StoredKey } from "../commit/tables.ts"
import { retentionMillis as idempotencyMillis } from "../idempotency/onceOnly.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { type PrunedTable, Storage } from "../ports/Storage.ts"
import { replayMillis } from "../webhooks/abandonAndReplay.ts"

/**
 * For how long what is finished is kept: deliveries as long as they can be replayed, letters as long as deliveries,
 * answers as long as their keys.
 */
const keptMillis: ReadonlyArray<readonly [PrunedTable, number]> = [
  ["delivery", replayMillis],
  ["outgoingMail", replayMillis],
  ["idempotencyRecord", idempotencyMillis],
]

/** Rows removed in one go; writes of their companies wait as long as that takes. */
const atOnce = 200

/** Removes everything whose time is over, and answers how many rows that were. Many may do so at the same time. */
export const prune = Effect.gen(function*() {
  const now = yield* Clock.currentTimeMillis
  let removed = 0
  for (const [table, millis] of keptMillis) removed += yield* pruneTable(table, now - millis)
  return removed
})

const pruneTable = (table: PrunedTable, before: number) =>
  Effect.gen(function*() {
    const { expired } = yield* Storage
    const { run } = yield* GroupCommit
    let removed = 0
    for (;;) {
      const keys = yield* expired(table, instant(before), atOnce)
      const companies = new Set(keys.map(({ organizationId }) => organizationId))
      const counts = yield* Effect.forEach(companies, (id) =>
        run(removeRows(table, keys.filter(({ organizationId }) => organizationId === id), id, before)))
      const inThisGo = counts.reduce((sum, count) => sum + count, 0)
      removed += inThisGo
      // None removed: another one was faster.
      if (inThisGo === 0 || keys.length < atOnce) return removed
    }
  })

/** Removes those that are over still: a key may have been used again meanwhile, a delivery replayed. */
const removeRows = (
  table: PrunedTable,
  keys: ReadonlyArray<StoredKey>,
  organizationId: OrganizationId,
  before: number,
): Command<number> => ({
  organizationId,
  reads: () => keys,
  decide: (view) => {
    const removed = keys.filter(({ id }) => (endOf(view, table, organizationId, id) ?? before) < before)
    return Either.right({ result: removed.length, rows: [], removed, events: [] })
  },
})

/** When the row was finished; null or undefined while it is not, or is no more. */
const endOf = (
  view: View,
  table: PrunedTable,
  organizationId: OrganizationId,
  id: string,
): Instant | null | undefined =>
  table === "idempotencyRecord"
    ? view.get(table, organizationId, id)?.creado
    : view.get(table, organizationId, id)?.settled
