import { Cause, Console, Effect, Exit, Option } from "effect"
import { version } from "../../../core/registry/talonarioSoftware.ts"
import type { Command } from "./Command.ts"
import { WrongUsage } from "./commandErrors.ts"
import { explain } from "./failures.ts"
import { readOptions } from "./options.ts"

type Commands = ReadonlyArray<Command>

/** The commands by their first word. Only those of the word that is called are loaded: some take half a second. */
const commandsOf: Readonly<Record<string, () => Promise<Commands>>> = {
  serve: async () => [(await import("./commands/serveCommand.ts")).serveCommand],
  work: async () => [(await import("./commands/workCommand.ts")).workCommand],
  migrate: async () => [(await import("./commands/migrateCommand.ts")).migrateCommand],
  org: async () => [
    ...(await import("./commands/organizationCommands.ts")).organizationCommands,
    (await import("./commands/logoCommand.ts")).logoCommand,
  ],
  key: async () => (await import("./commands/keyCommands.ts")).keyCommands,
  "aeat-stand-in": async () => [(await import("./commands/aeatStandInCommand.ts")).aeatStandInCommand],
  registry: async () => [
    ...(await import("./commands/registryCommands.ts")).registryCommands,
    (await import("./commands/registryCompareCommand.ts")).registryCompareCommand,
  ],
  certificate: async () => (await import("./commands/certificateCommands.ts")).certificateCommands,
  declaracion: async () => [(await import("./commands/declarationCommand.ts")).declarationCommand],
  secret: async () => [(await import("./commands/secretCommand.ts")).secretCommand],
}

const commandsUnder = (word: string): Effect.Effect<Commands> =>
  Effect.promise(async () => (Object.hasOwn(commandsOf, word) ? await commandsOf[word]?.() ?? [] : []))

const call = (command: Command): string => `talonario ${command.name.join(" ")} ${command.usage}`.trimEnd()

const listOf = (commands: Commands): string =>
  commands.map((command) => `  ${call(command)}\n      ${command.summary}`).join("\n")

const help = Effect.map(
  Effect.forEach(Object.keys(commandsOf), commandsUnder),
  (commands) => `Talonario, an invoicing engine for Spain.

${listOf(commands.flat())}

Every command takes --json (one JSON value on stdout, nothing else) and --help; --version alone tells the version.
`,
)

const helpOf = (command: Command): string =>
  `${call(command)}\n\n${command.summary}\n${command.details === undefined ? "" : `\n${command.details}\n`}`

const unknown = (args: ReadonlyArray<string>, commands: Commands): Effect.Effect<never, WrongUsage> =>
  Effect.flatMap(commands.length > 0 ? Effect.succeed(listOf(commands)) : help, (known) =>
    new WrongUsage({ message: `unknown command: ${args.join(" ")}\n\n${known}` }))

const execute = (args: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const [first] = args
    if (first === undefined || first === "--help" || first === "help") return yield* Console.log(yield* help)
    if (first === "--version") return yield* Console.log(version)
    const commands = yield* commandsUnder(first)
    const command = commands.find(({ name }) => name.every((word, i) => args[i] === word))
    if (command === undefined && commands.length > 0 && args[1] === "--help") return yield* Console.log(listOf(commands))
    if (command === undefined) return yield* unknown(args, commands)
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
    const usage = Option.exists(Cause.failureOption(exit.cause), (failure) => failure instanceof WrongUsage)
    return Effect.as(Console.error(explain(exit.cause)), usage ? 2 : 1)
  })
