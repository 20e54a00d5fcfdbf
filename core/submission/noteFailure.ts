import { activityEntry } from "../activity/ActivityEntry.ts"
import { type Instant, instant } from "../calendar/instant.ts"
import { type Command, unchanged } from "../commit/Command.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { changeSubmission } from "./changeSubmission.ts"
import { longestWaitMillis } from "./nextMessage.ts"
import { storableText } from "./storableAnswer.ts"

/**
 * How long to wait after the first message that failed, the second, and so on; the last wait repeats. Together with the time
 * that a message may take it stays below the hour within which sending has to be tried again (Orden HAC/1177/2024 art. 16.4).
 */
const waitsMinutes = [1, 2, 5, 15, 30, 55] as const

/**
 * Notes that a message failed, and why (Spanish); returns when to try again. The activity log gets an entry when failures
 * begin, and when the reason changes. Invoicing goes on meanwhile. `first`: `orden` of the first record that was waiting;
 * nothing is noted if it has been answered since, as then another worker has succeeded.
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

/** The later of the two, unless the noted wait is longer than AEAT may ask for and so comes from a wrong clock. */
const laterOf = (notBefore: Instant | null, least: Instant): Instant =>
  notBefore === null || notBefore - least > longestWaitMillis ? least : instant(Math.max(notBefore, least))
