import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { build, type Plugin } from "esbuild"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { findProgram, runProgram } from "../portability/runProgram.ts"
import { mainModule, otherRuntimes, type Runtime } from "../portability/runtimes.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** Leaves out adapters for Node, which are only imported on use and not used here. */
const nodesApart: Plugin = {
  name: "adapters for Node stay apart",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/(postgres|delivery|aeat|mail)\/|PdfPrinterNode|hashText/ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path, external: true } : undefined),
}

const program = `
import bold from "dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf"
import regular from "dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf"
import { reportWith } from "./test/web/webSmoke.ts"
export const report = () => reportWith({ "DejaVuSansCondensed.ttf": regular, "DejaVuSansCondensed-Bold.ttf": bold })
`

let folder = ""
let reportOfNode = ""

const write = (files: Runtime["files"]) =>
  Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "talonario-web-"))
  await build({
    absWorkingDir: root,
    stdin: { contents: program, resolveDir: root },
    outfile: join(folder, "smoke.mjs"),
    bundle: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    mainFields: ["module", "main"],
    loader: { ".ttf": "binary" },
    logLevel: "silent",
    plugins: [nodesApart],
  })
  await write(mainModule)
  reportOfNode = await runProgram(process.execPath, ["main.mjs"], folder)
})

afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

describe("an engine in memory and its HTTP interface, in one bundle for no particular platform", () => {
  it("issues, prints, lists and refuses in Node", () => {
    assert.deepStrictEqual(JSON.parse(reportOfNode), [
      ["POST", "/facturas", 201, "application/json; charset=utf-8", true],
      ["POST", "/facturas/…/emitir", 201, "application/json; charset=utf-8", true],
      ...Array.from({ length: 7 }, () =>
        ["POST", "/facturas/…/emitir", 200, "application/json; charset=utf-8", true]),
      1,
      ["GET", "/facturas/…/pdf", 200, "application/pdf", true],
      "%PDF-1.7",
      ["HEAD", "/facturas/…/pdf", 200, "application/pdf", true],
      ["GET", "/facturas?serie=%53&limite=1", 200, "application/json; charset=utf-8", true],
      1,
      ["POST", "/facturas", 422, "application/json; charset=utf-8", true],
      ["DELETE", "/facturas/…", 409, "application/json; charset=utf-8", true],
    ])
  })

  it("does the same in Node without __proto__, which Deno does not have", async () => {
    assert.strictEqual(await runProgram(process.execPath, ["--disable-proto=delete", "main.mjs"], folder), reportOfNode)
  })

  for (const { args, files, install, name, programs, read } of otherRuntimes) {
    const found = findProgram(programs)
    const told = found === undefined ? `: skipped (${install})` : ""
    it.skipIf(found === undefined)(`does the same in ${name}${told}`, async () => {
      await write(files)
      const printed = await runProgram(found ?? "", args, folder)
      assert.strictEqual(read?.(printed) ?? printed, reportOfNode)
    })
  }
})
