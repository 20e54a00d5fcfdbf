import { rm } from "node:fs/promises"
import { createServer } from "node:net"
import { makePrivateFile } from "../../privateFile.ts"
import { attempt } from "../EmbeddedPostgresFailed.ts"
import { type ServerFolder, textIfPresent } from "./serverFolder.ts"

/**
 * The port for the next start, and notes it: the one of the last start when it is free, or when it `mustStay`
 * because live connection pools hold it; else another. New ones lie below the range from which systems number
 * outgoing connections, so that none of those takes the port while the server restarts.
 */
export const choosePort = (folder: ServerFolder, mustStay: boolean) =>
  attempt("could not choose a port", async () => {
    const last = portIn(await textIfPresent(folder.port) ?? "")
    if (last !== undefined && (mustStay || await isFree(last))) return last
    for (let tries = 0; tries < 100; tries++) {
      const port = 20_000 + Math.floor(Math.random() * 10_000)
      if (!await isFree(port)) continue
      await rm(folder.port, { force: true })
      await makePrivateFile(folder.port, String(port), false)
      return port
    }
    throw new Error("a hundred ports of 127.0.0.1 are taken")
  })

/** Undefined for what is no port, as in a damaged file. */
const portIn = (text: string): number | undefined => {
  const port = Number(text)
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })
