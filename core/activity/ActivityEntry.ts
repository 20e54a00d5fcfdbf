import type { Instant } from "../calendar/instant.ts"
import type { Supply } from "../commit/Command.ts"
import type { TableRow } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"

/** The kinds of entries that this version writes into the activity log (decisions, section 2, "Activity"). */
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
  "mail_failed",
] as const
export type ActivityKind = (typeof activityKinds)[number]

/** An entry of a company's activity log. It never changes. */
export interface ActivityEntry {
  readonly organizationId: OrganizationId
  readonly id: string
  readonly creado: Instant
  /** One of `activityKinds`, or of the kinds that a later version writes. */
  readonly tipo: string
  /** A Spanish sentence for people. */
  readonly mensaje: string
  /** Kind of the resource that the entry is about, such as "clave". */
  readonly recurso: string
  /** Id of that resource. */
  readonly recurso_id: string
  /** Place in the company's order of creation. */
  readonly createdSequence: number
}

/** A new entry with these contents, as a row to write. */
export const activityEntry = (
  supply: Supply,
  contents: Pick<ActivityEntry, "organizationId" | "mensaje" | "recurso" | "recurso_id"> & { readonly tipo: ActivityKind },
): TableRow<"activityEntry"> => ({
  table: "activityEntry",
  row: { ...contents, id: supply.id(), creado: supply.now, createdSequence: supply.sequence() },
})
