import { assert, describe, it } from "@effect/vitest"
import { build, type Plugin } from "esbuild"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** What is loaded only when it is used is no part of what is reached at once. */
const lazyApart: Plugin = {
  name: "what is loaded later stays apart",
  setup: ({ onResolve }) =>
    onResolve({ filter: /./ }, ({ kind, path }) => (kind === "dynamic-import" ? { path, external: true } : undefined)),
}

/** What a bundle for no platform still imports; modules of Node's do not resolve there, which is an error. */
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

const face = ["makeFetch", "fetchHandler", "forwardedAddress"].map((name) => `runtimes/web/${name}.ts`)

describe("web standards are all that is needed", () => {
  it("by the interface, its face and the engine, until an adapter is used that needs more", async () => {
    const engine = ["runtimes/embedded/makeTalonario.ts", "runtimes/embedded/Result.ts"]
    assert.deepStrictEqual(await importsOf(["adapters/http/httpInterface.ts", ...engine, ...face], [lazyApart]), [])
  })

  it("by the memory and the printer, also when they are used", async () => {
    const memory = ["adapters/memory/StorageMemory.ts", "adapters/memory/RateLimiterMemory.ts"]
    const printer = ["adapters/pdf/PdfPlatformWeb.ts", "adapters/pdf/printDocument.ts", "adapters/pdf/fonts/shaper.ts"]
    assert.deepStrictEqual(await importsOf([...memory, ...printer], []), [])
  })
})
