import type { ChainHead } from "../../core/registry/ChainHead.ts"
import type { RecordField, RecordFields, RegistryRecord } from "../../core/registry/RegistryRecord.ts"
import { boolean, type Column, CorruptRow, date, integer, nullable, oneOf, text, timestamp, uuid } from "./columns.ts"
import type { Columns } from "./fields.ts"
import { organizationIdColumn } from "./organizationIdColumn.ts"

/** How a company's chain of records is stored. */

export const chainHeadColumns: Columns<ChainHead> = {
  organizationId: organizationIdColumn,
  id: uuid,
  orden: integer,
  huella: text,
  nif: text,
  numserie: text,
  fecha: date,
  generado: timestamp,
}

const isRecordField = (value: unknown): value is RecordField =>
  typeof value === "string" || (Array.isArray(value) ? value.every(isRecordFields) : isRecordFields(value))

const isRecordFields = (value: unknown): value is RecordFields =>
  typeof value === "object" && value !== null && Object.values(value).every(isRecordField)

const recordFields: Column<RecordFields> = {
  encode: (fields) => fields,
  decode: (value) => {
    if (!isRecordFields(value)) throw new CorruptRow("expected the fields of a record")
    return value
  },
}

export const registryRecordColumns: Columns<RegistryRecord> = {
  organizationId: organizationIdColumn,
  id: uuid,
  factura_id: uuid,
  orden: integer,
  tipo: oneOf("alta", "anulacion"),
  subsanacion: boolean,
  generado: timestamp,
  huella: text,
  huella_anterior: nullable(text),
  cadena: text,
  campos: recordFields,
  qr: nullable(text),
}
