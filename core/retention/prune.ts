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
 * For how long finished rows are kept: deliveries for as long as they can be replayed, letters for as long as deliveries, kept
 * answers for as long as their Idempotency-Keys hold.
 */
const keptMillis: ReadonlyArray<readonly [PrunedTable, number]> = [
  ["delivery", replayMillis],
  ["outgoingMail", replayMillis],
  ["idempotencyRecord", idempotencyMillis],
]

/** How many rows are removed at once. Their companies' writes have to wait for that. */
const atOnce = 200

/** How many rows of companies that cannot be written are skipped. With more, pruning goes on an hour later. */
const passedOverMax = 10_000

/** Removes all rows whose time is over, and returns their number. Several processes may do so at the same time. */
export const prune = Effect.gen(function*() {
  let removed = 0
  for (const [table, millis] of keptMillis) removed += yield* pruneTable(table, millis)
  return removed
})

/**
 * Rows of a company that cannot be written now, because its lock is held, stay; those of others are removed. The rows that
 * stay are found again each time, so as many more rows are asked for.
 */
const pruneTable = (table: PrunedTable, millis: number) =>
  Effect.gen(function*() {
    const before = instant((yield* Clock.currentTimeMillis) - millis)
    const { expired } = yield* Storage
    const { run } = yield* GroupCommit
    const failing = new Set<OrganizationId>()
    const removeOf = (id: OrganizationId, keys: ReadonlyArray<StoredKey>) =>
      Effect.catchAllCause(run(removeRows(table, keys, id, millis)), (cause) => {
        failing.add(id)
        return Effect.as(Effect.logWarning("what a company no longer needs could not be removed", { organizationId: id, table }, cause), 0)
      })
    let removed = 0
    for (let passedOver = 0; passedOver <= passedOverMax;) {
      const found = yield* expired(table, before, atOnce + passedOver)
      const keys = found.filter(({ organizationId }) => !failing.has(organizationId))
      const companies = new Set(keys.map(({ organizationId }) => organizationId))
      const failed = failing.size
      const counts = yield* Effect.forEach(companies, (id) =>
        removeOf(id, keys.filter(({ organizationId }) => organizationId === id)))
      const inThisGo = counts.reduce((sum, count) => sum + count, 0)
      removed += inThisGo
      // When no row was removed although no company failed, another process was faster.
      if (found.length < atOnce + passedOver || (inThisGo === 0 && failing.size === failed)) return removed
      passedOver = found.filter(({ organizationId }) => failing.has(organizationId)).length
    }
    return removed
  })

/**
 * Removes those rows whose time is over still: meanwhile a key may have been used again, a delivery replayed, or a clock that
 * was ahead put right.
 */
const removeRows = (
  table: PrunedTable,
  keys: ReadonlyArray<StoredKey>,
  organizationId: OrganizationId,
  millis: number,
): Command<number> => ({
  organizationId,
  reads: () => keys,
  decide: (view, { clock }) => {
    const isOver = (end: Instant | null | undefined) => end !== null && end !== undefined && end < clock - millis
    const removed = keys.filter(({ id }) => isOver(endOf(view, table, organizationId, id)))
    return Either.right({ result: removed.length, rows: [], removed, events: [] })
  },
})

/** When the row was finished; null or undefined when it is not, or does not exist any more. */
const endOf = (
  view: View,
  table: PrunedTable,
  organizationId: OrganizationId,
  id: string,
): Instant | null | undefined =>
  table === "idempotencyRecord"
    ? view.get(table, organizationId, id)?.creado
    : view.get(table, organizationId, id)?.settled
