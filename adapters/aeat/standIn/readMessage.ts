import { Either } from "effect"
import { ShipmentRefused } from "../../../core/ports/TaxAuthority.ts"
import { namespaces } from "../namespaces.ts"
import { childOf, type Element, fieldsOf, textOf } from "../readXml.ts"
import type { MessageRecord } from "../recordKey.ts"
import { elementNames, type ShipmentContents } from "../shipmentMessage.ts"
import type { Question } from "./ask.ts"

/** What a message asks for. */
export type Wanted =
  | { readonly _tag: "Submit"; readonly message: ShipmentContents }
  | { readonly _tag: "Query"; readonly question: Question }

/** Reads the content of a message. What this endpoint does not take is refused as AEAT would. */
export const readMessage = (content: Element): Either.Either<Wanted, ShipmentRefused> => {
  if (content.namespace === namespaces.sfLR && content.name === "RegFactuSistemaFacturacion") return shipment(content)
  if (content.namespace === namespaces.sfLRC && content.name === "ConsultaFactuSistemaFacturacion") return question(content)
  return refused(4118, "Error técnico: la dirección no se corresponde con el fichero de entrada.")
}

const refused = (codigo: number, mensaje: string) => Either.left(new ShipmentRefused({ side: "client", codigo, mensaje }))

const missing = (name: string) =>
  refused(4102, `El XML no cumple el esquema. Falta informar campo obligatorio.: ${name}`)

const shipment = (content: Element): Either.Either<Wanted, ShipmentRefused> => {
  const header = childOf(content, "Cabecera")
  if (header === undefined) return missing("Cabecera")
  if (childOf(header, "RemisionRequerimiento") !== undefined) {
    return refused(4126, "Error en la cabecera: el campo RefRequerimiento solo debe informarse en sistemas en remisiones "
      + "al endpoint del servicio a usar para la contestación a requerimientos de registros de facturación.")
  }
  const incidencia = textOf(childOf(header, "RemisionVoluntaria"), "Incidencia") === "S"
  const records: Array<MessageRecord> = []
  for (const { children, name } of content.children) {
    if (name !== "RegistroFactura") continue
    const [record, surplus] = children
    const tipo = record?.name === elementNames.alta ? "alta" : record?.name === elementNames.anulacion ? "anulacion" : undefined
    if (record === undefined || tipo === undefined || surplus !== undefined) return missing("RegistroAlta")
    records.push({ tipo, campos: fieldsOf(record) })
  }
  return Either.right({ _tag: "Submit", message: { obligado: taxpayerIn(header), incidencia, records } })
}

const taxpayerIn = (header: Element | undefined) => {
  const issuer = childOf(header, "ObligadoEmision")
  return { nombre: textOf(issuer, "NombreRazon") ?? "", nif: textOf(issuer, "NIF") ?? "" }
}

const question = (content: Element): Either.Either<Wanted, ShipmentRefused> => {
  const header = childOf(content, "Cabecera")
  const filter = childOf(content, "FiltroConsulta")
  const month = childOf(filter, "PeriodoImputacion")
  const [ejercicio, periodo] = [textOf(month, "Ejercicio"), textOf(month, "Periodo")]
  if (childOf(header, "ObligadoEmision") === undefined) return missing("ObligadoEmision")
  if (ejercicio === undefined || periodo === undefined) return missing("PeriodoImputacion")
  const place = childOf(filter, "ClavePaginacion")
  return Either.right({
    _tag: "Query",
    question: {
      obligado: taxpayerIn(header),
      ejercicio: Number(ejercicio),
      periodo: Number(periodo),
      numserie: textOf(filter, "NumSerieFactura") ?? null,
      after: place === undefined ? null : fieldsOf(place),
    },
  })
}
