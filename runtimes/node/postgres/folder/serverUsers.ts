import { readdir, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { makeFolder } from "../../makeFolder.ts"
import { attempt } from "../EmbeddedPostgresFailed.ts"
import { isAlive } from "../liveServer/processIdentity.ts"
import type { ServerFolder } from "./serverFolder.ts"

// A use is an empty file whose name says all: any operating-system user can read it, and it comes to be in
// one step. All three functions are called under the folder's lock.

/** Notes that the server is used under this claim. */
export const register = (folder: ServerFolder, claim: string) =>
  attempt("could not note the use of the server", async () => {
    await makeFolder(folder.users)
    await writeFile(join(folder.users, claim + await markOf(folder)), "")
  })

/** Takes the note back. */
export const unregister = (folder: ServerFolder, claim: string) =>
  attempt("could not take back the use of the server", async () =>
    rm(join(folder.users, claim + await markOf(folder)), { force: true }))

/** Whether anyone but `claim` uses the server; forgets the dead. */
export const usedByOthers = (folder: ServerFolder, claim: string) =>
  attempt("could not read who uses the server", async () => {
    const mark = await markOf(folder)
    const others = (await readdir(folder.users)).filter((name) => name !== claim + mark)
    const dead = others.filter((name) => !isAlive(name) || !name.endsWith(mark))
    await Promise.all(dead.map((name) => rm(join(folder.users, name), { force: true })))
    return others.length > dead.length
  })

/** Tells the uses of this folder from those that came along when another was copied. */
const markOf = async (folder: ServerFolder): Promise<string> => `.${(await stat(folder.users)).ino}`
