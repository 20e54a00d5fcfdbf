import type { Instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"

/** A value in a record's tree of fields: text as it is sent, nested fields, or a list of them. */
export type RecordField = string | RecordFields | ReadonlyArray<RecordFields>

/** Fields of a record under AEAT's names, in the order of the official schema. */
export interface RecordFields {
  readonly [name: string]: RecordField
}

/**
 * A record of invoicing (registro de facturación). The law asks software to make one for each invoice that is issued, an
 * "alta", and for each that is annulled, an "anulación", to chain a company's records by their hashes (huellas), and never to
 * change or remove one (RD 1007/2023 art. 8). VERI*FACTU is the variant, ours, in which they go to the tax authority (AEAT).
 */
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
  /** The address in the printed QR code; null for an annulment. */
  readonly qr: string | null
  /** A hash of all of this and of the seal before (seal.ts), for our own verification only. */
  readonly seal: string
}
