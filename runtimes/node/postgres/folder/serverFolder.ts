import { readFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { fileTrouble } from "../../fileTrouble.ts"
import { ifPresent } from "../../ifPresent.ts"

/** Absolute paths of what an embedded server keeps under its folder. Only `data` is PostgreSQL's own. */
export interface ServerFolder {
  readonly root: string
  readonly data: string
  /** Written by the running server: its process, port and state. */
  readonly postmasterPid: string
  /** The superuser's password, mode 0600. */
  readonly password: string
  /** The port of the last start, which the next one takes again if it can. */
  readonly port: string
  readonly log: string
  readonly olderLog: string
  /** Held while the server is started, joined, left or stopped. */
  readonly lock: string
  /** One file for each live use of the server, named after its process. */
  readonly users: string
}

/** The layout under `folder`; touches nothing. */
export const serverFolder = (folder: string): ServerFolder => {
  const root = resolve(folder)
  const data = join(root, "data")
  return {
    root,
    data,
    postmasterPid: join(data, "postmaster.pid"),
    password: join(root, "password"),
    port: join(root, "port"),
    log: join(root, "postgres.log"),
    olderLog: join(root, "postgres.log.1"),
    lock: join(root, "lock"),
    users: join(root, "users"),
  }
}

/** The text of a file, undefined where there is none. Rejects with an error that names the file. */
export const textIfPresent = (path: string): Promise<string | undefined> =>
  ifPresent(readFile(path, "utf8")).catch((error: unknown) => {
    throw new Error(fileTrouble(path, error), { cause: error })
  })
