import { Data } from "effect"

/** The command line was not understood; ends with exit code 2. */
export class WrongUsage extends Data.TaggedError("WrongUsage")<{ readonly message: string }> {}

/** The command was understood and could not be carried out; ends with exit code 1. */
export class CommandFailed extends Data.TaggedError("CommandFailed")<{ readonly message: string }> {}
