import type { Instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { RecordFields } from "./RegistryRecord.ts"

/** What the tax authority said of a record; a record without a verdict was not sent, or not answered. */
export interface RecordVerdict {
  readonly organizationId: OrganizationId
  /** The record's own. */
  readonly id: string
  readonly factura_id: string
  readonly orden: number
  readonly estado: "accepted" | "accepted_with_errors" | "rejected"
  /** Proof of receipt of the message that carried it; null when none was given. */
  readonly csv: string | null
  /** Of AEAT's list of errors; null without one. */
  readonly codigo: number | null
  /** AEAT's own words. */
  readonly descripcion: string | null
  /** The whole answer, under AEAT's names. */
  readonly respuesta: RecordFields
  readonly recibido: Instant
}
