import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Redacted } from "effect"
import { chown, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { installationSecret } from "../../runtimes/node/installationSecret.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"

const newFolder = temporaryFolder("talonario-secret-")

/** The secret of an installation with these settings, as text. */
const secretUnder = (settings: Readonly<Record<string, string>>) =>
  installationSecret.pipe(
    Effect.map((secret) => new TextDecoder().decode(Redacted.value(secret))),
    Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings)))),
  )

describe("the secret of an installation", () => {
  it.scopedLive("is made once, even when several ask for it at once, and readable by its owner alone", () =>
    Effect.gen(function*() {
      const TALONARIO_DATA = join(yield* newFolder, "data")
      const asking = Array.from({ length: 8 }, (_, i) => Effect.delay(secretUnder({ TALONARIO_DATA }), `${i} millis`))
      const asked = yield* Effect.all(asking, { concurrency: "unbounded" })
      const kept = yield* Effect.promise(() => readFile(join(TALONARIO_DATA, "secret"), "utf8"))
      assert.deepStrictEqual([...new Set([...asked, yield* secretUnder({ TALONARIO_DATA })])], [kept])
      assert.match(kept, /^[\w-]{64}$/)
      const modes = yield* Effect.promise(() => Promise.all([TALONARIO_DATA, join(TALONARIO_DATA, "secret")].map((path) => stat(path))))
      assert.deepStrictEqual(modes.map(({ mode }) => mode & 0o777), [0o700, 0o600])
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(TALONARIO_DATA)), ["secret"])
      assert.notStrictEqual(yield* secretUnder({ TALONARIO_DATA: yield* newFolder }), kept)
    }))

  it.scopedLive.skipIf(process.getuid?.() !== 0)("is that of the folder's owner, also if root makes it", () =>
    Effect.gen(function*() {
      const home = yield* newFolder
      yield* Effect.promise(() => chown(home, 4_711, 4_712))
      yield* secretUnder({ TALONARIO_DATA: join(home, "data") })
      const made = yield* Effect.promise(() => Promise.all(["data", "data/secret"].map((name) => stat(join(home, name)))))
      assert.deepStrictEqual(made.map(({ gid, uid }) => [uid, gid]), [[4_711, 4_712], [4_711, 4_712]])
    }))

  it.scopedLive("is the configured one if there is one, and then none is made", () =>
    Effect.gen(function*() {
      const TALONARIO_DATA = yield* newFolder
      const TALONARIO_SECRET = "given by its owner, 32 bytes long"
      for (const more of [{}, { DATABASE_URL: "postgres://h/d" }]) {
        assert.strictEqual(yield* secretUnder({ TALONARIO_DATA, TALONARIO_SECRET, ...more }), TALONARIO_SECRET)
      }
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(TALONARIO_DATA)), [])
    }))

  it.scopedLive("is not replaced if damaged, as that would lose what it has sealed", () =>
    Effect.gen(function*() {
      const TALONARIO_DATA = yield* newFolder
      const file = join(TALONARIO_DATA, "secret")
      for (const [content, isTaken] of [["", false], ["x".repeat(31), false], ["x".repeat(32), true]] as const) {
        yield* Effect.promise(() => writeFile(file, content))
        const told = yield* Effect.merge(secretUnder({ TALONARIO_DATA }))
        if (isTaken) assert.strictEqual(told, content)
        else assert.include(String(told), `data folder ${TALONARIO_DATA}: ${file} is damaged`)
        assert.strictEqual(yield* Effect.promise(() => readFile(file, "utf8")), content)
      }
    }))

  it.scopedLive("is named where there is a folder in its place, such as a container's for a file that is missing outside", () =>
    Effect.gen(function*() {
      const TALONARIO_DATA = yield* newFolder
      const file = join(TALONARIO_DATA, "secret")
      yield* Effect.promise(() => mkdir(file))
      assert.include(String(yield* Effect.flip(secretUnder({ TALONARIO_DATA }))), `data folder ${TALONARIO_DATA}: ${file}: EISDIR`)
    }))
})
