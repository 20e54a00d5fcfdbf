import { Effect, Option } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { Storage } from "../ports/Storage.ts"
import { firstSubmission } from "./SubmissionState.ts"

/** Reads how far the sending of a company's records has come. */
export const readSubmissionState = (organizationId: OrganizationId) =>
  Effect.flatMap(Storage, ({ find }) =>
    Effect.map(find("submissionState", organizationId, organizationId), Option.getOrElse(() => firstSubmission(organizationId))))
