import { assert, describe, it } from "@effect/vitest"
import { build, type Metafile } from "esbuild"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** The files and packages that an entry imports at once, without those it imports when needed. */
const importedBy = async (entry: string): Promise<ReadonlySet<string>> => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    write: false,
    metafile: true,
    logLevel: "error",
  })
  return closure(metafile, entry)
}

const closure = ({ inputs }: Metafile, entry: string): ReadonlySet<string> => {
  const seen = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    for (const { external, kind, path } of inputs[file]?.imports ?? []) {
      if (kind === "dynamic-import") continue
      if (external === true) seen.add(path)
      else visit(path)
    }
  }
  visit(entry)
  return seen
}

const packagesAmong = (imported: ReadonlySet<string>): ReadonlyArray<string> =>
  [...imported].filter((path) => !/^(core|adapters|runtimes)\//.test(path))
    .map((path) => /^(?:node:)?(@[^/]+\/[^/]+|[^/]+)/.exec(path)?.[1] ?? path).toSorted()

describe("what importing costs", () => {
  it("makeTalonario imports neither a driver nor a mail library, fonts or the HTTP interface", async () => {
    const imported = await importedBy("runtimes/embedded/makeTalonario.ts")
    assert.deepStrictEqual([...new Set(packagesAmong(imported))], ["@noble/hashes", "effect"])
    const own = [...imported].filter((path) => /^adapters\/(http|postgres|delivery|mail|aeat|pdf)\//.test(path))
    assert.deepStrictEqual(own.toSorted(), [
      "adapters/aeat/endpoint.ts",
      "adapters/mail/asciiAddress.ts",
      "adapters/mail/smtpAddress.ts",
      "adapters/pdf/loadedOnce.ts",
      "adapters/postgres/connections/databaseAddress.ts",
      "adapters/postgres/host/HostTransactions.ts",
    ])
  })

  it("the core imports only effect and its hashes", async () => {
    assert.deepStrictEqual([...new Set(packagesAmong(await importedBy("core/index.ts")))], ["@noble/hashes", "effect"])
  })
})
