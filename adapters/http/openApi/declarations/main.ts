import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { documentedOperations } from "./documentedOperations.ts"
import { tellProperties, toldFolders } from "./tellProperties.ts"

// Writes what the OpenAPI document says of properties into the declarations of a fresh build, when the package is packed. A
// second time it would write it twice.
const operations = documentedOperations()
for (const folder of toldFolders) {
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".d.ts"))) {
    const file = join(folder, name)
    writeFileSync(file, tellProperties(readFileSync(file, "utf8"), operations))
  }
}
