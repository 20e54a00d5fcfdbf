import { Schema } from "effect"
import { isoInstant } from "../calendar/instant.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { RecordVerdict } from "./RecordVerdict.ts"
import type { RegistryRecord } from "./RegistryRecord.ts"

/** Nested fields under AEAT's names. They have no schema here, which would only repeat AEAT's. */
const fields = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** A record as it is shown (decisions, section 5). */
export const RecordResource = Schema.Struct({
  id: Schema.String,
  factura_id: Schema.String,
  orden: Schema.Int,
  tipo: Schema.Literal("alta", "anulacion"),
  subsanacion: Schema.Boolean,
  generado: Schema.String,
  huella: Schema.String,
  huella_anterior: Schema.NullOr(Schema.String),
  cadena: Schema.String,
  campos: fields,
  qr: Schema.NullOr(Schema.String),
  estado: Schema.Literal("pending", "accepted", "accepted_with_errors", "rejected", "not_sent"),
  csv: Schema.NullOr(Schema.String),
  respuesta: Schema.NullOr(fields),
}).annotations({ identifier: "Registro" })
export type RecordResource = typeof RecordResource.Type

/** Writes the record as it is shown, with what the tax authority answered about it. */
export const recordResource = (
  record: RegistryRecord,
  verdict: RecordVerdict | undefined,
  { sendsRecords }: Pick<Organization, "sendsRecords">,
): RecordResource => {
  const { generado, organizationId: _, seal: _seal, ...shown } = record
  return {
    ...shown,
    generado: isoInstant(generado),
    estado: verdict?.estado ?? (sendsRecords ? "pending" : "not_sent"),
    csv: verdict?.csv ?? null,
    respuesta: verdict?.respuesta ?? null,
  }
}
