import { assert, describe, it } from "@effect/vitest"
import { bundleCore, bundleRules } from "./bundle.ts"
import { sizeOf } from "./bundleSize.ts"

/** Names that only some platforms know, or that give time and chance. */
const foreign = ["Buffer", "process", "require", "global", "window", "document", "navigator", "performance",
  "crypto", "setTimeout", "setInterval", "setImmediate", "Date.now", "Math.random"]

describe("the core, bundled", () => {
  // The aim is 40 kB. The rules weighed that with the first version of the registry; the whole holds what workers do too.
  it("weighs less than 53 kB in its rules, with @noble/hashes, minified and gzipped", async () => {
    const [rules, whole] = [sizeOf((await bundleRules()).text), sizeOf((await bundleCore()).text)]
    console.info(`the rules: ${rules.gzip} bytes gzipped; with every resource: ${whole.gzip}`)
    assert.isBelow(rules.gzip, 53_000)
    assert.isAbove(rules.gzip, 10_000)
    assert.isBelow(whole.gzip, 102_000)
  })

  it("imports effect and nothing else", async () => {
    assert.deepStrictEqual([...(await bundleCore()).imports], ["effect"])
  })

  it("names no platform's globals, no clock and no chance", async () => {
    // esbuild replaces these names where they are free: neither in strings nor as properties.
    const marked = Object.fromEntries(foreign.map((name) => [name, `FOREIGN_${name.replace(".", "_")}`]))
    const { text } = await bundleCore({ define: marked })
    assert.deepStrictEqual(text.match(/FOREIGN_\w+/g), null)
  })
})
