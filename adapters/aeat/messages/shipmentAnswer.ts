import { Either } from "effect"
import type { Duplicate, RecordAnswer, ShipmentAnswer } from "../../../core/ports/TaxAuthority.ts"
import { namespaces } from "../xml/namespaces.ts"
import { childOf, type Element, fieldsOf, oneOf, textOf } from "../xml/readXml.ts"
import { keyOfLine, keyOfRecord, type MessageRecord } from "./recordKey.ts"

/**
 * Reads what was answered to records (RespuestaRegFactuSistemaFacturacion), in the order of the records. Left: why it is no
 * answer to them, in Spanish.
 */
export const readShipmentAnswer = (
  answer: Element,
  sent: ReadonlyArray<MessageRecord>,
): Either.Either<ShipmentAnswer, string> =>
  Either.gen(function*() {
    if (answer.namespace !== namespaces.sfR || answer.name !== "RespuestaRegFactuSistemaFacturacion") {
      return yield* Either.left(`respuesta inesperada: ${answer.name.slice(0, 100)}`)
    }
    if (oneOf(shipmentStates, textOf(answer, "EstadoEnvio")) === undefined) {
      return yield* Either.left("respuesta ilegible: sin EstadoEnvio")
    }
    const lines = answer.children.filter(({ name }) => name === "RespuestaLinea")
    const records: Array<RecordAnswer> = []
    for (const line of yield* matched(lines, sent)) records.push(yield* recordAnswer(line))
    const wait = textOf(answer, "TiempoEsperaEnvio") ?? ""
    return { csv: textOf(answer, "CSV") ?? null, espera: /^\d{1,4}$/.test(wait) ? Number(wait) : null, records }
  })

const shipmentStates = ["Correcto", "ParcialmenteCorrecto", "Incorrecto"] as const
const recordStates = ["Correcto", "AceptadoConErrores", "Incorrecto"] as const
const duplicateStates = ["Correcta", "AceptadaConErrores", "Anulada"] as const

/**
 * The line of each record, in the order of the records; they are matched by invoice and operation. When several records of a
 * message have both in common, the lines say which of them are corrections (Subsanacion), if they do; then the order counts.
 */
const matched = (
  lines: ReadonlyArray<Element>,
  sent: ReadonlyArray<MessageRecord>,
): Either.Either<ReadonlyArray<Element>, string> => {
  const open = new Map<string, Array<Element>>()
  for (const line of lines) {
    const name = keyOfLine(line)
    const alike = open.get(name)
    if (alike === undefined) open.set(name, [line])
    else alike.push(line)
  }
  const found: Array<Element> = []
  for (const record of sent) {
    const alike = open.get(keyOfRecord(record)) ?? []
    const mends = record.campos["Subsanacion"] === "S"
    const same = alike.findIndex((line) => (textOf(childOf(line, "Operacion"), "Subsanacion") === "S") === mends)
    const [line] = alike.splice(Math.max(same, 0), 1)
    if (line === undefined) return Either.left("respuesta incompleta: falta un registro")
    found.push(line)
  }
  return found.length === lines.length ? Either.right(found) : Either.left("respuesta con registros que no se enviaron")
}

const recordAnswer = (line: Element): Either.Either<RecordAnswer, string> => {
  const estado = oneOf(recordStates, textOf(line, "EstadoRegistro"))
  const codigo = codeIn(line)
  const duplicado = duplicateIn(childOf(line, "RegistroDuplicado"))
  if (estado === undefined || codigo === undefined || duplicado === undefined) {
    return Either.left("respuesta ilegible: un registro sin estado o con un código que no lo es")
  }
  const descripcion = textOf(line, "DescripcionErrorRegistro") ?? null
  return Either.right({ estado, codigo, descripcion, duplicado, respuesta: fieldsOf(line) })
}

/** The code of an error: null where there is none, undefined where it is no number. */
const codeIn = (element: Element): number | null | undefined => {
  const text = textOf(element, "CodigoErrorRegistro")
  if (text === undefined) return null
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** What was held already: null where nothing is said of that, undefined where it cannot be read. */
const duplicateIn = (element: Element | undefined): Duplicate | null | undefined => {
  if (element === undefined) return null
  const estado = oneOf(duplicateStates, textOf(element, "EstadoRegistroDuplicado"))
  const codigo = codeIn(element)
  if (estado === undefined || codigo === undefined) return undefined
  return { estado, codigo, descripcion: textOf(element, "DescripcionErrorRegistro") ?? null }
}
