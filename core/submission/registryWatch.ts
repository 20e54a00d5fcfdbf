import { Clock, Effect, Either } from "effect"
import { dayMillis, type Instant, instant } from "../calendar/instant.ts"
import { GroupCommit } from "../commit/GroupCommit.ts"
import { compareRegistry } from "../comparison/compareRegistry.ts"
import { reasonOf } from "../comparison/failureReason.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Credentials } from "../ports/TaxAuthority.ts"
import { type SparseWarning, sparseWarning } from "../telemetry/sparseWarning.ts"
import { monthsToCompare } from "./monthsToCompare.ts"
import { noteAhead, noteInStep, noteStillAhead } from "./noteVigilance.ts"
import type { SubmissionState } from "./SubmissionState.ts"

/** What this process remembers of a company. */
interface Seen {
  /** When its registry is to be compared again. */
  readonly due: Instant
  /** How far its records had been answered. If that is less later on, another database has taken this one's place. */
  readonly answeredThrough: number
}

/** What this process remembers, by company, and how it tells of a comparison that failed. */
export interface Watch {
  readonly seen: Map<OrganizationId, Seen>
  readonly warn: SparseWarning
}

/** Makes a watch that has seen no company yet. */
export const makeWatch: Effect.Effect<Watch> = Effect.sync(() => ({
  seen: new Map(),
  warn: sparseWarning("what the tax authority holds could not be compared"),
}))

/** How long until a comparison that failed is tried again. */
const againMillis = 3_600_000

/** A company with more records is not compared before sending, since that would delay its records. */
const bounds = { pages: 10, records: 50_000 }

/**
 * Compares what the tax authority holds with what is here: before this process sends a company's first message, and then once
 * a day. Returns undefined when the message may be sent; otherwise notes why not, and returns when to look again.
 */
export const heldUpUntil = Effect.fnUntraced(function*(state: SubmissionState, credentials: Credentials, watch: Watch) {
  const { answeredThrough, organizationId, vigilance } = state
  const now = yield* Clock.currentTimeMillis
  const seen = watch.seen.get(organizationId)
  const lookAgainIn: LookAgainIn = (millis) => watch.seen.set(organizationId, { due: instant(now + millis), answeredThrough })
  if (vigilance === "ahead") return yield* whileAhead(organizationId, credentials, lookAgainIn)
  // More than a day away is what was noted under a clock that was ahead.
  const isSeen = seen !== undefined && now < seen.due && seen.due - now <= dayMillis && answeredThrough >= seen.answeredThrough
  if (vigilance === "watching" && !isSeen) return yield* onTheWay(organizationId, credentials, lookAgainIn, watch.warn)
  watch.seen.set(organizationId, { due: seen?.due ?? instant(now), answeredThrough })
  return undefined
})

type LookAgainIn = (millis: number) => void

const compareMonths = (organizationId: OrganizationId, credentials: Credentials, monthsMax?: number) =>
  Effect.flatMap(monthsToCompare(organizationId, undefined, monthsMax), (months) =>
    compareRegistry(organizationId, credentials, months, bounds))

/** While AEAT is ahead nothing is sent until all that it holds is here too, however long ago its months are. */
const whileAhead = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  credentials: Credentials,
  lookAgainIn: LookAgainIn,
) {
  const { run } = yield* GroupCommit
  const compared = yield* compareMonths(organizationId, credentials, Number.POSITIVE_INFINITY)
  if (compared === undefined) return yield* run(noteStillAhead(organizationId))
  if (compared.foreign.length > 0) return yield* run(noteAhead(organizationId, compared.foreign))
  lookAgainIn(dayMillis)
  yield* run(noteInStep(organizationId))
  return undefined
})

/** While nothing is known to be wrong, a comparison that fails or would be too large stops nothing. */
const onTheWay = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  credentials: Credentials,
  lookAgainIn: LookAgainIn,
  warn: SparseWarning,
) {
  const { run } = yield* GroupCommit
  const compared = yield* compareMonths(organizationId, credentials).pipe(
    Effect.tapError((failure) =>
      warn({ organizationId, reason: failure._tag === "StorageUnavailable" ? failure.message : reasonOf(failure) })),
    Effect.either,
  )
  const foreign = Either.getOrUndefined(compared)?.foreign ?? []
  if (foreign.length > 0) return yield* run(noteAhead(organizationId, foreign))
  lookAgainIn(Either.isLeft(compared) ? againMillis : dayMillis)
  return undefined
})
