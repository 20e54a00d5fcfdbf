import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { fileURLToPath } from "node:url"
import { migrations } from "../../adapters/postgres/schema/migrate.ts"
import { version } from "../../core/registry/talonarioSoftware.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

const filesOf = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
    .map((file) => `${folder}/${file}`)

const textOf = (file: string): string => readFileSync(join(root, file), "utf8")

/** What a file imports: packages by name, files of the project by their path from its root. */
const importsOf = (file: string): ReadonlyArray<string> =>
  [...textOf(file).matchAll(/^(?:import|export)\s[^;"]*?\bfrom "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm)]
    .map(([, named, bare, lazy]) => named ?? bare ?? lazy ?? "")
    .map((from) => (from.startsWith(".") ? normalize(join(dirname(file), from)) : from))

/** The room of a file of the core, or of the adapter to PostgreSQL. The files at its top have none. */
const roomOf = (file: string): string | undefined => /^(?:core|adapters\/postgres)\/([^/]+)\//.exec(file)?.[1]

/** The rooms of these files that depend on each other in circles, each with those that it needs. */
const circlesIn = (files: ReadonlyArray<string>, area: string, mutual: ReadonlySet<string> = new Set()) => {
  const needs = new Map<string, Set<string>>()
  for (const file of files.filter((one) => roomOf(one) !== undefined)) {
    const room = roomOf(file) ?? ""
    const others = importsOf(file).filter((from) => from.startsWith(area)).flatMap((from) => roomOf(from) ?? [])
      .filter((other) => other !== room && !mutual.has(`${room} ${other}`))
    needs.set(room, new Set([...needs.get(room) ?? [], ...others]))
  }
  // Remove rooms that need none of those left, again and again. Whatever cannot be removed is part of a circle.
  for (;;) {
    const free = [...needs].filter(([, others]) => [...others].every((other) => !needs.has(other)))
    if (free.length === 0) return Object.fromEntries(needs)
    for (const [room] of free) needs.delete(room)
  }
}

const core = filesOf("core")
const adapters = filesOf("adapters")
const runtimes = filesOf("runtimes")

/** Files that nothing in the project imports: the entry points of the package and its commands. */
const entries = new Set([
  "core/index.ts",
  "runtimes/node/talonario.ts",
  "runtimes/node/bundle/main.ts",
  "adapters/client/talonarioClient.ts",
  "adapters/http/openApi/declarations/main.ts",
  ...["http", "sqs", "schedule", "migrate", "bundle/main"].map((name) => `runtimes/lambda/${name}.ts`),
])

describe("architecture", () => {
  it("the core imports effect, @noble/hashes and itself", () => {
    for (const file of core) {
      const foreign = importsOf(file).filter((from) => !/^(effect|@noble\/hashes\/.+|core\/.+)$/.test(from))
      assert.deepStrictEqual(foreign, [], file)
    }
  })

  it("the rooms of the core do not depend on each other in circles", () => {
    // Changing a subscription may abandon deliveries, and each delivery belongs to a subscription.
    const mutual = new Set(["webhooks deliveries"])
    // These import the types of every room's rows.
    const named = (file: string) => file === "core/commit/tables.ts" || file.startsWith("core/ports/")
    assert.deepStrictEqual(circlesIn(core.filter((one) => !named(one)), "core/", mutual), {})
  })

  it("nor do those of the adapter to PostgreSQL", () => {
    assert.deepStrictEqual(circlesIn(adapters, "adapters/postgres/"), {})
  })

  it("the core reads no clock, no randomness, no environment", () => {
    for (const file of core) {
      assert.notMatch(textOf(file), /Date\.now\(|new Date\(\)|Math\.random\(|\bprocess\.|globalThis\.|crypto\./, file)
    }
  })

  it("adapters import the core and their own technology, no runtime and no other adapter", () => {
    for (const file of adapters) {
      assert.deepStrictEqual(importsOf(file).filter((from) => from.startsWith("runtimes/") || from.startsWith("test/")), [], file)
      const [, own] = file.split("/")
      // The client is made from the same contract as the HTTP interface.
      const shared = own === "client" ? "adapters/http/contract/" : "adapters/none/"
      const others = importsOf(file).filter((from) =>
        from.startsWith("adapters/") && from.split("/")[1] !== own && !from.startsWith(shared))
      assert.deepStrictEqual(others, [], file)
    }
  })

  it("runtimes import neither the tests nor each other, except the embedded engine and the environment, which they share", () => {
    const shared = ["runtimes/embedded/", "runtimes/environment/"]
    for (const file of runtimes) {
      const [, own] = file.split("/")
      const others = importsOf(file).filter((from) =>
        from.startsWith("test/")
        || (from.startsWith("runtimes/") && from.split("/")[1] !== own && !shared.some((room) => from.startsWith(room))))
      assert.deepStrictEqual(others, [], file)
    }
  })

  it("every file is imported by another or is an entry point", () => {
    const all = [...core, ...adapters, ...runtimes]
    const used = new Set([...all, ...filesOf("test")].flatMap(importsOf))
    const unused = all.filter((file) => !used.has(file) && !entries.has(file))
    assert.deepStrictEqual(unused, [])
  })

  it("every migration is registered, under its file's name", () => {
    const written = filesOf("adapters/postgres/schema/migrations").map((file) => file.replace(/^.*\/(.+)\.ts$/, "$1"))
    assert.deepStrictEqual(written.toSorted(), Object.keys(migrations).toSorted())
  })

  it("no type error is silenced", () => {
    for (const file of [...core, ...adapters, ...runtimes]) {
      assert.notMatch(textOf(file), /@ts-(ignore|expect-error|nocheck)|\bas unknown as\b/, file)
    }
  })

  it("the version written into records is the package's", () => {
    assert.strictEqual(version, JSON.parse(textOf("package.json")).version)
  })
})
