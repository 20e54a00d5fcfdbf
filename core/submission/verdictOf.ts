import type { Instant } from "../calendar/instant.ts"
import type { Duplicate, RecordAnswer } from "../ports/TaxAuthority.ts"
import type { RecordVerdict } from "../registry/RecordVerdict.ts"
import type { RegistryRecord } from "../registry/RegistryRecord.ts"
import { storableText } from "./storableAnswer.ts"
import { adviceFor } from "./verdictAdvice.ts"

const estados = {
  Correcto: "accepted",
  AceptadoConErrores: "accepted_with_errors",
  Incorrecto: "rejected",
} as const

const duplicateEstados = {
  Correcta: "accepted",
  AceptadaConErrores: "accepted_with_errors",
  Anulada: "accepted",
} as const

/**
 * The verdict on a record. `isOurs`: what AEAT already has under the invoice's number is this very record, which was sent
 * before and whose answer was lost; then what AEAT says of the one it has counts.
 */
export const verdictOf = (
  { factura_id, id, orden, organizationId }: RegistryRecord,
  answer: RecordAnswer,
  csv: string | null,
  isOurs: boolean,
  recibido: Instant,
): RecordVerdict => {
  const { duplicado } = answer
  const said = isOurs
    ? saidBefore(duplicado)
    : { estado: estados[answer.estado], codigo: answer.codigo, descripcion: answer.descripcion }
  const { respuesta } = answer
  // The CSV that proves the message in which it was accepted was lost with the answer; the one here proves other records.
  const proof = isOurs || said.estado === "rejected" || csv === null ? null : storableText(csv)
  return { organizationId, id, factura_id, orden, ...said, csv: proof, respuesta, recibido }
}

/** What AEAT says of the record that it has. If it has been annulled since, its errors no longer matter. */
const saidBefore = (duplicate: Duplicate | null) => {
  const estado = duplicate === null ? "accepted" as const : duplicateEstados[duplicate.estado]
  if (duplicate === null || estado === "accepted") return { estado, codigo: null, descripcion: null }
  return { estado, codigo: duplicate.codigo, descripcion: duplicate.descripcion }
}

const verbs = {
  accepted: "Aceptado por la AEAT",
  accepted_with_errors: "Aceptado con errores por la AEAT",
  rejected: "Rechazado por la AEAT",
} as const

/** The verdict in words and what to do about it, for `verifactu.aeat` of the invoice and for the activity log. */
export const verdictText = (
  verdict: Pick<RecordVerdict, "codigo" | "csv" | "descripcion" | "estado" | "respuesta">,
): string => {
  const { codigo, csv, descripcion, estado } = verdict
  const said = `${verbs[estado]}${csv === null ? "" : ` (CSV ${csv})`}`
  if (codigo === null && estado === "accepted") return `${said}.`
  const reason = (descripcion ?? "").trim().replace(/[.\s]+$/, "")
  const why = [...(codigo === null ? [] : [codigo]), ...(reason === "" ? [] : [reason])].join(" ")
  return `${said}${why === "" ? "" : `: ${why}`}. ${adviceFor(verdict)}`
}
