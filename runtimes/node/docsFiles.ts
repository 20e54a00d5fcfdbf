import { Effect } from "effect"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { DocsFiles } from "../../adapters/http/docsPage.ts"

/** The files of Swagger UI, from the package as it is installed; one that cannot be read is not there. */
export const docsFiles: DocsFiles = (name) =>
  Effect.promise(async () => {
    try {
      const folder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"))
      return await readFile(join(folder, name))
    } catch {
      return undefined
    }
  })
