import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { readdirSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { migratedDatabase } from "../support/testStorage.ts"
import { neededPackages, type PackedProject, packedProject, type Ran, root, withExamples, withGuides } from "./packedProject.ts"

/** What the host projects of the examples have installed too. */
const hostPackages = ["hono", "@hono/node-server", "express", "next", "react", "react-dom", "@types/node", "@types/express", "@types/pg"]

const embedding = readdirSync(join(root, "docs", "examples", "embedding")).filter((file) => file.endsWith(".ts"))

let project: PackedProject

beforeAll(async () => {
  const { installed, optional } = await neededPackages()
  project = await packedProject([...installed, ...optional, ...hostPackages])
  await withExamples(project)
  await withGuides(project)
})

afterAll(() => project.remove())

/** Type-checks every example against the package's types; `emit` also compiles them. */
const compile = async (module: "nodenext" | "esnext", resolution: "nodenext" | "bundler", emit: boolean): Promise<Ran> => {
  const options = {
    target: "es2022", module, moduleResolution: resolution, strict: true, skipLibCheck: true, exactOptionalPropertyTypes: true,
    types: ["node"], noEmit: !emit, rootDir: "examples", outDir: "programs", jsx: "preserve", noUncheckedIndexedAccess: true,
    rewriteRelativeImportExtensions: true,
  }
  const name = `tsconfig.${resolution}.json`
  // Next only resolves as bundlers do.
  const exclude = resolution === "nodenext" ? ["examples/next"] : []
  await writeFile(join(project.folder, name), JSON.stringify({ compilerOptions: options, include: ["examples"], exclude }))
  return project.node([join(root, "node_modules/typescript/bin/tsc"), "-p", name])
}

describe("the documented examples, in an empty project with the packed package", () => {
  it("type-check with bundler resolution", async () => {
    const { code, stdout } = await compile("esnext", "bundler", false)
    assert.strictEqual(code, 0, stdout)
  }, 60_000)

  it("type-check with the older compiler and the non-strict configuration that Next writes for a project without its own", async () => {
    const { code, stdout } = await project.node([join(root, "node_modules/typescript-5/bin/tsc"), "-p", "examples/next"])
    assert.strictEqual(code, 0, stdout)
  }, 60_000)

  it.scopedLive("type-check with Node resolution, and those of embedding run, each on its own database", () =>
    Effect.gen(function*() {
      const { code, stdout } = yield* Effect.promise(() => compile("nodenext", "nodenext", true))
      assert.strictEqual(code, 0, stdout)
      assert.isNotEmpty(embedding)
      yield* Effect.forEach(embedding, (file) =>
        Effect.gen(function*() {
          const { url } = yield* migratedDatabase
          const program = join("programs", "embedding", file.replace(/\.ts$/, ".js"))
          const ran = yield* Effect.promise(() => project.node([program], { DATABASE_URL: Redacted.value(url) }))
          assert.strictEqual(ran.code, 0, `${file}\n${ran.stdout}\n${ran.stderr}`)
          assert.notStrictEqual(ran.stdout.trim(), "", file)
        }), { concurrency: 2, discard: true })
    }), 120_000)
})
