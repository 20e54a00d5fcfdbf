import { Effect } from "effect"
import { join } from "node:path"
import { embeddedPostgres } from "../../runtimes/node/postgres/embeddedPostgres.ts"
import { dataFolder } from "./talonarioProcess.ts"

/** A data folder whose database keeps running, so that no command has to start it. */
export const runningFolder = Effect.gen(function*() {
  const folder = yield* dataFolder
  yield* Effect.orDie(embeddedPostgres({ folder: join(folder, "postgres"), durable: true }))
  return folder
})
