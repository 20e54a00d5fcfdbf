import type { RecordField, RecordFields } from "../../core/registry/RegistryRecord.ts"

const namespaces = "https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws"

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

/** A field as XML. A list repeats its element, and elements stand in the order of the keys. */
const element = (name: string, field: RecordField): string => {
  if (typeof field === "string") return `<sf:${name}>${escaped(field)}</sf:${name}>`
  if (Array.isArray(field)) return field.map((one: RecordFields) => element(name, one)).join("")
  return `<sf:${name}>${Object.entries(field).map(([key, value]) => element(key, value)).join("")}</sf:${name}>`
}

const recordName = (campos: RecordFields): string => ("TipoFactura" in campos ? "RegistroAlta" : "RegistroAnulacion")

/** A message to AEAT with one record: the contents of its SOAP body. */
export const recordMessage = (issuer: { readonly nombre: string; readonly nif: string }, campos: RecordFields): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<sfLR:RegFactuSistemaFacturacion xmlns:sfLR="${namespaces}/SuministroLR.xsd" xmlns:sf="${namespaces}/SuministroInformacion.xsd">
<sfLR:Cabecera>${element("ObligadoEmision", { NombreRazon: issuer.nombre, NIF: issuer.nif })}</sfLR:Cabecera>
<sfLR:RegistroFactura>${element(recordName(campos), campos)}</sfLR:RegistroFactura>
</sfLR:RegFactuSistemaFacturacion>
`
