import { Effect, Either, Exit, type Tracer } from "effect"
import type { TransactionFailure } from "../ports/Storage.ts"
import type { Refusal } from "../refusals/refusal.ts"
import type { Command, Decision, Supply, View } from "./Command.ts"
import type { Key } from "./tables.ts"

/** What a decision wants written, without its result. */
export type Effects = Pick<Decision<unknown>, "rows" | "removed" | "events" | "jobs">

/** A command that waits for its commit. The type of its result is hidden, so that different commands share a batch. */
export interface Pending {
  readonly organizationId: Command<unknown>["organizationId"]
  readonly reads: (view: View) => ReadonlyArray<Key>
  /** Decides and keeps the answer. Returns what to write, or undefined when the command was refused or has thrown. */
  readonly decide: (view: View, supply: Supply) => Effects | undefined
  /** Gives the kept answer to the caller; to be called once the batch is durable. */
  readonly answer: () => void
  /** Tells the caller that the batch was not carried out. */
  readonly fail: (failure: Effect.Effect<never, TransactionFailure>) => void
  /** The caller's span, if there is one. */
  readonly caller: Tracer.AnySpan | undefined
}

/** A command together with the caller that waits for its answer. */
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

/** Made once, because making an error is slow: it records the stack. */
const undecided = Effect.dieMessage("answered before being decided")

/** When a command throws, only its own caller sees the defect, not the whole batch. */
const attempt = <A>(run: () => A): Exit.Exit<A> => {
  try {
    return Exit.succeed(run())
  } catch (defect) {
    return Exit.die(defect)
  }
}
