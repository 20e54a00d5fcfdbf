import { readFileSync } from "node:fs"
import { join } from "node:path"
import { validateXML } from "xmllint-wasm"

/** The folder of AEAT's official schemas, which the package does not contain. Set by AEAT_XSD_DIR. */
export const schemaFolder: string | undefined = process.env["AEAT_XSD_DIR"] || undefined

if (schemaFolder === undefined) console.warn("AEAT_XSD_DIR is not set: tests with AEAT's schemas are skipped")

/** The text of a schema. */
export const schemaFile = (name: string): string => {
  if (schemaFolder === undefined) throw new Error("AEAT_XSD_DIR is not set")
  return readFileSync(join(schemaFolder, name), "utf8")
}

const names = ["SuministroInformacion", "SuministroLR", "ConsultaLR", "RespuestaSuministro", "RespuestaConsultaLR"] as const

/** The names of AEAT's schemas for the bodies of SOAP messages. */
export type AeatSchema = typeof names[number]

/** Validates documents against a schema. Loading the schemas takes longer than a document, so it is best called once for many. */
export const validateWith = (schema: AeatSchema, documents: ReadonlyArray<{ readonly fileName: string; readonly contents: string }>) => {
  const files = [...names.map((name) => `${name}.xsd`), "xmldsig-core-schema.xsd"].map((fileName) => ({
    fileName,
    contents: schemaFile(fileName).replace("http://www.w3.org/TR/xmldsig-core/xmldsig-core-schema.xsd", "xmldsig-core-schema.xsd"),
  }))
  return validateXML({
    xml: [...documents],
    schema: files.filter(({ fileName }) => fileName === `${schema}.xsd`),
    preload: files.filter(({ fileName }) => fileName !== `${schema}.xsd`),
    maxMemoryPages: 16_384,
  })
}
