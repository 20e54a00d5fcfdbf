import { Clock, Effect } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { LeasedJob } from "../ports/Queue.ts"

/** Takes at most `limit` jobs, of other companies than these. */
type Take<E> = (limit: number, others: ReadonlyArray<OrganizationId>) => Effect.Effect<ReadonlyArray<LeasedJob>, E>

/**
 * To look for other companies the storage may have to pass by all that waits: so the next look is not before this many times
 * as long as one took.
 */
const pauseTimes = 20

/** The most companies that are passed over. */
const servedMax = 64

/**
 * Takes jobs as they fell due, but while more are due than there is room for, companies take turns: now and then those come
 * first that have had none since the last time that all had. A company with a thousand letters so holds up nobody else's.
 */
export const inTurns = <E>(take: Take<E>): ((limit: number) => Effect.Effect<ReadonlyArray<LeasedJob>, E>) => {
  /** Companies that have had their turn. */
  let served: ReadonlyArray<OrganizationId> = []
  let looked = 0
  let pause = 0

  const ofOthers = Effect.fnUntraced(function*(limit: number) {
    const began = yield* Clock.currentTimeMillis
    if (served.length === 0 || Math.abs(began - looked) < pause) return []
    const others = yield* take(limit, served)
    looked = yield* Clock.currentTimeMillis
    pause = pauseTimes * (looked - began)
    if (others.length === 0) served = []
    return others
  })

  return Effect.fnUntraced(function*(limit: number) {
    const others = yield* ofOthers(limit)
    // If this fails, the ones that were taken are in hand all the same.
    const next = limit === others.length ? [] : yield* Effect.catchAll(take(limit - others.length, []), (failure) =>
      others.length === 0 ? Effect.fail(failure) : Effect.succeed([]))
    const jobs = [...others, ...next]
    const now = [...new Set([...served, ...jobs.map(({ organizationId }) => organizationId)])]
    served = jobs.length < limit || now.length > servedMax ? [] : now
    return jobs
  })
}
