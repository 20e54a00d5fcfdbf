import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { chown, mkdir, open, readdir, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { ifPresent } from "../../ifPresent.ts"
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
      const password = await textIfPresent(folder.password) || randomBytes(32).toString("base64url")
      await writePrivate(folder.password, password, setup.durable)
      // initdb reads a copy of the password as the server's account, which is not to read the file itself.
      await writePrivate(passwordFile, `${password}\n`, false)
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

const writePrivate = async (path: string, text: string, durably: boolean): Promise<void> => {
  const file = await open(path, "w", 0o600)
  try {
    await file.writeFile(text)
    if (durably) await file.sync()
  } finally {
    await file.close()
  }
}

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
