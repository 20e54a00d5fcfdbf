import { Cause, Console, Effect, Exit, Option } from "effect"
import { version } from "../../../core/registry/talonarioSoftware.ts"
import type { Command } from "./Command.ts"
import { WrongUsage } from "./commandErrors.ts"
import { commands } from "./commands.ts"
import { explain } from "./failures.ts"
import { readOptions } from "./options.ts"

type Commands = ReadonlyArray<Command>

const commandsUnder = (word: string): Commands => commands.filter(({ name }) => name[0] === word)

const call = (command: Command): string => `talonario ${command.name.join(" ")} ${command.usage}`.trimEnd()

const listOf = (some: Commands): string =>
  some.map((command) => `  ${call(command)}\n      ${command.summary}`).join("\n")

const help = `Talonario, an invoicing engine for Spain.

${listOf(commands)}

Every command takes --json (one JSON value on stdout, nothing else) and --help (-h); --version alone tells the version.
`

const helpOf = (command: Command): string =>
  `${call(command)}\n\n${command.summary}\n${command.details === undefined ? "" : `\n${command.details}\n`}`

const unknown = (args: ReadonlyArray<string>, known: Commands): WrongUsage =>
  new WrongUsage({ message: `unknown command: ${args.join(" ")}\n\n${known.length > 0 ? listOf(known) : help}` })

/** Adds to what was wrong with a call how the command is called. */
const withUsage = (command: Command) => <E>(failure: E): E | WrongUsage =>
  failure instanceof WrongUsage ? new WrongUsage({ message: `${failure.message}\n\n${listOf([command])}` }) : failure

/** The one that the first words name. */
const commandIn = (args: ReadonlyArray<string>): Command | undefined =>
  commands.find(({ name }) => name.every((word, i) => args[i] === word))

const asksHelp = (word: string | undefined): boolean => word === "--help" || word === "-h"

const execute = (args: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const [first] = args
    if (first === undefined || first === "help" || asksHelp(first)) return yield* Console.log(help)
    if (first === "--version") return yield* Console.log(version)
    const known = commandsUnder(first)
    const command = commandIn(args)
    if (command === undefined && known.length > 0 && asksHelp(args[1])) return yield* Console.log(listOf(known))
    if (command === undefined) return yield* unknown(args, known)
    const rest = args.slice(command.name.length)
    const options = yield* Effect.mapError(readOptions(rest, command.options), withUsage(command))
    if (options.has("help")) return yield* Console.log(helpOf(command))
    const run = yield* Effect.promise(command.load)
    const answer = yield* Effect.mapError(run(options), withUsage(command))
    if (answer === undefined) return
    if (options.has("json")) yield* Console.log(JSON.stringify(answer.json))
    else yield* answer.text === "" ? Console.error(none) : Console.log(answer.text)
    return answer.exitCode
  })

/** For people who look for companies or keys where there are none; programs find no line. */
const none = "there are none"

const interrupted = "ended by a signal before it was done; look what was done before trying again"

/**
 * Runs one command line; answers the exit code: 0 done, 1 failed or bad news, 2 wrong usage. Failures are told on
 * stderr. A command that fails while the process `isToEnd` was cut short by the signal, and may be half done: that is
 * told. One that runs until a signal is done then.
 */
export const runCommandLine = (args: ReadonlyArray<string>, isToEnd: () => boolean = () => false): Effect.Effect<number> =>
  Effect.uninterruptible(
    Effect.flatMap(Effect.exit(Effect.interruptible(Effect.scoped(execute(args)))), (exit) => {
      if (Exit.isSuccess(exit)) return Effect.succeed(exit.value ?? 0)
      const runsUntilThen = commandIn(args)?.untilSignal === true
      // A failure while such a command ends is told all the same.
      if (Cause.isInterruptedOnly(exit.cause) && runsUntilThen) return Effect.succeed(0)
      if (Cause.isInterruptedOnly(exit.cause) || (isToEnd() && !runsUntilThen)) return Effect.as(Console.error(interrupted), 1)
      const usage = Option.exists(Cause.failureOption(exit.cause), (failure) => failure instanceof WrongUsage)
      return Effect.as(Console.error(explain(exit.cause)), usage ? 2 : 1)
    }),
  )
