import { Effect, Exit, type Tracer } from "effect"
import { counter, histogram, secondsBetween, secondsBounds } from "./instruments.ts"
import { spanned, Tracing } from "./tracing.ts"

const batchCommands = histogram(
  "talonario_commit_batch_commands",
  "Commands that shared a commit.",
  [1, 2, 4, 8, 16, 32, 64, 128, 256],
)
const seconds = histogram(
  "talonario_commit_seconds",
  "Time of a commit from loading to durable, with its retries.",
  secondsBounds,
)
const retries = counter("talonario_commit_retries_total", "Times that a commit began again after a conflict or an outage.")
const failures = counter("talonario_commit_failures_total", "Commits that were given up, or ended by a defect.")

/** A command that takes part, with the span of who waits for it. */
interface Participant {
  readonly caller: Tracer.AnySpan | undefined
}

/** One commit being seen, from its start to its end. */
export interface SeenCommit {
  /** An attempt begins. */
  readonly attempted: () => void
  /** All attempts together, in a span where spans are made. */
  readonly within: <A, E>(attempts: Effect.Effect<A, E>) => Effect.Effect<A, E>
  readonly ended: (exit: Exit.Exit<unknown, unknown>) => void
  /** What it was to do is begun again as other commits. */
  readonly leftToOthers: () => void
}

/** Sees commits. Where no spans are made this adds no step to any effect: such steps would be what it costs. */
export interface CommitObserver {
  /** The batch may grow until it ends. Commits are not interrupted: one that has started is to end. */
  readonly started: (batch: ReadonlyArray<Participant>) => SeenCommit
  /** Runs what takes the span that it runs in; undefined where spans are not made. */
  readonly withCaller: <A, E>(run: (caller: Tracer.AnySpan | undefined) => Effect.Effect<A, E>) => Effect.Effect<A, E>
}

/**
 * Counts and times commits and, where spans are made, puts each into one. This is no part of those that wait for the
 * commit: it links them.
 */
export const makeCommitObserver: Effect.Effect<CommitObserver> = Effect.gen(function*() {
  const tracing = yield* Tracing
  const clock = yield* Effect.clock
  return {
    started: (batch) => {
      const began = clock.unsafeCurrentTimeNanos()
      let attempts = 0
      const retried = (): number => Math.max(0, attempts - 1)
      return {
        attempted: () => void (attempts += 1),
        within: (commit) => (tracing ? inSpan(batch, commit, retried) : commit),
        ended: (exit) => {
          batchCommands(batch.length)
          seconds(secondsBetween(began, clock.unsafeCurrentTimeNanos()))
          retries(retried())
          if (Exit.isFailure(exit)) failures(1)
        },
        leftToOthers: () => retries(retried() + 1),
      }
    },
    withCaller: <A, E>(run: (caller: Tracer.AnySpan | undefined) => Effect.Effect<A, E>) =>
      tracing ? Effect.withFiberRuntime<A, E>(({ currentSpan }) => run(currentSpan)) : run(undefined),
  }
})

const inSpan = <A, E>(batch: ReadonlyArray<Participant>, commit: Effect.Effect<A, E>, retried: () => number) =>
  spanned("commit", { parent: null }, (tell, link) => {
    const told = Effect.sync(() => {
      tell({ "talonario.commit.commands": batch.length, "talonario.commit.retries": retried() })
      link(batch.flatMap(({ caller }) => (caller === undefined ? [] : [caller])))
    })
    return Effect.ensuring(commit, told)
  })
