import { assert, describe, it } from "@effect/vitest"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { findProgram, runProgram } from "../portability/runProgram.ts"

const program = fileURLToPath(new URL("sendingProgram.ts", import.meta.url))
const adapters = fileURLToPath(new URL("../../adapters/", import.meta.url))

/** Runtimes that offer Node's modules. */
const runtimes = [
  { name: "Bun", found: findProgram(["bun"]), args: ["--no-install"] },
  {
    name: "Deno",
    found: findProgram(["deno"]),
    args: ["run", "--allow-all", "--quiet", "--no-lock", "--no-config", "--node-modules-dir=manual", "--cached-only"],
  },
]

describe("notices outside Node", () => {
  it("are sent with the undici package itself: the bare name leads Bun to a built-in that cannot send them", async () => {
    const files = (await readdir(adapters, { recursive: true })).filter((file) => file.endsWith(".ts"))
    const texts = await Promise.all(files.map((file) => readFile(join(adapters, file), "utf8")))
    assert.deepStrictEqual(files.filter((_, i) => texts[i]?.includes("from \"undici\"")), [])
  })

  for (const { args, found, name } of runtimes) {
    it.skipIf(found === undefined)(`arrive in ${name}, if it is installed`, async () => {
      const folder = await mkdtemp(join(tmpdir(), "talonario-sending-"))
      try {
        const printed = await runProgram(found ?? "", [...args, program], folder)
        assert.deepStrictEqual(JSON.parse(printed), [{ codigo: 202 }, ["{\"suceso\":\"invoice.issued\"}"]])
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 5 })
      }
    })
  }
})
