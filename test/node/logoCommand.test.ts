import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync, spawn } from "node:child_process"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { logoBytesMax } from "../../core/organizations/logoPicture.ts"
import { ringLogo } from "../pdf/samplePng.ts"
import { commandLine } from "./commandLine.ts"
import { installation } from "./installation.ts"

describe("talonario org logo", () => {
  it.scopedLive("sets and removes a company's logo, and says what is wrong with a file", () =>
    Effect.gen(function*() {
      const { folder, variables } = yield* installation
      const run = (...args: ReadonlyArray<string>) =>
        Effect.map(commandLine(args, variables), ({ code, stderr, stdout }) =>
          [code, (stdout + stderr).trim().split("\n")[0]])
      const logo = join(folder, "logo.png")
      const text = join(folder, "logo.txt")
      const long = join(folder, "long.png")
      const tooLong = Buffer.concat([ringLogo(60), new Uint8Array(logoBytesMax)], logoBytesMax + 1)
      yield* Effect.promise(() => Promise.all([writeFile(logo, ringLogo(60)), writeFile(text, "logo"), writeFile(long, tooLong)]))
      const created = yield* commandLine(["org", "create", "--nombre", "Taller", "--nif", "B12345674", "--json"], variables)
      const { id } = JSON.parse(created.stdout)
      assert.deepStrictEqual(yield* run("org", "logo", id, "--file", logo), [0, "png, 180 x 60 pixels"])
      assert.deepStrictEqual(yield* run("org", "logo", id, "--remove", "--json"), [0, "{\"logo\":null}"])
      assert.deepStrictEqual(yield* run("org", "logo", id, "--file", text), [1, "fichero: debe ser PNG o JPEG"])
      assert.deepStrictEqual(yield* run("org", "logo", id, "--file", long), [1, "fichero: no puede pasar de 256 KiB"])
      assert.deepStrictEqual((yield* run("org", "logo", id, "--file", join(folder, "nowhere")))[0], 1)
      // As a shell gives `--file <(curl …)`.
      const pipe = join(folder, "pipe")
      execFileSync("mkfifo", [pipe])
      for (const [file, said] of [[logo, [0, "png, 180 x 60 pixels"]], [long, [1, "fichero: no puede pasar de 256 KiB"]]] as const) {
        const writer = spawn("sh", ["-c", `cat "$0" > "$1"`, file, pipe], { stdio: "ignore" })
        assert.deepStrictEqual(yield* run("org", "logo", id, "--file", pipe), [...said])
        writer.kill()
      }
      assert.deepStrictEqual(yield* run("org", "logo", "nadie", "--remove"), [1, "no existe la organización"])
      assert.deepStrictEqual(yield* run("org", "logo", id, "--remove"), [0, "no logo"])
      for (const both of [[], ["--file", logo, "--remove"]]) {
        assert.deepStrictEqual(yield* run("org", "logo", id, ...both), [2, "either --file or --remove is required"])
      }
    }), 90_000)
})
