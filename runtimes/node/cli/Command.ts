import type { Effect } from "effect"
import type { OptionNames, Options } from "./options.ts"

/** What a command answers: a text for people, and the same as one JSON value. */
export interface Answer {
  readonly text: string
  readonly json: unknown
  /** 1 for an answer that is bad news; 0 by default. */
  readonly exitCode?: 1
}

/** One command of the command line. */
export interface Command {
  /** The words that name it: `["key", "create"]`. */
  readonly name: ReadonlyArray<string>
  /** What follows the name, as the help shows it. */
  readonly usage: string
  readonly summary: string
  readonly options: OptionNames
  /** It runs until a signal ends it: that is success then. */
  readonly untilSignal?: true
  /** More help, such as a table of settings. */
  readonly details?: string
  /** Gives what it does, and with it loads the optional peers that it needs. */
  readonly load: () => Promise<Run>
}

/** Fails with what `failures.ts` can tell people; `undefined` when everything has been said already. */
export type Run = (options: Options) => Effect.Effect<Answer | undefined, unknown>
