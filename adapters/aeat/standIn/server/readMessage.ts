import { Either } from "effect"
import type { ShipmentRefused } from "../../../../core/ports/TaxAuthority.ts"
import type { Question } from "../../messages/queryMessage.ts"
import type { MessageRecord } from "../../messages/recordKey.ts"
import { elementNames, type ShipmentContents } from "../../messages/shipmentMessage.ts"
import { namespaces } from "../../xml/namespaces.ts"
import { childOf, type Element, fieldsOf, textOf } from "../../xml/readXml.ts"
import { faultOf } from "../books/errorTexts.ts"

/** What a message asks for. */
export type Wanted =
  | { readonly _tag: "Submit"; readonly message: ShipmentContents }
  | { readonly _tag: "Query"; readonly question: Question }

/** Reads the content of a message. What this endpoint does not accept is refused as AEAT would refuse it. */
export const readMessage = (content: Element): Either.Either<Wanted, ShipmentRefused> => {
  const { name, namespace } = content
  if (namespace === namespaces.sfLR && name === "RegFactuSistemaFacturacion") return shipment(content)
  if (namespace === namespaces.sfLRC && name === "ConsultaFactuSistemaFacturacion") return question(content)
  return Either.left(faultOf(4118))
}

const missing = (name: string) => Either.left(faultOf(4102, name))

const shipment = (content: Element): Either.Either<Wanted, ShipmentRefused> => {
  const header = childOf(content, "Cabecera")
  if (header === undefined) return missing("Cabecera")
  if (childOf(header, "RemisionRequerimiento") !== undefined) return Either.left(faultOf(4126))
  const incidencia = textOf(childOf(header, "RemisionVoluntaria"), "Incidencia") === "S"
  const records: Array<MessageRecord> = []
  for (const { children, name } of content.children) {
    if (name !== "RegistroFactura") continue
    const [record, surplus] = children
    const tipo = (["alta", "anulacion"] as const).find((one) => elementNames[one] === record?.name)
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
