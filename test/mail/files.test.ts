import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as MailerFiles from "../../adapters/mail/MailerFiles.ts"
import { assertShown, sampleMail, sendBy } from "./sampleMail.ts"

const withFolder = <A, E>(use: (folder: string) => Effect.Effect<A, E>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "talonario-mail-"))),
    use,
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
  )

describe("letters as files", () => {
  it.live("are complete, each named by its id, and readable by nobody else", () =>
    withFolder((folder) =>
      Effect.gen(function*() {
        const place = join(folder, "mail")
        yield* Effect.orDie(sendBy(MailerFiles.layer(place), sampleMail()))
        yield* Effect.orDie(sendBy(MailerFiles.layer(place), sampleMail()))
        assert.deepStrictEqual(readdirSync(place), ["0123456789abcdef0123456789abcdef.eml"])
        const file = join(place, "0123456789abcdef0123456789abcdef.eml")
        assertShown(readFileSync(file, "latin1"))
        for (const path of [file, place]) assert.strictEqual(statSync(path).mode & 0o077, 0)
      })))

  it.live("can be tried again when they cannot be written", () =>
    withFolder((folder) =>
      Effect.gen(function*() {
        writeFileSync(join(folder, "mail"), "a file stands in the way")
        const failure = yield* Effect.flip(sendBy(MailerFiles.layer(join(folder, "mail")), sampleMail()))
        assert.isTrue(failure.transient)
      })))

  it.live("leave nothing of themselves on the disk when they cannot be written whole", () =>
    withFolder((folder) =>
      Effect.gen(function*() {
        const mail = sampleMail()
        mkdirSync(join(folder, `${mail.id}.eml`))
        yield* Effect.flip(sendBy(MailerFiles.layer(folder), mail))
        assert.deepStrictEqual(readdirSync(folder), [`${mail.id}.eml`])
      })))
})
