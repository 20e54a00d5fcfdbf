import { createHash } from "node:crypto"
import type { RecordFields } from "../../core/registry/RegistryRecord.ts"
import { type AeatError, when } from "./aeatError.ts"
import { blockIn, textIn } from "./aeatFields.ts"

/*
 * Link, timestamp and huella (VAL 3.1.3.18, 20 and 23; Especificaciones huella 0.1.2). Whether the previous record
 * exists, or there was a first record already (2007), can only be seen in the whole chain.
 */

const ofAlta = {
  invoice: ["IDEmisorFactura", "NumSerieFactura", "FechaExpedicionFactura"],
  own: ["TipoFactura", "CuotaTotal", "ImporteTotal"],
}

const ofAnulacion = {
  invoice: ["IDEmisorFacturaAnulada", "NumSerieFacturaAnulada", "FechaExpedicionFacturaAnulada"],
  own: [],
}

const previousOf = (record: RecordFields): RecordFields | undefined =>
  blockIn(blockIn(record, "Encadenamiento"), "RegistroAnterior")

/** The huella computed from the record's own texts: 64 hexadecimal digits in upper case. */
export const recomputedHuella = (record: RecordFields, kind: "alta" | "anulacion"): string => {
  const { invoice, own } = kind === "alta" ? ofAlta : ofAnulacion
  const pair = (fields: RecordFields | undefined, name: string) => `${name}=${textIn(fields, name)?.trim() ?? ""}`
  const hashed = [
    ...invoice.map((name) => pair(blockIn(record, "IDFactura"), name)),
    ...own.map((name) => pair(record, name)),
    pair(previousOf(record), "Huella"),
    pair(record, "FechaHoraHusoGenRegistro"),
  ].join("&")
  return createHash("sha256").update(hashed, "utf8").digest("hex").toUpperCase()
}

const huellaErrors = (record: RecordFields, kind: "alta" | "anulacion"): ReadonlyArray<AeatError> => {
  const huella = textIn(record, "Huella")
  if (huella === undefined) return []
  return [
    ...when(huella.length !== 64, 1262, "Huella no tiene 64 caracteres"),
    ...when(!/^[A-Za-z0-9]*$/.test(huella), 1292, "Huella no es alfanumérica"),
    ...when(huella !== recomputedHuella(record, kind), 2000, "Huella no es la de los campos del registro"),
  ]
}

const linkErrors = (record: RecordFields): ReadonlyArray<AeatError> => {
  const link = blockIn(record, "Encadenamiento")
  const previous = previousOf(record)
  const isFirst = textIn(link, "PrimerRegistro") !== undefined
  return when(
    link !== undefined && isFirst === (previous !== undefined),
    1180,
    "Encadenamiento: PrimerRegistro o RegistroAnterior",
  )
}

const previousHuellaErrors = (record: RecordFields): ReadonlyArray<AeatError> => {
  const previous = textIn(previousOf(record), "Huella")
  if (previous === undefined) return []
  return [
    ...when(previous.length !== 64, 2002, "la Huella anterior no tiene 64 caracteres"),
    ...when(!/^[A-Za-z0-9]*$/.test(previous), 1291, "la Huella anterior no es alfanumérica"),
    ...when(!/^[0-9A-F]*$/.test(previous), 2003, "la Huella anterior no es hexadecimal en mayúsculas"),
    ...when(previous === textIn(record, "Huella"), 2008, "la Huella anterior es la del propio registro"),
  ]
}

/** AEAT accepts no timestamp more than minutes ahead of its clock; here only the day is checked. */
const timeErrors = (record: RecordFields, today: string): ReadonlyArray<AeatError> => {
  const made = textIn(record, "FechaHoraHusoGenRegistro")?.slice(0, 10)
  return when(made !== undefined && made > today, 2004, "FechaHoraHusoGenRegistro es posterior a hoy")
}

/** Objections to how the record is linked, dated and hashed. */
export const chainErrors = (
  record: RecordFields,
  kind: "alta" | "anulacion",
  today: string,
): ReadonlyArray<AeatError> => [
  ...linkErrors(record),
  ...previousHuellaErrors(record),
  ...timeErrors(record, today),
  ...huellaErrors(record, kind),
]
