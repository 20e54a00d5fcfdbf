import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const docs = fileURLToPath(new URL("../../docs/", import.meta.url))
const examples = join(docs, "examples/embedding")

const versions = Schema.Record({ key: Schema.String, value: Schema.String })
const Manifest = Schema.parseJson(Schema.Struct({ dependencies: versions, peerDependencies: versions }))

describe("the embedding guide", () => {
  it("installs packages in compatible versions, which Effect's newest are not", () => {
    const named = readFileSync(join(docs, "embedding.md"), "utf8").match(/"@?[a-z/-]+@[~^]?\d[^"]*"/g) ?? []
    assert.isAbove(named.length, 4)
    const manifest = Schema.decodeUnknownSync(Manifest)(readFileSync(join(docs, "../package.json"), "utf8"))
    const fitting = Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies }).map(([name, range]) => `"${name}@${range}"`)
    assert.includeMembers(fitting, named)
  })

  it("shows unchanged parts of the examples", () => {
    const programs = readdirSync(examples).map((file) => readFileSync(join(examples, file), "utf8"))
    const guide = readFileSync(join(docs, "embedding.md"), "utf8")
    const shown = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, part = ""]) => part)
    assert.isAbove(shown.length, 10)
    for (const part of shown) assert.isTrue(programs.some((program) => program.includes(part)), part)
  })
})
