import type { Instant } from "../calendar/instant.ts"
import type { RecordAnswer } from "../ports/TaxAuthority.ts"
import type { RegistryRecord } from "../registry/RegistryRecord.ts"
import type { RecordVerdict } from "./RecordVerdict.ts"
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

/** AEAT's error for a record that it already has, and for an annulment of what is annulled. */
export const duplicateCodes: ReadonlySet<number> = new Set([3000, 3001])

/**
 * The verdict on a record. `isOurs`: what AEAT already has under the invoice's key is this very record, sent before with
 * its answer lost; what it said of that one then counts.
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
    ? {
      estado: duplicado === null ? "accepted" as const : duplicateEstados[duplicado.estado],
      codigo: duplicado?.codigo ?? null,
      descripcion: duplicado?.descripcion ?? null,
    }
    : { estado: estados[answer.estado], codigo: answer.codigo, descripcion: answer.descripcion }
  const { respuesta } = answer
  return { organizationId, id, factura_id, orden, ...said, csv: said.estado === "rejected" ? null : csv, respuesta, recibido }
}

const verbs = {
  accepted: "Aceptado por la AEAT",
  accepted_with_errors: "Aceptado con errores por la AEAT",
  rejected: "Rechazado por la AEAT",
} as const

/** The verdict in words, with what to do: `verifactu.aeat` of the invoice, and the activity log. */
export const verdictText = ({ codigo, csv, descripcion, estado }: RecordVerdict): string => {
  const proof = csv === null ? "" : ` (CSV ${csv})`
  if (codigo === null) return `${verbs[estado]}${proof}.`
  const reason = (descripcion ?? "").trim().replace(/[.\s]+$/, "")
  return `${verbs[estado]}${proof}: ${codigo}${reason === "" ? "" : ` ${reason}`}. ${adviceFor(codigo)}`
}
