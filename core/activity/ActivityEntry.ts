import type { Instant } from "../calendar/instant.ts"
import type { Supply } from "../commit/Command.ts"
import type { TableRow } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"

/** What the activity log tells of (decisions, section 2, "Activity"). */
export const activityKinds = [
  "key_created",
  "key_revoked",
  "test_issue_in_live_series",
  "mixed_series",
  "exchange_differs",
  "webhook_deactivated",
  "record_rejected",
  "record_accepted_with_errors",
  "submission_stopped",
  "submission_resumed",
  "registry_ahead",
  "certificate_expires",
  "quote_accepted",
  "quote_rejected",
  "subscription_paused",
  "subscription_not_issued",
] as const
export type ActivityKind = (typeof activityKinds)[number]

/** One entry of a company's activity log; never changed. */
export interface ActivityEntry {
  readonly organizationId: OrganizationId
  readonly id: string
  readonly creado: Instant
  /** One of the kinds, or one that a later version tells of. */
  readonly tipo: string
  /** Spanish sentence for people. */
  readonly mensaje: string
  /** Kind and id of the resource it is about. */
  readonly recurso: string
  readonly recurso_id: string
  /** Place in the company's order of creation. */
  readonly createdSequence: number
}

/** A new entry, as a row to write. */
export const activityEntry = (
  supply: Supply,
  told: Pick<ActivityEntry, "organizationId" | "mensaje" | "recurso" | "recurso_id"> & { readonly tipo: ActivityKind },
): TableRow<"activityEntry"> => ({
  table: "activityEntry",
  row: { ...told, id: supply.id(), creado: supply.now, createdSequence: supply.sequence() },
})
