import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bundleSmoke } from "./bundle.ts"
import { findProgram, runProgram } from "./runProgram.ts"
import { mainModule, otherRuntimes, type Runtime } from "./runtimes.ts"

let folder = ""
let imports: ReadonlySet<string>
let reportOfNode = ""

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "talonario-portability-"))
  const smoke = await bundleSmoke()
  imports = smoke.imports
  await write({ "smoke.mjs": smoke.text, ...mainModule })
  reportOfNode = await runProgram(process.execPath, ["main.mjs"], folder)
})

afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const write = (files: Runtime["files"]) =>
  Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)))

describe("one bundle of the core, effect and memory storage", () => {
  it("imports nothing", () => {
    assert.deepStrictEqual([...imports], [])
  })

  it("passes every check in Node", () => {
    const { checks, ok } = JSON.parse(reportOfNode)
    assert.deepStrictEqual(checks.filter((check: { readonly ok: boolean }) => !check.ok), [])
    assert.isTrue(ok)
    assert.isAtLeast(checks.length, 25)
  })

  for (const { args, files, install, name, programs, read } of otherRuntimes) {
    const program = findProgram(programs)
    if (program === undefined) {
      const missing = `${name}: skipped, there is no ${programs.join(", ")} (${install})`
      console.warn(missing)
      it.skip(missing)
      continue
    }
    it(`gives the same report in ${name}`, async () => {
      await write(files)
      const printed = await runProgram(program, args, folder)
      assert.strictEqual(read?.(printed) ?? printed, reportOfNode)
    })
  }
})
