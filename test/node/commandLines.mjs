// Runs one command line after the other, as runtimes/node/main.ts runs one, each with its own environment. The compiled
// program is loaded once. Reads one line of JSON per command line and writes one.
import { createInterface } from "node:readline"
import { format } from "node:util"
import { Effect, Logger } from "effect"
import { runCommandLine } from "../../dist/runtimes/node/cli/commandLine.js"

const logging = Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.logfmtLogger))

for await (const line of createInterface({ input: process.stdin })) {
  const { args, variables } = JSON.parse(line)
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, variables)
  const output = { stdout: "", stderr: "" }
  console.log = (...given) => void (output.stdout += `${format(...given)}\n`)
  console.error = (...given) => void (output.stderr += `${format(...given)}\n`)
  const code = await Effect.runPromise(Effect.provide(runCommandLine(args), logging))
  process.stdout.write(`${JSON.stringify({ code, ...output })}\n`)
}
