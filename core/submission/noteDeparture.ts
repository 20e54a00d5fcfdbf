import { Either } from "effect"
import { activityEntry } from "../activity/ActivityEntry.ts"
import { type Instant, instant } from "../calendar/instant.ts"
import type { Command } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { storableText } from "./storableAnswer.ts"
import { firstSubmission } from "./SubmissionState.ts"

/** Notes that records up to this one leave now: from then on their answers may get lost. */
export const noteDeparture = (organizationId: OrganizationId, through: number): Command<void> => ({
  organizationId,
  reads: () => [key("submissionState", organizationId, organizationId)],
  decide: (view, { clock }) => {
    const state = view.get("submissionState", organizationId, organizationId) ?? firstSubmission(organizationId)
    const row = { ...state, sentThrough: Math.max(through, state.sentThrough), lastSent: clock }
    return Either.right({ result: undefined, rows: [{ table: "submissionState", row }], events: [] })
  },
})

/**
 * Waits after messages that failed; the last one goes on. With the time that a message takes it is less than the hour
 * within which it has to be tried again (Orden HAC/1177/2024 art. 16.4).
 */
const waitsMinutes = [1, 2, 5, 15, 30, 55] as const

/**
 * Notes that a message was not answered, and why (Spanish); answers when to try again. The activity log is told when
 * that begins, and of every other reason. Invoicing goes on meanwhile.
 */
export const noteFailure = (organizationId: OrganizationId, reason: string): Command<Instant> => ({
  organizationId,
  reads: () => [key("submissionState", organizationId, organizationId)],
  decide: (view, supply) => {
    const state = view.get("submissionState", organizationId, organizationId) ?? firstSubmission(organizationId)
    const problem = storableText(reason)
    const minutes = waitsMinutes[Math.min(state.failures, waitsMinutes.length - 1)] ?? 55
    const notBefore = instant(supply.clock + minutes * 60_000)
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
    return Either.right({
      result: notBefore,
      rows: [{ table: "submissionState", row }, ...(state.problem === problem ? [] : [entry])],
      events: [],
    })
  },
})
