import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { chown, mkdir, open, readdir, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { ifPresent } from "../../ifPresent.ts"
import { makePrivateFile } from "../../privateFile.ts"
import { attempt, type EmbeddedPostgresFailed } from "../EmbeddedPostgresFailed.ts"
import { type ServerFolder, textIfPresent } from "../folder/serverFolder.ts"
import { runInitdb, type Setup } from "./serverProcess.ts"

/**
 * Makes the data folder and the superuser's password, unless they are there. The data are made beside their
 * place and moved there when whole; what an earlier attempt left half done is removed. Called under the lock.
 */
export const initialiseData = (
  setup: Setup,
  folder: ServerFolder,
): Effect.Effect<void, EmbeddedPostgresFailed> =>
  Effect.gen(function*() {
    if (yield* hasData(folder)) return
    const clean = attempt(`could not clean up ${folder.root}`, () => removeHalfMade(folder))
    yield* clean
    yield* Effect.onError(make(setup, folder), () => Effect.ignoreLogged(clean))
  })

const make = (setup: Setup, folder: ServerFolder) =>
  Effect.gen(function*() {
    const making = join(folder.root, `${halfMade}${randomBytes(4).toString("hex")}`)
    const passwordFile = `${making}.password`
    yield* attempt(`could not prepare ${making}`, async () => {
      const password = await passwordOf(folder, setup.durable)
      // initdb reads a copy of the password as the server's account, which is not to read the file itself.
      await makePrivateFile(passwordFile, `${password}\n`, false)
      await mkdir(making, { mode: 0o700 })
      if (setup.account === undefined) return
      for (const path of [passwordFile, making]) await chown(path, setup.account.uid, setup.account.gid)
    })
    yield* runInitdb(setup, making, passwordFile)
    yield* attempt(`could not move ${making} to ${folder.data}`, async () => {
      await rename(making, folder.data)
      await rm(passwordFile)
      if (setup.durable) await syncFolder(folder.root)
    })
  })

/** Whether the server was made already; fails when other things lie in its place. */
export const hasData = (folder: ServerFolder): Effect.Effect<boolean, EmbeddedPostgresFailed> =>
  attempt(`could not look into ${folder.data}`, async () => {
    const names = await ifPresent(readdir(folder.data)) ?? []
    if (names.length > 0 && !names.includes("PG_VERSION")) throw new Error("it holds no data of PostgreSQL")
    return names.length > 0
  })

const halfMade = ".making-"

const removeHalfMade = async (folder: ServerFolder): Promise<void> => {
  const names = (await readdir(folder.root)).filter((name) => name.startsWith(halfMade))
  // Retries: initdb outlives a process that was killed, and may still be writing.
  for (const name of names) await rm(join(folder.root, name), { recursive: true, force: true, maxRetries: 5 })
}

/** The password that an interrupted attempt has left, else a new one. */
const passwordOf = async ({ password }: ServerFolder, durably: boolean): Promise<string> => {
  const kept = await textIfPresent(password)
  if (kept) return kept
  const made = randomBytes(32).toString("base64url")
  await rm(password, { force: true })
  await makePrivateFile(password, made, durably)
  return made
}

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
