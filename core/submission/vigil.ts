import { Clock, Effect, Either } from "effect"
import { type Instant, instant } from "../calendar/instant.ts"
import { GroupCommit } from "../commit/GroupCommit.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { compareRegistry } from "./compareRegistry.ts"
import type { Asking } from "./asking.ts"
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

const dayMillis = 86_400_000

/** A comparison that was not possible stops nothing; it is tried again after so long. */
const againMillis = 3_600_000

/** A company with more is not compared on the way: that would hold up what it sends. */
const bounds = { pages: 10, records: 50_000 }

/** What AEAT was seen to have is looked for however old it has grown. */
const boundsAhead = { ...bounds, months: Number.POSITIVE_INFINITY }

/**
 * Compares what the tax authority holds with what is here: before a process's first message of a company, and then once
 * a day. Undefined when the message may leave; else until when it is held up, the reason being noted.
 */
export const heldUpUntil = (state: SubmissionState, asking: Asking, watch: Watch) =>
  Effect.gen(function*() {
    const { answeredThrough, organizationId, vigilance } = state
    const { run } = yield* GroupCommit
    const now = yield* Clock.currentTimeMillis
    const seen = watch.get(organizationId)
    const lookAgainAt = (millis: number) => watch.set(organizationId, { due: instant(millis), answeredThrough })
    const isSeen = seen !== undefined && now < seen.due && answeredThrough >= seen.answeredThrough
    if (vigilance === "regardless" || (vigilance === "watching" && isSeen)) {
      lookAgainAt(seen?.due ?? now)
      return undefined
    }
    const compared = yield* compareRegistry(organizationId, asking, vigilance === "ahead" ? boundsAhead : bounds).pipe(
      Effect.either,
    )
    if (Either.isLeft(compared)) {
      if (vigilance === "ahead") return yield* Effect.fail(compared.left)
      lookAgainAt(now + againMillis)
      return undefined
    }
    if (compared.right === undefined && vigilance === "ahead") return yield* run(noteStillAhead(organizationId))
    const foreign = compared.right?.foreign ?? []
    if (foreign.length > 0) return yield* run(noteAhead(organizationId, foreign))
    lookAgainAt(now + dayMillis)
    if (vigilance === "ahead") yield* run(noteInStep(organizationId))
    return undefined
  })
