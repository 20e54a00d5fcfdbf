import { Effect, Option } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { Storage } from "../ports/Storage.ts"
import { firstSubmission } from "./SubmissionState.ts"

/** How far a company's records have come, as it is stored. */
export const readSubmissionState = (organizationId: OrganizationId) =>
  Effect.flatMap(Storage, ({ find }) =>
    Effect.map(find("submissionState", organizationId, organizationId), Option.getOrElse(() => firstSubmission(organizationId))))
