import { assert, describe, it } from "@effect/vitest"
import { bundleCore, bundleRules } from "./bundle.ts"
import { sizeOf } from "./bundleSize.ts"

/** Globals of particular platforms, and sources of time and randomness. */
const foreign = ["Buffer", "process", "require", "global", "window", "document", "navigator", "performance",
  "crypto", "setTimeout", "setInterval", "setImmediate", "Date.now", "Math.random"]

describe("the core, bundled", () => {
  // The aim was 40 kB, which the rules met with the first version of the registry. The whole includes the work of workers.
  it("takes less than 53.2 kB for its rules, with @noble/hashes, minified and gzipped", async () => {
    const [rules, whole] = [sizeOf((await bundleRules()).text), sizeOf((await bundleCore()).text)]
    console.info(`the rules: ${rules.gzip} bytes gzipped; with every resource: ${whole.gzip}`)
    assert.isBelow(rules.gzip, 53_200)
    assert.isAbove(rules.gzip, 10_000)
    assert.isBelow(whole.gzip, 103_300)
  })

  it("imports effect and nothing else", async () => {
    assert.deepStrictEqual([...(await bundleCore()).imports], ["effect"])
  })

  it("uses no platform's globals, no clock and no randomness", async () => {
    // esbuild replaces these names only as globals: neither in strings nor as properties.
    const marked = Object.fromEntries(foreign.map((name) => [name, `FOREIGN_${name.replace(".", "_")}`]))
    const { text } = await bundleCore({ define: marked })
    assert.deepStrictEqual(text.match(/FOREIGN_\w+/g), null)
  })
})
