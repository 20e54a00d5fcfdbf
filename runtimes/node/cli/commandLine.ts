import { Cause, Console, Effect, Exit } from "effect"
import { version } from "../../../core/registry/talonarioSoftware.ts"
import { aeatStandInCommand } from "./aeatStandInCommand.ts"
import type { Command } from "./Command.ts"
import { certificateCommands } from "./certificateCommands.ts"
import { declarationCommand } from "./declarationCommand.ts"
import { explain } from "./failures.ts"
import { keyCommands } from "./keyCommands.ts"
import { logoCommand } from "./logoCommand.ts"
import { migrateCommand } from "./migrateCommand.ts"
import { readOptions } from "./options.ts"
import { organizationCommands } from "./organizationCommands.ts"
import { registryCommands } from "./registryCommands.ts"
import { registryCompareCommand } from "./registryCompareCommand.ts"
import { serveCommand } from "./serveCommand.ts"
import { WrongUsage } from "./Usage.ts"
import { workCommand } from "./workCommand.ts"

const commands: ReadonlyArray<Command> = [
  serveCommand,
  workCommand,
  migrateCommand,
  ...organizationCommands,
  logoCommand,
  ...keyCommands,
  aeatStandInCommand,
  ...registryCommands,
  registryCompareCommand,
  ...certificateCommands,
  declarationCommand,
]

const call = (command: Command): string => `talonario ${command.name.join(" ")} ${command.usage}`.trimEnd()

const help = `Talonario, an invoicing engine for Spain.

${commands.map((command) => `  ${call(command)}\n      ${command.summary}`).join("\n")}

Every command takes --json (one JSON value on stdout, nothing else) and --help.
`

const helpOf = (command: Command): string =>
  `${call(command)}\n\n${command.summary}\n${command.details === undefined ? "" : `\n${command.details}\n`}`

const find = (args: ReadonlyArray<string>): Command | undefined =>
  commands.find(({ name }) => name.every((word, i) => args[i] === word))

const execute = (args: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const [first] = args
    if (first === undefined || first === "--help" || first === "help") return yield* Console.log(help)
    if (first === "--version") return yield* Console.log(version)
    const command = find(args)
    if (command === undefined) return yield* new WrongUsage({ message: `unknown command: ${args.join(" ")}\n\n${help}` })
    const options = yield* readOptions(args.slice(command.name.length), command.options)
    if (options.has("help")) return yield* Console.log(helpOf(command))
    const answer = yield* command.run(options)
    if (answer === undefined) return
    yield* Console.log(options.has("json") ? JSON.stringify(answer.json) : answer.text)
    return answer.exitCode
  })

/** Runs one command line; answers the exit code: 0 done, 1 failed or bad news, 2 wrong usage. Failures are told on stderr. */
export const runCommandLine = (args: ReadonlyArray<string>): Effect.Effect<number> =>
  Effect.flatMap(Effect.exit(Effect.scoped(execute(args))), (exit) => {
    if (Exit.isSuccess(exit)) return Effect.succeed(exit.value ?? 0)
    if (Cause.isInterruptedOnly(exit.cause)) return Effect.succeed(0)
    const usage = Cause.failureOption(exit.cause).pipe((failure) => failure._tag === "Some" && failure.value instanceof WrongUsage)
    return Effect.as(Console.error(explain(exit.cause)), usage ? 2 : 1)
  })
