import type { Instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { RecordFields } from "./RegistryRecord.ts"

/** What the tax authority answered about a record. A record without a verdict was not sent, or not answered. */
export interface RecordVerdict {
  readonly organizationId: OrganizationId
  /** Id of the record. */
  readonly id: string
  readonly factura_id: string
  readonly orden: number
  readonly estado: "accepted" | "accepted_with_errors" | "rejected"
  /** Proof of receipt (código seguro de verificación) of the message that carried the record; null if none was given. */
  readonly csv: string | null
  /** Code from AEAT's list of errors; null for no error. */
  readonly codigo: number | null
  /** AEAT's own words. */
  readonly descripcion: string | null
  /** The whole answer, under AEAT's names. */
  readonly respuesta: RecordFields
  readonly recibido: Instant
}
