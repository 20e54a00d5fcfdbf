import type { Instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"

/** A value of a record's field tree: text as it is sent, or nested fields, or a list of them. */
export type RecordField = string | RecordFields | ReadonlyArray<RecordFields>

/** Fields of a record under AEAT's names, in the order of the official schema. */
export interface RecordFields {
  readonly [name: string]: RecordField
}

/** One link of a company's chain of invoice records; never changed nor removed (RD 1007/2023 art. 8). */
export interface RegistryRecord {
  readonly organizationId: OrganizationId
  readonly id: string
  readonly factura_id: string
  /** Place in the chain, from 1. */
  readonly orden: number
  readonly tipo: "alta" | "anulacion"
  readonly subsanacion: boolean
  readonly generado: Instant
  readonly huella: string
  /** Null for the first of the chain. */
  readonly huella_anterior: string | null
  /** The exact text that was hashed. */
  readonly cadena: string
  readonly campos: RecordFields
  /** Address of the printed QR; null for an annulment. */
  readonly qr: string | null
  /** Over all of this and the record before (seal.ts); for our own verification only. */
  readonly seal: string
}
