import { NodeRuntime } from "@effect/platform-node"
import { Cause, Console, Effect, Logger, LogLevel } from "effect"
import { existsSync } from "node:fs"
import { load, machine } from "../bench/measuring/machine.ts"
import { makeDice } from "./dice.ts"
import { allFaults } from "./faults/all.ts"
import { type Options, readOptions } from "./options.ts"
import { report } from "./report.ts"
import { program } from "./site/Service.ts"
import { carryOut, type TrialResult } from "./Trial.ts"

// Real processes, a real database, real faults: everything that was acknowledged has to be there, and nothing else.

/** How long a trial takes besides its strikes: to set up, to settle, and to audit. */
const setUpSeconds = 20

const torture = ({ minutes, only, seed }: Options) =>
  Effect.gen(function*() {
    const chosen = allFaults.filter(({ name }) => only?.includes(name) ?? true)
    const weights = chosen.reduce((sum, { weight }) => sum + weight, 0)
    const striking = Math.max(0, minutes * 60 - setUpSeconds * chosen.length)
    yield* Console.log(`${machine()}, ${load()}\nseed ${seed}\n`)
    const results: Array<TrialResult> = []
    for (const fault of chosen) {
      const seconds = Math.max(2, (striking * fault.weight) / weights)
      const obstacle = fault.obstacle?.()
      if (obstacle !== undefined) {
        yield* Console.log(`${fault.name}: left out, ${obstacle}`)
        continue
      }
      const began = performance.now()
      const load = { companies: 4, clerksPerCompany: 3, seconds, pace: 1 }
      const result = yield* carryOut(fault, load, makeDice(seed).of(fault.name)).pipe(
        Effect.catchAllCause((cause): Effect.Effect<TrialResult> =>
          Effect.succeed({ name: fault.name, strikes: [], faults: [Cause.pretty(cause)], notes: [] })),
      )
      results.push(result)
      const took = ((performance.now() - began) / 1_000).toFixed(0)
      yield* Console.log(
        `${fault.name}: ${took} s, ${result.faults.length === 0 ? "all well" : `${result.faults.length} faults`}`,
      )
      for (const found of result.faults) yield* Console.log(`  ${found}`)
    }
    yield* Console.log(`\n${report(results)}\n\n${load()}`)
    if (results.some(({ faults }) => faults.length > 0)) process.exitCode = 1
  }).pipe(Logger.withMinimumLogLevel(LogLevel.None))

const options = readOptions(process.argv.slice(2), allFaults.map(({ name }) => name))
if ("text" in options) {
  console.log(options.text)
  process.exitCode = options.exitCode
} else if (!existsSync(program())) {
  console.log(`${program()} is missing: npm run build`)
  process.exitCode = 2
} else {
  // Even when the terminal closes, or nobody reads the output any more, servers are stopped and folders removed.
  const stop = () => void process.kill(process.pid, "SIGTERM")
  process.once("SIGHUP", stop)
  process.stdout.once("error", stop)
  NodeRuntime.runMain(torture(options))
}
