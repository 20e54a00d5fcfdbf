import { Effect, Option, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { link, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { thrownText } from "../../core/text/thrownText.ts"
import { fileTrouble } from "./fileTrouble.ts"
import { hasCode } from "./hasCode.ts"
import { ifPresent } from "./ifPresent.ts"
import { makeFolder } from "./makeFolder.ts"
import { makePrivateFile } from "./privateFile.ts"
import { ownSecret, storageSettings } from "./settings.ts"

/** The data folder cannot be used. */
export class DataFolderUnusable extends Error {
  readonly _tag = "DataFolderUnusable"
}

/**
 * The secret of this installation: TALONARIO_SECRET, else for the embedded database one that is made once and kept
 * beside it, readable by its owner only.
 */
export const installationSecret = Effect.gen(function*() {
  const secret = yield* ownSecret
  if (Option.isSome(secret)) return secret.value
  const { dataFolder } = yield* storageSettings
  return Redacted.make(yield* keptSecret(dataFolder))
})

const keptSecret = (folder: string): Effect.Effect<Uint8Array, DataFolderUnusable> =>
  Effect.tryPromise({
    try: async () => {
      await makeFolder(folder)
      const file = join(folder, "secret")
      const kept = await keptIn(file)
      if (kept !== undefined) return kept
      // Written aside and then linked, so that of two processes that start at once both use the first one's.
      const fresh = join(folder, `secret.${process.pid}.${randomBytes(4).toString("hex")}`)
      try {
        await makePrivateFile(fresh, randomBytes(48).toString("base64url"), true)
        await link(fresh, file)
      } catch (error) {
        if (!hasCode(error, "EEXIST")) throw error
      } finally {
        await rm(fresh, { force: true })
      }
      return new Uint8Array(await readFile(file))
    },
    catch: (error) => new DataFolderUnusable(`data folder ${folder}: ${thrownText(error)}`),
  })

const keptIn = async (file: string): Promise<Uint8Array | undefined> => {
  const content = await ifPresent(readFile(file)).catch((error: unknown) => {
    throw new Error(fileTrouble(file, error), { cause: error })
  })
  if (content === undefined) return undefined
  if (content.length < 32) throw new Error(`${file} is damaged: it should hold 32 bytes or more`)
  return new Uint8Array(content)
}
