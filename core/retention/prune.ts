import { Clock, Effect, Either } from "effect"
import { type Instant, instant } from "../calendar/instant.ts"
import type { Command, View } from "../commit/Command.ts"
import { GroupCommit } from "../commit/GroupCommit.ts"
import type { StoredKey } from "../commit/tables.ts"
import { replayMillis } from "../deliveries/abandonAndReplay.ts"
import { retentionMillis as idempotencyMillis } from "../idempotency/onceOnly.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type PrunedTable, Storage } from "../ports/Storage.ts"

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

/** Rows that are passed over at most, of companies that cannot be written: with more, the next hour tries again. */
const passedOverMax = 10_000

/** Removes everything whose time is over, and answers how many rows that were. Many may do so at the same time. */
export const prune = Effect.gen(function*() {
  const now = yield* Clock.currentTimeMillis
  let removed = 0
  for (const [table, millis] of keptMillis) removed += yield* pruneTable(table, now - millis)
  return removed
})

/**
 * Rows of a company that cannot be written now, such as one that somebody holds, stay; those of others go. What stays is
 * found again each time, so that as many rows more are asked for.
 */
const pruneTable = (table: PrunedTable, before: number) =>
  Effect.gen(function*() {
    const { expired } = yield* Storage
    const { run } = yield* GroupCommit
    const failing = new Set<OrganizationId>()
    const removeOf = (id: OrganizationId, keys: ReadonlyArray<StoredKey>) =>
      Effect.catchAllCause(run(removeRows(table, keys, id, before)), (cause) => {
        failing.add(id)
        return Effect.as(Effect.logWarning("what a company no longer needs could not be removed", { organizationId: id, table }, cause), 0)
      })
    let removed = 0
    for (let passedOver = 0; passedOver <= passedOverMax;) {
      const found = yield* expired(table, instant(before), atOnce + passedOver)
      const keys = found.filter(({ organizationId }) => !failing.has(organizationId))
      const companies = new Set(keys.map(({ organizationId }) => organizationId))
      const failed = failing.size
      const counts = yield* Effect.forEach(companies, (id) =>
        removeOf(id, keys.filter(({ organizationId }) => organizationId === id)))
      const inThisGo = counts.reduce((sum, count) => sum + count, 0)
      removed += inThisGo
      // None removed, though none failed: another process was faster.
      if (found.length < atOnce + passedOver || (inThisGo === 0 && failing.size === failed)) return removed
      passedOver = found.filter(({ organizationId }) => failing.has(organizationId)).length
    }
    return removed
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
