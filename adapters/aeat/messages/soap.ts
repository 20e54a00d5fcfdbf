import { Either } from "effect"
import { ShipmentRefused } from "../../../core/ports/TaxAuthority.ts"
import { namespaces } from "../xml/namespaces.ts"
import { type Element, readXml, textOf } from "../xml/readXml.ts"
import { elements, wrapped, type Xml, xmlDocument } from "../xml/writeXml.ts"

/** The elements that are read of any message, and of a fault. */
export const soapNames = ["Envelope", "Body", "Fault", "faultcode", "faultstring"] as const

/** A SOAP 1.1 message with this content. */
export const envelope = (content: Xml): string =>
  xmlDocument(wrapped("soapenv", "Envelope", wrapped("soapenv", "Body", content), ["soapenv"]))

/** The content of a SOAP message. Left: why it is no such message, in English, or the fault in place of the content. */
export const contentOf = (root: Element): Either.Either<Element, string | ShipmentRefused> => {
  if (!isSoap(root, "Envelope")) return Either.left(`${root.name} in place of a SOAP envelope`)
  const body = root.children.find((child) => isSoap(child, "Body"))
  const [content, surplus] = body?.children ?? []
  if (content === undefined || surplus !== undefined) return Either.left("a SOAP body without one element")
  return isSoap(content, "Fault") ? Either.left(refusalOf(content)) : Either.right(content)
}

/** The content of a SOAP message that is given as a text. */
export const readEnvelope = (text: string): Either.Either<Element, string | ShipmentRefused> =>
  Either.flatMap(readXml(text), contentOf)

const isSoap = ({ name, namespace }: Element, wanted: string): boolean =>
  namespace === namespaces.soapenv && name === wanted

/** AEAT writes faults as "Codigo[4102].El XML no cumple el esquema" (web service 6.2). */
const refusalOf = (fault: Element): ShipmentRefused => {
  // Both stand without a namespace (SOAP 1.1, section 4.4).
  const side = /(?:^|:)server/i.test(textOf(fault, "faultcode") ?? "") ? "server" : "client"
  const words = (textOf(fault, "faultstring") ?? "").replace(/\s+/g, " ")
  const [, codigo, mensaje] = /^.{0,80}?Codigo\s?\[(\d{1,9})\]\.?\s?(.*)$/i.exec(words) ?? []
  return new ShipmentRefused({
    side,
    codigo: codigo === undefined ? null : Number(codigo),
    mensaje: [...(mensaje ?? words)].slice(0, 500).join(""),
  })
}

/** A fault as AEAT writes it. */
export const faultXml = ({ codigo, mensaje, side }: ShipmentRefused): Xml => {
  const faultcode = side === "client" ? "soapenv:Client" : "soapenv:Server"
  const faultstring = codigo === null ? mensaje : `Codigo[${codigo}].${mensaje}`
  return wrapped("soapenv", "Fault", elements(null, { faultcode, faultstring }))
}
