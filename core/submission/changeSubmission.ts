import { Either } from "effect"
import type { Command, Decision, Supply, View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { firstSubmission, type SubmissionState } from "./SubmissionState.ts"

/** The state of a company, for commands that read it. */
export const submissionIn = (view: View, organizationId: OrganizationId): SubmissionState =>
  view.get("submissionState", organizationId, organizationId) ?? firstSubmission(organizationId)

/** A command that looks at nothing but how far a company's records have come. */
export const changeSubmission = <A>(
  organizationId: OrganizationId,
  change: (state: SubmissionState, supply: Supply) => Decision<A>,
): Command<A> => ({
  organizationId,
  reads: () => [key("submissionState", organizationId, organizationId)],
  decide: (view, supply) => Either.right(change(submissionIn(view, organizationId), supply)),
})

/** Writes the state, and nothing else. */
export const noted = (row: SubmissionState): Decision<void> =>
  ({ result: undefined, rows: [{ table: "submissionState", row }], events: [] })
