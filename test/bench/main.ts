import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { ownServer, serverFacts } from "./database.ts"
import { inProcessPart } from "./inProcess.ts"
import { load, machine } from "./machine.ts"
import { type Options, readOptions } from "./options.ts"
import { httpPart } from "./overHttp.ts"
import { purePart } from "./pure.ts"

// Everything is measured side by side in one run: on a machine that others use too, only the ratios tell.

const bench = ({ parts, seconds }: Options) =>
  Effect.gen(function*() {
    const pace = { seconds, warmUpSeconds: Math.min(0.5, seconds / 2) }
    yield* Console.log(`${machine()}, ${load()}`)
    if (parts.has("pure")) yield* purePart(pace)
    if (parts.has("inprocess") || parts.has("http")) {
      const server = yield* ownServer
      yield* Console.log(`\n${yield* serverFacts(server.url)}`)
      if (parts.has("inprocess")) yield* inProcessPart(server.url, pace)
      if (parts.has("http")) yield* httpPart(server, pace)
    }
    yield* Console.log(`\n${load()}`)
  }).pipe(Effect.scoped)

const options = readOptions(process.argv.slice(2))
// Interrupted, it stops its servers and removes its folder all the same.
NodeRuntime.runMain(typeof options === "string" ? Console.log(options) : bench(options))
