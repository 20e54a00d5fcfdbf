import { Either } from "effect"
import type { Duplicate, RecordAnswer, ShipmentAnswer } from "../../../core/ports/TaxAuthority.ts"
import { namespaces } from "../xml/namespaces.ts"
import { childOf, type Element, fieldsOf, oneOf, textOf } from "../xml/readXml.ts"
import { keyOfLine, keyOfRecord, type MessageRecord } from "./recordKey.ts"

/**
 * What was answered to records (AEAT, RespuestaRegFactuSistemaFacturacion), in their order. Left: why it is no answer
 * to them (Spanish).
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
 * The line of each record, in the order of the records: by invoice and operation. Several records of a message that are
 * alike in that are told apart by whether they mend (if the line says so), then by order.
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

/** Null for none, undefined for one that is no number. */
const codeIn = (element: Element): number | null | undefined => {
  const text = textOf(element, "CodigoErrorRegistro")
  if (text === undefined) return null
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

const duplicateIn = (element: Element | undefined): Duplicate | null | undefined => {
  if (element === undefined) return null
  const estado = oneOf(duplicateStates, textOf(element, "EstadoRegistroDuplicado"))
  const codigo = codeIn(element)
  if (estado === undefined || codigo === undefined) return undefined
  return { estado, codigo, descripcion: textOf(element, "DescripcionErrorRegistro") ?? null }
}
