import { assert } from "@effect/vitest"
import { validateXML } from "xmllint-wasm"
import type { RecordFields } from "../../core/registry/RegistryRecord.ts"
import { schemaFile } from "./aeatSchemas.ts"
import { recordMessage } from "./recordXml.ts"

const issuer = { nombre: "Talleres Núñez SL", nif: "B12345674" }

/** The faults of each record, sent in a message of its own, by AEAT's schema, in the order of the records. */
export const schemaFaults = async (
  records: ReadonlyArray<RecordFields>,
): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  const xml = records.map((campos, i) => ({ fileName: `message${i}.xml`, contents: recordMessage(issuer, campos) }))
  const common = schemaFile("SuministroInformacion.xsd")
  const local = common.replace("http://www.w3.org/TR/xmldsig-core/xmldsig-core-schema.xsd", "xmldsig-core-schema.xsd")
  assert.notStrictEqual(local, common)
  const { errors, valid } = await validateXML({
    xml,
    schema: { fileName: "SuministroLR.xsd", contents: schemaFile("SuministroLR.xsd") },
    preload: [
      { fileName: "SuministroInformacion.xsd", contents: local },
      { fileName: "xmldsig-core-schema.xsd", contents: schemaFile("xmldsig-core-schema.xsd") },
    ],
  })
  const unplaced = errors.filter(({ loc, message }) => loc === null && !message.endsWith(".xml fails to validate"))
  assert.deepStrictEqual(unplaced, [])
  const told = xml.map(({ fileName }) =>
    errors.filter(({ loc }) => loc?.fileName === fileName).map(({ message }) => message))
  assert.strictEqual(valid, told.flat().length === 0)
  return told
}
