import { activityEntry } from "../activity/ActivityEntry.ts"
import { type Instant, instant } from "../calendar/instant.ts"
import { type Command, unchanged } from "../commit/Command.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { changeSubmission, noted } from "./changeSubmission.ts"
import { longestWaitMillis } from "./nextMessage.ts"
import { storableText } from "./storableAnswer.ts"

/** Notes that records up to this one leave now: from then on their answers may get lost. */
export const noteDeparture = (organizationId: OrganizationId, through: number): Command<void> =>
  changeSubmission(organizationId, (state, { clock }) =>
    noted({ ...state, sentThrough: Math.max(through, state.sentThrough), lastSent: clock }))

/** Notes for how many seconds AEAT wants no further message. */
export const noteWait = (organizationId: OrganizationId, espera: number): Command<void> =>
  changeSubmission(organizationId, (state, { clock }) => noted({ ...state, notBefore: instant(clock + espera * 1_000) }))

/**
 * Waits after messages that failed; the last one goes on. With the time that a message takes it is less than the hour
 * within which it has to be tried again (Orden HAC/1177/2024 art. 16.4).
 */
const waitsMinutes = [1, 2, 5, 15, 30, 55] as const

/** A wait that is longer than AEAT may ask for was noted under a clock that was wrong. */
const laterOf = (notBefore: Instant | null, least: Instant): Instant =>
  notBefore === null || notBefore - least > longestWaitMillis ? least : instant(Math.max(notBefore, least))

/**
 * Notes that a message was not answered, and why (Spanish); answers when to try again. The activity log is told when
 * that begins, and of every other reason. Invoicing goes on meanwhile. `first`: `orden` of the first record that waited;
 * where it has been answered since, another worker was luckier, and nothing is noted.
 */
export const noteFailure = (
  organizationId: OrganizationId,
  reason: string,
  first = Number.POSITIVE_INFINITY,
): Command<Instant> =>
  changeSubmission(organizationId, (state, supply) => {
    if (first <= state.answeredThrough) return unchanged(supply.clock)
    const problem = storableText(reason)
    const minutes = waitsMinutes[Math.min(state.failures, waitsMinutes.length - 1)] ?? 55
    const notBefore = laterOf(state.notBefore, instant(supply.clock + minutes * 60_000))
    const row = {
      ...state,
      failures: state.failures + 1,
      failingSince: state.failingSince ?? supply.clock,
      problem,
      notBefore,
    }
    const entry = activityEntry(supply, {
      organizationId,
      tipo: "submission_stopped",
      mensaje: `Los registros no llegan a la AEAT: ${problem}. Se sigue facturando; se enviarán en cuanto se pueda.`,
      recurso: "organizacion",
      recurso_id: organizationId,
    })
    return {
      result: notBefore,
      rows: [{ table: "submissionState", row }, ...(state.problem === problem ? [] : [entry])],
      events: [],
    }
  })
