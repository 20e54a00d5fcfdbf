import type { Supply, View } from "../commit/Command.ts"
import { key, type TableRow } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type Job, registryJob } from "../jobs/Job.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { Appended } from "./appendRecord.ts"
import type { ChainHead } from "./ChainHead.ts"

/** The row of a company's chain head. */
export const chainHeadKey = (organizationId: OrganizationId) => key("chainHead", organizationId, organizationId)

/** The last record of a company's chain (`chainHeadKey`); undefined before the first. */
export const chainHeadIn = (view: View, organizationId: OrganizationId): ChainHead | undefined =>
  view.get("chainHead", organizationId, organizationId)

/** The rows that a decision writes when it appends a record: the record and the new head. */
export const chainRows = ({ head, record }: Appended): ReadonlyArray<TableRow> => [
  { table: "registryRecord", row: record },
  { table: "chainHead", row: head },
]

/** The job that sends an appended record to the tax authority; none if the company does not send its records. */
export const sendingJobs = (
  { id, sendsRecords }: Pick<Organization, "id" | "sendsRecords">,
  { clock }: Supply,
): ReadonlyArray<Job> => (sendsRecords ? [registryJob(id, clock)] : [])
