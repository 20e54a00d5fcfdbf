import { validateXML } from "xmllint-wasm"
import { schemaFile } from "../registry/aeatSchemas.ts"

const names = ["SuministroInformacion", "SuministroLR", "ConsultaLR", "RespuestaSuministro", "RespuestaConsultaLR"] as const

/** What AEAT's schema objects to in the body of a SOAP message, with the place. */
export const schemaFaultsOf = async (schema: typeof names[number], message: string): Promise<ReadonlyArray<string>> => {
  const [, contents] = /<soapenv:Body>(.*)<\/soapenv:Body>/s.exec(message) ?? []
  if (contents === undefined) throw new Error("a message without its body")
  const files = [...names.map((name) => `${name}.xsd`), "xmldsig-core-schema.xsd"].map((fileName) => ({
    fileName,
    contents: schemaFile(fileName).replace("http://www.w3.org/TR/xmldsig-core/xmldsig-core-schema.xsd", "xmldsig-core-schema.xsd"),
  }))
  const { errors, valid } = await validateXML({
    xml: [{ fileName: "message.xml", contents }],
    schema: files.filter(({ fileName }) => fileName === `${schema}.xsd`),
    preload: files.filter(({ fileName }) => fileName !== `${schema}.xsd`),
    maxMemoryPages: 16_384,
  })
  if (!valid && errors.length === 0) throw new Error("no schema, no fault")
  return errors.map(({ rawMessage }) => rawMessage)
}
