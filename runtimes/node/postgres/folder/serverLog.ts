import { Effect } from "effect"
import { copyFile, open, rm, stat, truncate } from "node:fs/promises"
import { hasCode } from "../../hasCode.ts"
import { ifPresent } from "../../ifPresent.ts"
import { makePrivateFile } from "../../privateFile.ts"
import { attempt } from "../EmbeddedPostgresFailed.ts"
import type { ServerFolder } from "./serverFolder.ts"

/** Beyond this many bytes the log becomes the older log, and starts anew. */
const logBytes = 8 * 1024 * 1024

/** Keeps the log small, also while the server appends to it; what it writes between the steps is lost. */
export const boundLog = (folder: ServerFolder) =>
  attempt("could not shorten PostgreSQL's log", async () => {
    if (await logSize(folder) < logBytes) return
    await rm(folder.olderLog, { force: true })
    await copyFile(folder.log, folder.olderLog)
    await truncate(folder.log)
  })

/** Makes the log where there is none: the server would make one as ourselves, and the folder's owner could not write on. */
export const beginLog = (folder: ServerFolder) =>
  attempt("could not begin PostgreSQL's log", () =>
    makePrivateFile(folder.log, "", false).catch((error: unknown) => {
      if (!hasCode(error, "EEXIST")) throw error
    }))

/** How many bytes of log there are: what a start will write comes after them. */
export const logLength = (folder: ServerFolder) =>
  attempt("could not look at PostgreSQL's log", () => logSize(folder))

/** What the server has logged from byte `from` on, at most the last 4000; empty when it cannot be read. */
export const logSince = (folder: ServerFolder, from: number): Effect.Effect<string> =>
  attempt("", async () => {
    const log = await open(folder.log)
    try {
      const { size } = await log.stat()
      const start = Math.max(from, size - 4000)
      const end = Buffer.alloc(Math.max(1, size - start))
      const { bytesRead } = await log.read(end, 0, end.length, start)
      return end.toString("utf8", 0, bytesRead).trim()
    } finally {
      await log.close()
    }
  }).pipe(Effect.orElseSucceed(() => ""))

const logSize = async (folder: ServerFolder): Promise<number> => (await ifPresent(stat(folder.log)))?.size ?? 0
