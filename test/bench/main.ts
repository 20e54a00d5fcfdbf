import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { aeatPart } from "./aeat.ts"
import { ownServer, serverFacts } from "./database.ts"
import { inProcessPart } from "./inProcess.ts"
import { listsPart } from "./lists.ts"
import { load, machine } from "./machine.ts"
import { type Options, readOptions } from "./options.ts"
import { httpPart } from "./overHttp.ts"
import { pdfPart } from "./pdf.ts"
import { purePart } from "./pure.ts"
import { webhooksPart } from "./webhooks.ts"

// Everything is measured side by side in one run: on a machine that others use too, only the ratios tell.

const bench = ({ against, parts, pipelined, program, rows, seconds }: Options) =>
  Effect.gen(function*() {
    const pace = { seconds, warmUpSeconds: Math.min(0.5, seconds / 2) }
    yield* Console.log(`${machine()}, ${load()}`)
    if (parts.has("pure")) yield* purePart(pace)
    if (parts.has("pdf")) yield* pdfPart(pace)
    if (parts.has("aeat")) yield* aeatPart(pace)
    if ([...parts].some((part) => part !== "pure" && part !== "pdf" && part !== "aeat")) {
      const url = yield* ownServer
      yield* Console.log(`\n${yield* serverFacts(url)}`)
      if (parts.has("inprocess")) yield* inProcessPart(url, pace)
      if (parts.has("webhooks")) yield* webhooksPart(url, pace)
      if (parts.has("http")) yield* httpPart(url, pace, { program, against, pipeline: pipelined })
      if (parts.has("lists")) yield* listsPart(url, pace, rows)
    }
    yield* Console.log(`\n${load()}`)
  }).pipe(Effect.scoped)

const options = readOptions(process.argv.slice(2))
if ("text" in options) {
  console.log(options.text)
  process.exitCode = options.exitCode
} else {
  // Interrupted, or with nobody left to read, it stops its servers and removes its folder all the same.
  const stop = () => void process.kill(process.pid, "SIGTERM")
  process.once("SIGHUP", stop)
  process.stdout.once("error", stop)
  NodeRuntime.runMain(bench(options))
}
