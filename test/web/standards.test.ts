import { assert, describe, it } from "@effect/vitest"
import { build, type Plugin } from "esbuild"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** Leaves out modules that are only loaded on use. */
const lazyApart: Plugin = {
  name: "leave out dynamic imports",
  setup: ({ onResolve }) =>
    onResolve({ filter: /./ }, ({ kind, path }) => (kind === "dynamic-import" ? { path, external: true } : undefined)),
}

/** The remaining imports of a bundle for no particular platform. Modules of Node do not resolve there, which is an error. */
const importsOf = async (
  modules: ReadonlyArray<string>,
  plugins: Array<Plugin>,
): Promise<ReadonlyArray<string>> => {
  const { metafile } = await build({
    absWorkingDir: root,
    stdin: { contents: modules.map((path) => `import "./${path}"`).join("\n"), resolveDir: root },
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    write: false,
    metafile: true,
    logLevel: "silent",
    plugins,
  })
  return Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.filter(({ kind }) => kind !== "dynamic-import").map(({ path }) => path))
}

const web = ["makeFetch", "fetchHandler", "forwardedAddress"].map((name) => `runtimes/web/${name}.ts`)

describe("nothing but web standards is needed", () => {
  it("by the interface, `makeFetch` and the engine, until they use an adapter that needs more", async () => {
    const engine = ["runtimes/embedded/makeTalonario.ts", "runtimes/embedded/Result.ts"]
    assert.deepStrictEqual(await importsOf(["adapters/http/httpInterface.ts", ...engine, ...web], [lazyApart]), [])
  })

  it("by memory storage and the printer, even in use", async () => {
    const memory = ["adapters/memory/StorageMemory.ts", "adapters/memory/RateLimiterMemory.ts"]
    const printer = ["adapters/pdf/PdfPlatformWeb.ts", "adapters/pdf/printDocument.ts", "adapters/pdf/fonts/shaper.ts"]
    assert.deepStrictEqual(await importsOf([...memory, ...printer], []), [])
  })
})
