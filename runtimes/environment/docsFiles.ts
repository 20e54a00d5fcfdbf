import { Effect } from "effect"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { DocsFiles } from "../../adapters/http/openApi/docsPage.ts"

const readFiles = new Map<string, Uint8Array>()

/**
 * The files of Swagger UI, from the package as it is installed; one that cannot be read is not there. Each is read once:
 * answers that wait for slow clients then share its bytes.
 */
export const docsFiles: DocsFiles = (name) =>
  Effect.promise(async () => {
    const known = readFiles.get(name)
    if (known !== undefined) return known
    try {
      const folder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"))
      const content = await readFile(join(folder, name))
      readFiles.set(name, content)
      return content
    } catch {
      return undefined
    }
  })
