import { assert } from "@effect/vitest"
import type { RecordFields } from "../../core/registry/RegistryRecord.ts"
import { validateWith } from "./aeatSchemas.ts"
import { recordMessage } from "./recordXml.ts"

const issuer = { nombre: "Talleres Núñez SL", nif: "B12345674" }

/** The faults of each record, sent in a message of its own, by AEAT's schema, in the order of the records. */
export const recordSchemaFaults = async (
  records: ReadonlyArray<RecordFields>,
): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  const documents = records.map((campos, i) => ({ fileName: `message${i}.xml`, contents: recordMessage(issuer, campos) }))
  const { errors, valid } = await validateWith("SuministroLR", documents)
  const unplaced = errors.filter(({ loc, message }) => loc === null && !message.endsWith(".xml fails to validate"))
  assert.deepStrictEqual(unplaced, [])
  const faults = documents.map(({ fileName }) =>
    errors.filter(({ loc }) => loc?.fileName === fileName).map(({ message }) => message))
  assert.strictEqual(valid, faults.flat().length === 0)
  return faults
}
