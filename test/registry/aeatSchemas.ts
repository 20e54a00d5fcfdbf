import { readFileSync } from "node:fs"
import { join } from "node:path"

/** AEAT's official schemas, which the package does not carry: AEAT_XSD_DIR names their folder. */
export const schemaFolder: string | undefined = process.env["AEAT_XSD_DIR"] || undefined

if (schemaFolder === undefined) console.warn("AEAT_XSD_DIR is not set: what is held against AEAT's schemas is skipped")

/** The text of one of the schemas. */
export const schemaFile = (name: string): string => {
  if (schemaFolder === undefined) throw new Error("AEAT_XSD_DIR is not set")
  return readFileSync(join(schemaFolder, name), "utf8")
}
