import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { bundleCommand } from "../../runtimes/node/bundle/bundleCommand.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"

/** Bundles the command into a folder as deep in a package as `dist/runtimes/command` is; returns that folder. */
const bundled = Effect.gen(function*() {
  const root = yield* temporaryFolder("talonario-bundle-")
  const folder = join(root, "dist", "runtimes", "command")
  yield* Effect.promise(() => bundleCommand(folder))
  writeFileSync(join(root, "package.json"), "{\"type\":\"module\"}")
  symlinkSync(resolve("node_modules"), join(root, "node_modules"))
  return folder
})

describe("the bundled command", () => {
  it.scopedLive("runs with Effect in it, beside the licences of what it contains", () =>
    Effect.gen(function*() {
      const folder = yield* bundled
      const version = execFileSync(process.execPath, [join(folder, "talonario.js"), "--version"], { encoding: "utf8" })
      assert.strictEqual(version, "0.1.0\n")
      const imports = readdirSync(folder).filter((name) => name.endsWith(".js"))
        .flatMap((name) => [...readFileSync(join(folder, name), "utf8").matchAll(/^(?:import|\} from) .*"(@?effect[/"])/gm)])
      assert.deepStrictEqual(imports, [])
      const licences = readFileSync(join(folder, "LICENSES.txt"), "utf8").split(`\n${"-".repeat(72)}\n\n`)
      for (const name of ["effect", "@effect/platform", "@effect/sql-pg", "fast-check"]) {
        assert.isTrue(licences.some((text) => text.startsWith(`${name}\n\nMIT License\n`)), name)
      }
    }), 60_000)

  it.scopedLive("leaves to a running service the modules that it has yet to load when it is built again", () =>
    Effect.gen(function*() {
      const folder = yield* bundled
      const before = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]))
      const [recent, old] = ["chunk-RECENT.js", "chunk-OLD.js"].map((name) => join(folder, name))
      if (recent === undefined || old === undefined) return assert.fail()
      for (const path of [recent, old]) writeFileSync(path, "// of a former build")
      utimesSync(old, new Date(), new Date(Date.now() - 2 * 3_600_000))
      yield* Effect.promise(() => bundleCommand(folder))
      assert.deepStrictEqual([existsSync(recent), existsSync(old)], [true, false])
      for (const [name, contents] of before) assert.isTrue(readFileSync(join(folder, name)).equals(contents), name)
    }), 60_000)
})
