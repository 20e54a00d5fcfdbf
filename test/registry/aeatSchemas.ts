import { readFileSync } from "node:fs"
import { join } from "node:path"

/** The folder of AEAT's official schemas, which the package does not contain. Set by AEAT_XSD_DIR. */
export const schemaFolder: string | undefined = process.env["AEAT_XSD_DIR"] || undefined

if (schemaFolder === undefined) console.warn("AEAT_XSD_DIR is not set: what is held against AEAT's schemas is skipped")

/** The text of a schema. */
export const schemaFile = (name: string): string => {
  if (schemaFolder === undefined) throw new Error("AEAT_XSD_DIR is not set")
  return readFileSync(join(schemaFolder, name), "utf8")
}
