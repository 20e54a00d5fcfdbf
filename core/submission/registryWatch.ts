import { Clock, Effect, Either } from "effect"
import { dayMillis, type Instant, instant } from "../calendar/instant.ts"
import { GroupCommit } from "../commit/GroupCommit.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Asking } from "./asking.ts"
import { compareRegistry } from "./compareRegistry.ts"
import { noteAhead, noteInStep, noteStillAhead } from "./noteVigilance.ts"
import type { SubmissionState } from "./SubmissionState.ts"

/** What a process remembers of a company. */
interface Seen {
  /** When its registry is to be compared again. */
  readonly due: Instant
  /** How far its records had been answered. Less means that the database is another one. */
  readonly answeredThrough: number
}

/** By company, since the process began. */
export type Watch = Map<OrganizationId, Seen>

/** A watch that has seen no company yet. */
export const makeWatch: Effect.Effect<Watch> = Effect.sync(() => new Map())

/** A comparison that was not possible is tried again after so long. */
const againMillis = 3_600_000

/** A company with more is not compared on the way: that would hold up what it sends. */
const bounds = { pages: 10, records: 50_000 }

/** What AEAT was seen to have is looked for however old it has grown. */
const boundsAhead = { ...bounds, months: Number.POSITIVE_INFINITY }

/**
 * Compares what the tax authority holds with what is here: before a process's first message of a company, and then once
 * a day. Undefined when the message may leave; else until when it is held up, the reason being noted.
 */
export const heldUpUntil = Effect.fnUntraced(function*(state: SubmissionState, asking: Asking, watch: Watch) {
  const { answeredThrough, organizationId, vigilance } = state
  const now = yield* Clock.currentTimeMillis
  const seen = watch.get(organizationId)
  const lookAgainIn: LookAgainIn = (millis) => watch.set(organizationId, { due: instant(now + millis), answeredThrough })
  if (vigilance === "ahead") return yield* whileAhead(organizationId, asking, lookAgainIn)
  const isSeen = seen !== undefined && now < seen.due && answeredThrough >= seen.answeredThrough
  if (vigilance === "watching" && !isSeen) return yield* onTheWay(organizationId, asking, lookAgainIn)
  watch.set(organizationId, { due: seen?.due ?? instant(now), answeredThrough })
  return undefined
})

type LookAgainIn = (millis: number) => void

/** What was there and not here is looked for until it is here too, or nobody cares: meanwhile nothing leaves. */
const whileAhead = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  asking: Asking,
  lookAgainIn: LookAgainIn,
) {
  const { run } = yield* GroupCommit
  const compared = yield* compareRegistry(organizationId, asking, boundsAhead)
  if (compared === undefined) return yield* run(noteStillAhead(organizationId))
  if (compared.foreign.length > 0) return yield* run(noteAhead(organizationId, compared.foreign))
  lookAgainIn(dayMillis)
  yield* run(noteInStep(organizationId))
  return undefined
})

/** Nothing is known against it: a comparison that is not possible stops nothing. */
const onTheWay = Effect.fnUntraced(function*(organizationId: OrganizationId, asking: Asking, lookAgainIn: LookAgainIn) {
  const { run } = yield* GroupCommit
  const compared = yield* Effect.either(compareRegistry(organizationId, asking, bounds))
  const foreign = Either.getOrUndefined(compared)?.foreign ?? []
  if (foreign.length > 0) return yield* run(noteAhead(organizationId, foreign))
  lookAgainIn(Either.isLeft(compared) ? againMillis : dayMillis)
  return undefined
})
