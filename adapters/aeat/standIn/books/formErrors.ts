import { type CivilDate, parseCivilDate } from "../../../../core/calendar/civilDate.ts"
import { civilDateAt } from "../../../../core/calendar/civilZone.ts"
import type { Instant } from "../../../../core/calendar/instant.ts"
import type { RecordFields } from "../../../../core/registry/RegistryRecord.ts"
import { blockIn, blocksIn, textIn } from "../../messages/messageFields.ts"
import { invoiceOf, type MessageRecord } from "../../messages/recordKey.ts"

/** What is known around a record. */
export interface RecordContext {
  /** NIF of ObligadoEmision in the message's header. */
  readonly nif: string
  /** The stand-in's clock. */
  readonly at: Instant
  /** Whether the message says that its records come late. */
  readonly incidencia: boolean
}

/**
 * The codes that refuse a record for its form, in the order in which they are looked for. Of AEAT's 150 or so validations
 * (Validaciones 1.2.2) these are the ones that records of a working engine can run into.
 */
export const formErrors = (record: MessageRecord, context: RecordContext): ReadonlyArray<number> => [
  ...invoiceErrors(record, context),
  ...(record.tipo === "alta" ? altaErrors(record.campos) : []),
  ...closingErrors(record.campos),
]

/** The code, when the rule is broken. */
export const when = (broken: boolean, codigo: number): ReadonlyArray<number> => (broken ? [codigo] : [])

const invoiceErrors = (record: MessageRecord, { at, nif: issuer }: RecordContext): ReadonlyArray<number> => {
  const { fecha, nif, numserie } = invoiceOf(record)
  const issued = dayOf(fecha)
  return [
    ...when(nif !== issuer, 1108),
    ...when(numserie === "" || numserie.length > 60, 1104),
    ...when(!/^[ -~]*$/.test(numserie), 1130),
    ...when(/[<>"'=]/.test(numserie), 1287),
    ...when(issued === undefined, 1105),
    ...when(issued !== undefined && issued > civilDateAt("Europe/Madrid", at), 1112),
    ...when(issued !== undefined && issued < "2024-10-28", 1152),
  ]
}

const dayOf = (text: string): CivilDate | undefined => parseCivilDate(text.split("-").reverse().join("-"))

const altaErrors = (campos: RecordFields): ReadonlyArray<number> => {
  const type = textIn(campos, "TipoFactura") ?? ""
  const mends = textIn(campos, "Subsanacion") === "S"
  const refusedBefore = textIn(campos, "RechazoPrevio")
  const hasRecipients = blocksIn(blockIn(campos, "Destinatarios"), "IDDestinatario").length > 0
  const corrects = /^R[1-5]$/.test(type)
  return [
    ...when(!/^(?:F[123]|R[1-5])$/.test(type), 1106),
    ...when(corrects && textIn(campos, "TipoRectificativa") === undefined, 1114),
    ...when(!corrects && textIn(campos, "TipoRectificativa") !== undefined, 1115),
    ...when(refusedBefore === "X" && !mends, 1153),
    ...when(refusedBefore === "S" && !mends, 1161),
    ...when(/^(?:F[13]|R[1-4])$/.test(type) && !hasRecipients, 1189),
    ...when(/^(?:F2|R5)$/.test(type) && hasRecipients, 1190),
    ...blocksIn(blockIn(campos, "Desglose"), "DetalleDesglose").flatMap((line) => {
      const named = ["CalificacionOperacion", "OperacionExenta"].filter((name) => textIn(line, name) !== undefined)
      return [...when(named.length === 0, 1195), ...when(named.length === 2, 1196)]
    }),
  ]
}

/** Errors of the link, the time and the huella, with which every record ends. */
const closingErrors = (campos: RecordFields): ReadonlyArray<number> => {
  const link = blockIn(campos, "Encadenamiento")
  const previous = blockIn(link, "RegistroAnterior")
  const isFirst = textIn(link, "PrimerRegistro") === "S"
  const previousNames = ["IDEmisorFactura", "NumSerieFactura", "FechaExpedicionFactura", "Huella"]
  const huella = textIn(campos, "Huella") ?? ""
  return [
    ...when(isFirst === (previous !== undefined), 1180),
    ...when(previous !== undefined && previousNames.some((name) => textIn(previous, name) === undefined), 1269),
    ...when(!/^[A-Za-z0-9]*$/.test(textIn(previous, "Huella") ?? ""), 1291),
    ...when(!stamp.test(textIn(campos, "FechaHoraHusoGenRegistro") ?? ""), 1244),
    ...when(textIn(campos, "TipoHuella") !== "01", 1247),
    ...when(huella.length !== 64, 1262),
    ...when(!/^[A-Za-z0-9]*$/.test(huella), 1292),
  ]
}

/** A time to the second, with its offset. AEAT was seen to refuse fractions of seconds, and to accept Z. */
const stamp = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/
