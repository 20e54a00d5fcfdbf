import { validateXML } from "xmllint-wasm"
import { schemaFile } from "../registry/aeatSchemas.ts"

const names = ["SuministroInformacion", "SuministroLR", "ConsultaLR", "RespuestaSuministro", "RespuestaConsultaLR"] as const

/** What AEAT's schema objects to in the bodies of SOAP messages, with the place: reading it takes longer than a message does. */
export const schemaFaultsOf = async (
  schema: typeof names[number],
  messages: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> => {
  const files = [...names.map((name) => `${name}.xsd`), "xmldsig-core-schema.xsd"].map((fileName) => ({
    fileName,
    contents: schemaFile(fileName).replace("http://www.w3.org/TR/xmldsig-core/xmldsig-core-schema.xsd", "xmldsig-core-schema.xsd"),
  }))
  const { errors, valid } = await validateXML({
    xml: messages.map((message, n) => ({ fileName: `message${n}.xml`, contents: bodyOf(message) })),
    schema: files.filter(({ fileName }) => fileName === `${schema}.xsd`),
    preload: files.filter(({ fileName }) => fileName !== `${schema}.xsd`),
    maxMemoryPages: 16_384,
  })
  if (!valid && errors.length === 0) throw new Error("no schema, no fault")
  return errors.map(({ rawMessage }) => rawMessage)
}

const bodyOf = (message: string): string => {
  const [, contents] = /<soapenv:Body>(.*)<\/soapenv:Body>/s.exec(message) ?? []
  if (contents === undefined) throw new Error("a message without its body")
  return contents
}
