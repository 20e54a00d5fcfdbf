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

/** A command of a batch: its caller's span, if there is one. */
interface Participant {
  readonly caller: Tracer.AnySpan | undefined
}

/** The observation of one commit, from its start to its end. */
export interface SeenCommit {
  /** To be called when an attempt begins. */
  readonly attempted: () => void
  /** Runs all attempts together, in a span where tracing is on. */
  readonly within: <A, E>(attempts: Effect.Effect<A, E>) => Effect.Effect<A, E>
  readonly ended: (exit: Exit.Exit<unknown, unknown>) => void
  /** To be called instead of `ended` when the commands are begun again as other commits. */
  readonly leftToOthers: () => void
}

/** Observes commits. Where tracing is off it adds no steps to any effect, as these would be its main cost. */
export interface CommitObserver {
  /** To be called at the start of a commit, which must end, as commits are never interrupted. The batch may grow until then. */
  readonly started: (batch: ReadonlyArray<Participant>) => SeenCommit
  /** Passes the current span to `run`; undefined where tracing is off. */
  readonly withCaller: <A, E>(run: (caller: Tracer.AnySpan | undefined) => Effect.Effect<A, E>) => Effect.Effect<A, E>
}

/**
 * Counts and times commits and, where tracing is on, gives each a span. The span has no parent, since many callers may wait
 * for one commit: it has links to their spans.
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
