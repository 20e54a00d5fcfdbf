import { CertificateKind, type StoredCertificate } from "../../../core/certificates/StoredCertificate.ts"
import type { ChainHead } from "../../../core/registry/ChainHead.ts"
import type { RecordVerdict } from "../../../core/registry/RecordVerdict.ts"
import type { RecordField, RecordFields, RegistryRecord } from "../../../core/registry/RegistryRecord.ts"
import type { SubmissionState } from "../../../core/submission/SubmissionState.ts"
import type { RegistryVerification } from "../../../core/verification/RegistryVerification.ts"
import type { RegistryFault } from "../../../core/verification/verifyRegistry.ts"
import { boolean, type Column, CorruptRow, date, integer, nullable, oneOf, text, timestamp, unpacking, uuid } from "./columns.ts"
import { type Columns, jsonObject } from "./fields.ts"
import { organizationIdColumn } from "./organizationIdColumn.ts"

/** Table chain_head. */
export const chainHeadColumns: Columns<ChainHead> = {
  organizationId: organizationIdColumn,
  id: uuid,
  orden: integer,
  huella: text,
  seal: text,
  nif: text,
  numserie: text,
  fecha: date,
  generado: timestamp,
}

const isRecordField = (value: unknown): value is RecordField =>
  typeof value === "string" || (Array.isArray(value) ? value.every(isRecordFields) : isRecordFields(value))

const isRecordFields = (value: unknown): value is RecordFields =>
  typeof value === "object" && value !== null && Object.values(value).every(isRecordField)

const recordFields: Column<RecordFields> = unpacking(JSON.parse, {
  encode: (fields) => fields,
  decode: (value) => {
    if (!isRecordFields(value)) throw new CorruptRow("expected the fields of a record")
    return value
  },
})

/** Table registry_record. */
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
  seal: text,
}

/** Table record_verdict. */
export const recordVerdictColumns: Columns<RecordVerdict> = {
  organizationId: organizationIdColumn,
  id: uuid,
  factura_id: uuid,
  orden: integer,
  estado: oneOf("accepted", "accepted_with_errors", "rejected"),
  csv: nullable(text),
  codigo: nullable(integer),
  descripcion: nullable(text),
  respuesta: recordFields,
  recibido: timestamp,
}

/** Table submission_state. */
export const submissionStateColumns: Columns<SubmissionState> = {
  organizationId: organizationIdColumn,
  id: uuid,
  answeredThrough: integer,
  sentThrough: integer,
  lastSent: nullable(timestamp),
  notBefore: nullable(timestamp),
  failures: integer,
  failingSince: nullable(timestamp),
  problem: nullable(text),
  suspects: nullable(integer),
  refusedAlone: integer,
  vigilance: oneOf("watching", "ahead", "regardless"),
  announced: nullable(timestamp),
}

/** Table certificate. */
export const certificateColumns: Columns<StoredCertificate> = {
  organizationId: organizationIdColumn,
  id: uuid,
  tipo: oneOf(...CertificateKind.literals),
  sealedPkcs12: text,
  sealedPassword: text,
  titular: text,
  caduca: timestamp,
  creado: timestamp,
}

/** Table registry_verification. */
export const registryVerificationColumns: Columns<RegistryVerification> = {
  organizationId: organizationIdColumn,
  id: uuid,
  verificado: timestamp,
  registros: integer,
  primer_error: nullable(jsonObject<RegistryFault>({
    orden: integer,
    huella: text,
    clase: oneOf("edited", "missing", "duplicated", "forked"),
    mensaje: text,
    factura_id: nullable(text),
  })),
}
