import { Either } from "effect"
import type { Command, Decision, Supply, View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { firstSubmission, type SubmissionState } from "./SubmissionState.ts"

/** A company's state, for commands that have declared its key. */
export const submissionIn = (view: View, organizationId: OrganizationId): SubmissionState =>
  view.get("submissionState", organizationId, organizationId) ?? firstSubmission(organizationId)

/** A command that needs nothing but the company's state. */
export const changeSubmission = <A>(
  organizationId: OrganizationId,
  change: (state: SubmissionState, supply: Supply) => Decision<A>,
): Command<A> => ({
  organizationId,
  reads: () => [key("submissionState", organizationId, organizationId)],
  decide: (view, supply) => Either.right(change(submissionIn(view, organizationId), supply)),
})

/** The decision that writes the state and nothing else. */
export const noted = (row: SubmissionState): Decision<void> =>
  ({ result: undefined, rows: [{ table: "submissionState", row }], events: [] })
