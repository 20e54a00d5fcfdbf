import { NodeRuntime } from "@effect/platform-node"
import { Effect, type Redacted } from "effect"
import { listsPart } from "./companies/lists.ts"
import { processesPart } from "./companies/processes.ts"
import { scalePart } from "./companies/scale.ts"
import { ownServer, serverFacts } from "./database.ts"
import { httpPart } from "./http/overHttp.ts"
import { inProcessPart } from "./inProcess/inProcess.ts"
import { load, machine, today } from "./measuring/machine.ts"
import type { Pace } from "./measuring/measure.ts"
import { writeFigures } from "./measuring/performanceDocument.ts"
import { say, toldSince } from "./measuring/report.ts"
import { aeatPart } from "./oneCore/aeat.ts"
import { pdfPart } from "./oneCore/pdf.ts"
import { purePart } from "./oneCore/pure.ts"
import { type Options, type Part, readOptions } from "./options.ts"
import { soakPart } from "./soak.ts"
import { webhooksPart } from "./webhooks/webhooks.ts"

// Everything is measured side by side in one run: on a shared machine only the ratios mean something.

type Url = Redacted.Redacted<string>

const alone = {
  pure: purePart,
  pdf: pdfPart,
  aeat: aeatPart,
}

const onDatabase = (part: Exclude<Part, keyof typeof alone>, url: Url, pace: Pace, options: Options) => {
  switch (part) {
    case "inprocess":
      return inProcessPart(url, pace)
    case "webhooks":
      return webhooksPart(url, pace)
    case "http":
      return httpPart(url, pace, options)
    case "lists":
      return listsPart(url, pace, options.rows)
    case "processes":
      return processesPart(url, pace, options)
    case "scale":
      return scalePart(url, pace, options)
    case "soak":
      return soakPart(url, options)
  }
}

const measuredOn = (part: Exclude<Part, keyof typeof alone>, url: Url, pace: Pace, options: Options) =>
  Effect.gen(function*() {
    yield* say(yield* serverFacts(url))
    yield* onDatabase(part, url, pace, options)
  })

const isAlone = (part: Part): part is keyof typeof alone => part in alone

const bench = (options: Options) =>
  Effect.gen(function*() {
    const { parts, seconds, write } = options
    const pace = { seconds, warmUpSeconds: Math.min(2, Math.max(0.5, seconds / 2)) }
    for (const part of parts) {
      yield* say(`${today()}, ${machine()}, ${load()}`)
      if (isAlone(part)) yield* alone[part](pace)
      else yield* Effect.scoped(Effect.flatMap(ownServer, (url) => measuredOn(part, url, pace, options)))
      yield* say(`\n${load()}\n`)
      const figures = toldSince()
      if (write) writeFigures(part, figures)
    }
  }).pipe(Effect.scoped)

const options = readOptions(process.argv.slice(2))
if ("text" in options) {
  console.log(options.text)
  process.exitCode = options.exitCode
} else {
  // Even when the terminal closes, or nobody reads the output any more, servers are stopped and folders removed.
  const stop = () => void process.kill(process.pid, "SIGTERM")
  process.once("SIGHUP", stop)
  process.stdout.once("error", stop)
  NodeRuntime.runMain(bench(options))
}
