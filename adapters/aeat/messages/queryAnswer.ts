import { Either } from "effect"
import type { HeldPage, HeldRecord } from "../../../core/ports/TaxAuthority.ts"
import { namespaces } from "../xml/namespaces.ts"
import { childOf, type Element, fieldsOf, textOf } from "../xml/readXml.ts"
import { soapNames } from "./soap.ts"

/** The elements that are read of an answer. A record of a page has some fifty others. */
export const readOfQuery: ReadonlySet<string> = new Set([
  ...soapNames,
  "RespuestaConsultaFactuSistemaFacturacion",
  "IndicadorPaginacion",
  "ClavePaginacion",
  "RegistroRespuestaConsultaFactuSistemaFacturacion",
  "IDFactura",
  "IDEmisorFactura",
  "NumSerieFactura",
  "FechaExpedicionFactura",
  "DatosRegistroFacturacion",
  "Huella",
  "SistemaInformatico",
  "NumeroInstalacion",
  "EstadoRegistro",
])

/** Reads a page of what AEAT holds (RespuestaConsultaFactuSistemaFacturacion). Left: why it is none, in Spanish. */
export const readQueryAnswer = (answer: Element): Either.Either<HeldPage, string> =>
  Either.gen(function*() {
    if (answer.namespace !== namespaces.sfLRRC || answer.name !== "RespuestaConsultaFactuSistemaFacturacion") {
      return yield* Either.left(`respuesta inesperada: ${answer.name.slice(0, 100)}`)
    }
    const records: Array<HeldRecord> = []
    for (const child of answer.children) {
      if (child.name === "RegistroRespuestaConsultaFactuSistemaFacturacion") records.push(yield* heldRecord(child))
    }
    if (textOf(answer, "IndicadorPaginacion") !== "S") return { records, next: null }
    const place = childOf(answer, "ClavePaginacion")
    if (place === undefined) return yield* Either.left("respuesta incompleta: falta ClavePaginacion")
    return { records, next: fieldsOf(place) }
  })

const heldRecord = (record: Element): Either.Either<HeldRecord, string> => {
  const id = childOf(record, "IDFactura")
  const data = childOf(record, "DatosRegistroFacturacion")
  const numserie = textOf(id, "NumSerieFactura")
  const fecha = textOf(id, "FechaExpedicionFactura")
  const estado = states.get(textOf(childOf(record, "EstadoRegistro"), "EstadoRegistro") ?? "")
  if (numserie === undefined || fecha === undefined || estado === undefined) {
    return Either.left("respuesta ilegible: un registro sin factura o sin estado")
  }
  return Either.right({
    numserie,
    fecha,
    huella: textOf(data, "Huella") ?? null,
    estado,
    instalacion: textOf(childOf(data, "SistemaInformatico"), "NumeroInstalacion") ?? null,
  })
}

/** States as the schema spells them, and as AEAT's own examples do (description of the web service, 11.1.1.1). */
const states: ReadonlyMap<string, HeldRecord["estado"]> = new Map([
  ["Correcto", "Correcto"],
  ["Correcta", "Correcto"],
  ["AceptadoConErrores", "AceptadoConErrores"],
  ["AceptadaConErrores", "AceptadoConErrores"],
  ["Anulado", "Anulado"],
  ["Anulada", "Anulado"],
])
