import { Effect, Either, Exit, type Tracer } from "effect"
import type { TransactionFailure } from "../ports/Storage.ts"
import type { Refusal } from "../refusals/refusal.ts"
import type { Command, Decision, Supply, View } from "./Command.ts"
import type { Key } from "./tables.ts"

/** What a decision leaves to be written, whatever it answers. */
export type Effects = Pick<Decision<unknown>, "rows" | "removed" | "events" | "jobs">

/** A command that waits for its commit, with its kind of answer hidden, so that different ones share a batch. */
export interface Pending {
  readonly organizationId: Command<unknown>["organizationId"]
  readonly reads: (view: View) => ReadonlyArray<Key>
  /** Decides and keeps the answer; returns what to write, or undefined when refused (or when the command is broken). */
  readonly decide: (view: View, supply: Supply) => Effects | undefined
  /** Gives the kept answer to the caller: only once the batch is durable. */
  readonly answer: () => void
  /** Tells the caller that the batch was not carried out. */
  readonly fail: (failure: Effect.Effect<never, TransactionFailure>) => void
  /** The span of who waits for it, if there is one. */
  readonly caller: Tracer.AnySpan | undefined
}

/** Joins a command to the caller that waits for it. */
export const pending = <A>(
  command: Command<A>,
  resume: (answer: Effect.Effect<A, Refusal | TransactionFailure>) => void,
  caller: Tracer.AnySpan | undefined,
): Pending => {
  let kept: Effect.Effect<A, Refusal> = undecided
  return {
    organizationId: command.organizationId,
    reads: command.reads,
    decide: (view, supply) => {
      const decided = attempt(() => command.decide(view, supply))
      if (Exit.isFailure(decided)) {
        kept = Effect.failCause(decided.cause)
        return undefined
      }
      const decision = decided.value
      kept = Either.isLeft(decision) ? Effect.fail(decision.left) : Effect.succeed(decision.right.result)
      return Either.isLeft(decision) ? undefined : decision.right
    },
    answer: () => resume(kept),
    fail: resume,
    caller,
  }
}

/** Made once: an error looks through the stack that it is made on. */
const undecided = Effect.dieMessage("answered before being decided")

/** A command that throws is a defect of its own caller, not of the batch. */
const attempt = <A>(run: () => A): Exit.Exit<A> => {
  try {
    return Exit.succeed(run())
  } catch (defect) {
    return Exit.die(defect)
  }
}
