import { HashSet } from "effect"
import { huellaOf } from "../../../../core/registry/huella.ts"
import type { RecordFields } from "../../../../core/registry/RegistryRecord.ts"
import { blockIn, blocksIn, textIn } from "../../messages/messageFields.ts"
import type { MessageRecord } from "../../messages/recordKey.ts"
import { type RecordContext, when } from "./formErrors.ts"
import { installationOf, type Ledger } from "./Ledger.ts"

/** The codes of errors with which a record is stored all the same, in the order in which they are looked for. */
export const acceptedErrors = (
  record: MessageRecord,
  ledger: Ledger,
  context: RecordContext,
): ReadonlyArray<number> => {
  const { campos } = record
  const link = blockIn(campos, "Encadenamiento")
  const previous = textIn(blockIn(link, "RegistroAnterior"), "Huella")
  const huella = textIn(campos, "Huella")
  const isFirst = textIn(link, "PrimerRegistro") === "S"
  return [
    ...when(huella !== hashed(record), 2000),
    ...when(previous !== undefined && previous.length !== 64, 2002),
    ...when(previous !== undefined && !/^[0-9A-F]*$/.test(previous), 2003),
    ...when(previous !== undefined && previous === huella, 2008),
    ...when(isFirst && HashSet.has(ledger.installations, installationOf(record)), 2007),
    ...when(isOutOfTime(campos, context), 2004),
    ...(record.tipo === "alta" ? totalErrors(campos) : []),
  ]
}

/** The huella of a record's fields, put together here once more, as a check (AEAT, Especificaciones huella 0.1.2). */
const hashed = ({ campos, tipo }: MessageRecord): string => {
  const id = blockIn(campos, "IDFactura")
  const names = ["IDEmisorFactura", "NumSerieFactura", "FechaExpedicionFactura"]
  const own = tipo === "alta" ? ["TipoFactura", "CuotaTotal", "ImporteTotal"] : []
  const pair = (name: string, fields: RecordFields | undefined): string => `${name}=${textIn(fields, name) ?? ""}`
  return huellaOf([
    ...names.map((name) => pair(tipo === "alta" ? name : `${name}Anulada`, id)),
    ...own.map((name) => pair(name, campos)),
    pair("Huella", blockIn(blockIn(campos, "Encadenamiento"), "RegistroAnterior")),
    pair("FechaHoraHusoGenRegistro", campos),
  ].join("&"))
}

/** How far a record's time may be off, in milliseconds. AEAT's answers say so; no document does. */
const marginMillis = 240_000

/** Whether a record comes late without the message saying so (incidencia), or comes from the future. */
const isOutOfTime = (campos: RecordFields, { at, incidencia }: RecordContext): boolean => {
  const late = at - Date.parse(textIn(campos, "FechaHoraHusoGenRegistro") ?? "")
  return late < -marginMillis || (late > marginMillis && !incidencia)
}

/** Totals that are off by more than ten euros; those of some regimes are not looked at (AEAT, validations 16 and 17). */
const totalErrors = (campos: RecordFields): ReadonlyArray<number> => {
  const lines = blocksIn(blockIn(campos, "Desglose"), "DetalleDesglose")
  if (lines.some((line) => ["03", "05", "06", "08", "09"].includes(textIn(line, "ClaveRegimen") ?? ""))) return []
  const sum = (names: ReadonlyArray<string>): number =>
    lines.flatMap((line) => names.map((name) => centsIn(line, name))).reduce((total, one) => total + one, 0)
  const quotas = ["CuotaRepercutida", "CuotaRecargoEquivalencia"]
  const isOff = (name: string, parts: ReadonlyArray<string>): boolean =>
    Math.abs(centsIn(campos, name) - sum(parts)) > 1_000
  return [
    ...when(isOff("ImporteTotal", ["BaseImponibleOimporteNoSujeto", ...quotas]), 2005),
    ...when(isOff("CuotaTotal", quotas), 2006),
  ]
}

/** An amount in cents; 0 where there is none. */
const centsIn = (fields: RecordFields, name: string): number => {
  const text = textIn(fields, name) ?? ""
  const [, sign, whole = "0", decimals = ""] = /^([+-])?(\d{1,12})(?:\.(\d{0,2}))?$/.exec(text) ?? []
  const size = Number(`${whole}${decimals.padEnd(2, "0")}`)
  return sign === "-" ? -size : size
}
