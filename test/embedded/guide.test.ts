import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const docs = fileURLToPath(new URL("../../docs/", import.meta.url))
const examples = join(docs, "examples/embedding")

describe("the embedding guide", () => {
  it("shows parts of the examples, as they are", () => {
    const programs = readdirSync(examples).map((file) => readFileSync(join(examples, file), "utf8"))
    const guide = readFileSync(join(docs, "embedding.md"), "utf8")
    const shown = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, part = ""]) => part)
    assert.isAbove(shown.length, 10)
    for (const part of shown) assert.isTrue(programs.some((program) => program.includes(part)), part)
  })
})
