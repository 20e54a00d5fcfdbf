import { Effect, Layer } from "effect"
import { mkdir, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { MailNotSent, Mailer } from "../../core/ports/Mailer.ts"
import { mimeOf } from "./mimeOf.ts"

/** Letters as .eml files in a folder, each under its id: what happens to mail without a mail server. */
export const layer = (folder: string): Layer.Layer<Mailer> =>
  Layer.succeed(Mailer, {
    send: (mail) =>
      Effect.tryPromise({
        try: async () => {
          const message = await mimeOf(mail, "talonario@localhost", "unix")
          const file = join(folder, `${mail.id}.eml`)
          const part = `${file}.part`
          await mkdir(folder, { recursive: true, mode: 0o700 })
          // Whole or not at all: nobody reads half a letter, and none is left on a full disk.
          try {
            await writeFile(part, message, { mode: 0o600 })
            await rename(part, file)
          } catch (error) {
            await rm(part, { force: true })
            throw error
          }
        },
        catch: (error) => new MailNotSent({ reason: String(error), transient: true }),
      }),
  })
