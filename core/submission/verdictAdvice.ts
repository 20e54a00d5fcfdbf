import { fieldsAt, textAt } from "../registry/recordFields.ts"
import type { RecordVerdict } from "../registry/RecordVerdict.ts"
import { duplicated } from "./heldErrors.ts"

/**
 * What a taxpayer does about an answer of the tax authority. By AEAT's developer answers (item 17), a fault in what the
 * invoicing regulation asks of an invoice is corrected by a rectifying invoice, a fault of the record alone by another
 * record (subsanación), and an invoice that should not exist by its annulment.
 */
export type Remedy = "none" | "rectify" | "amend" | "annul" | "settings"

/**
 * The errors, by AEAT's list, that mean that the invoice itself is wrong: its number or dates, recipient, rates or amounts.
 * All others concern the record alone (form, marks, qualification, hash, link, software, what AEAT could not process).
 * Errors that the list does not have yet count among these: making a record again in vain does no harm.
 */
const ofInvoice: ReadonlySet<number> = new Set([
  // NumSerieFactura, FechaExpedicionFactura, FechaOperacion
  1104, 1105, 1125, 1130, 1133, 1134, 1146, 1147, 1152, 1173, 1287,
  // Destinatarios
  1101, 1102, 1103, 1109, 1110, 1111, 1121, 1122, 1123, 1126, 1131, 1149, 1189, 1190, 1191, 1192, 1193, 1239, 1254, 1255,
  1289, 1290,
  // TipoImpositivo, TipoRecargoEquivalencia
  1124, 1127, 1132, 1135, 1160, 1162, 1163, 1164, 1165, 1166, 1167, 1168, 1169, 1170, 1194, 1206, 1235, 1236, 1277,
  // CuotaRepercutida, and what a simplified invoice may come to
  1140, 1142, 1143, 1144, 1150,
])

/** Errors of accepted records that need no correction (AEAT, validations 4.3.1). */
const harmless: ReadonlySet<number> = new Set([2004, 2009])

/** Errors on who may present these records, or on records made with AEAT's own form. */
const beyondUs: ReadonlySet<number> = new Set([3003, 3004])

/** AEAT's census does not have the recipient under this NIF. With 2001 AEAT accepts a record that says so itself. */
const notInCensus: ReadonlySet<number> = new Set([1109, 1110, 1239])
const toldNotInCensus = 2001

/** Whether the record was refused because the census does not have its recipient, who may be right all the same. */
export const missedRecipient = ({ codigo }: Pick<RecordVerdict, "codigo">): boolean => codigo !== null && notInCensus.has(codigo)

/** The remedy for AEAT's verdict on a record. */
export const remedyOf = ({ codigo, estado }: Pick<RecordVerdict, "codigo" | "estado">): Remedy => {
  if (codigo === null) return estado === "accepted" ? "none" : "amend"
  if (harmless.has(codigo)) return "none"
  if (beyondUs.has(codigo)) return "settings"
  if (codigo === duplicated) return "annul"
  return ofInvoice.has(codigo) ? "rectify" : "amend"
}

const advice: Readonly<Record<Remedy, string>> = {
  none: "No hay que hacer nada.",
  rectify: "Emita una factura rectificativa con los datos correctos.",
  amend: "Corrija el registro con POST /facturas/{id}/subsanar.",
  annul: "La AEAT ya tiene otra factura con ese número: compruebe si esta instalación se ha restaurado de una copia.",
  settings: "Compruebe con la AEAT quién puede presentar y modificar estos registros.",
}

const missedAdvice = "Compruebe el NIF del destinatario: si está mal, emita una factura rectificativa; si es el de una persona "
  + "física y es correcto, corrija el registro: POST /facturas/{id}/subsanar con destinatario_no_censado."

const notInCensusAdvice = "Cuando el censo de la AEAT tenga al destinatario, corrija el registro con POST /facturas/{id}/subsanar."

/** What to do, in one Spanish sentence. A faulty annulment is made again, since no invoice can rectify it. */
export const adviceFor = (verdict: Pick<RecordVerdict, "codigo" | "estado" | "respuesta">): string => {
  const remedy = remedyOf(verdict)
  const isOfAnnulment = textAt(fieldsAt(verdict.respuesta, "Operacion"), "TipoOperacion") === "Anulacion"
  if (missedRecipient(verdict) && !isOfAnnulment) return missedAdvice
  if (verdict.codigo === toldNotInCensus) return notInCensusAdvice
  return advice[remedy === "rectify" && isOfAnnulment ? "amend" : remedy]
}
