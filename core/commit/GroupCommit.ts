import { Cause, Context, Effect, Exit, FiberSet, Layer, Schedule } from "effect"
import { makeUuid7 } from "../identifiers/uuid7.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { Entropy } from "../ports/Entropy.ts"
import { Storage, StorageUnavailable, type TransactionFailure } from "../ports/Storage.ts"
import type { Refusal } from "../refusals/refusal.ts"
import { makeCommitObserver, type SeenCommit } from "../telemetry/commitTelemetry.ts"
import { companiesOf } from "./batch.ts"
import type { Command } from "./Command.ts"
import { type Pending, pending } from "./PendingCommand.ts"
import { transactBatch } from "./transactBatch.ts"

/**
 * Carries out commands. Those that arrive while a transaction is under way gather and share the next one:
 * loaded once, decided one after another in memory, applied and committed once. A refused or broken command
 * takes nothing of the others with it.
 */
export class GroupCommit extends Context.Tag("talonario/GroupCommit")<
  GroupCommit,
  {
    /**
     * Decides and commits; answers when the commit is durable. A caller that is interrupted stops waiting,
     * its command may be carried out all the same.
     */
    readonly run: <A>(command: Command<A>) => Effect.Effect<A, Refusal | TransactionFailure>
  }
>() {}

/** How commands are spread and gathered. */
export interface GroupCommitSettings {
  /** Transactions that may be under way at once; a company uses the same lane, unless it is set aside. */
  readonly lanes: number
  /** Commands that share one transaction at most. */
  readonly batchSizeMax: number
}

const defaultSettings: GroupCommitSettings = { lanes: 2, batchSizeMax: 256 }

/**
 * Conflicts and short outages are met by trying again, seven times at most and not once five seconds have passed; the
 * caller then hears of it. A conflict in a common lane comes before these.
 */
const retries = Schedule.jittered(Schedule.exponential("10 millis")).pipe(
  Schedule.intersect(Schedule.recurs(6)),
  Schedule.upTo("5 seconds"),
)

/** Companies set aside whose transactions may be under way at once: more would take up everybody's connections. */
const asideMax = 2

interface Lane {
  readonly waiting: Array<Pending>
  busy: boolean
  /** Those whose batch is durable: they are answered while the next one waits for its rows. */
  unanswered: ReadonlyArray<Pending>
  /** For one company that met a conflict; null: for all that fall to it. */
  readonly aside: OrganizationId | null
}

const make = (settings: GroupCommitSettings) =>
  Effect.gen(function*() {
    const storage = yield* Storage
    const newId = makeUuid7((yield* Entropy).bytes)
    const observer = yield* makeCommitObserver
    const fork = yield* FiberSet.makeRuntime<never>()
    const lanes = Array.from({ length: settings.lanes }, (): Lane => ({ waiting: [], busy: false, unanswered: [], aside: null }))
    const aside = new Map<OrganizationId, Lane>()
    const turns = yield* Effect.makeSemaphore(asideMax)

    const transact = (batch: ReadonlyArray<Pending>, { attempted }: SeenCommit, lane: Lane) => {
      const asked = () => answerAll(lane)
      const attempt = Effect.suspend(() => {
        attempted()
        return transactBatch(storage, batch, newId, asked)
      }).pipe(Effect.tapErrorCause(() => Effect.sync(asked)))
      return lane.aside === null
        ? Effect.retry(attempt, { while: isOutage, schedule: retries })
        : Effect.retry(turns.withPermits(1)(attempt), { while: isTransient, schedule: retries })
    }

    /** A batch that breaks as a whole is carried out one by one, so that only the broken command fails. */
    const carryOut = (batch: ReadonlyArray<Pending>, lane: Lane): Effect.Effect<void> => {
      const seen = observer.started(batch)
      return Effect.flatMap(Effect.exit(seen.within(transact(batch, seen, lane))), (exit) => {
        if (lane.aside === null && isConflict(exit)) {
          seen.leftToOthers()
          return setAside(batch, lane)
        }
        seen.ended(exit)
        if (Exit.isSuccess(exit)) return Effect.sync(() => answerSoon(batch, lane))
        if (batch.length > 1 && Cause.isDie(exit.cause)) {
          return Effect.forEach(batch, (command) => carryOut([command], lane), { discard: true })
        }
        return failAll(batch, exit.cause)
      })
    }

    /**
     * Companies whose batch met a conflict go on each by itself, with all that waits for them: whoever holds one of them
     * for long, such as another process that stands still, holds up no other.
     */
    const setAside = (batch: ReadonlyArray<Pending>, from: Lane): Effect.Effect<void> =>
      Effect.sync(() => {
        const companies = new Set(companiesOf(batch))
        const theirs = from.waiting.filter(({ organizationId }) => companies.has(organizationId))
        const others = from.waiting.filter(({ organizationId }) => !companies.has(organizationId))
        from.waiting.splice(0, from.waiting.length, ...others)
        for (const command of [...batch, ...theirs]) {
          const { organizationId } = command
          const lane = aside.get(organizationId) ?? { waiting: [], busy: false, unanswered: [], aside: organizationId }
          aside.set(organizationId, lane)
          submit(lane, command)
        }
      })

    /** Callers that are on their way hand in their commands: waits as long as that goes on, and for no clock. */
    const gather = (lane: Lane): Effect.Effect<void> =>
      Effect.gen(function*() {
        for (let seen = 0; lane.waiting.length > seen && seen < settings.batchSizeMax;) {
          seen = lane.waiting.length
          yield* Effect.yieldNow()
        }
      })

    const drain = (lane: Lane): Effect.Effect<void> =>
      Effect.gen(function*() {
        while (lane.waiting.length > 0) {
          yield* gather(lane)
          const batch = lane.waiting.splice(0, settings.batchSizeMax)
          // A bug here must not leave the lane busy for ever.
          yield* Effect.catchAllCause(Effect.suspend(() => carryOut(batch, lane)), (cause) => failAll(batch, cause))
          yield* Effect.yieldNow()
        }
        answerAll(lane)
        lane.busy = false
        if (lane.aside !== null) aside.delete(lane.aside)
      })

    let closed = false
    // Runs before the fibers are ended: a command that comes later is told, not left waiting.
    yield* Effect.addFinalizer(() => Effect.sync(() => (closed = true)))

    const submit = (lane: Lane, command: Pending): void => {
      if (closed) return command.fail(Effect.fail(new StorageUnavailable()))
      lane.waiting.push(command)
      if (lane.busy) return
      lane.busy = true
      fork(Effect.uninterruptible(drain(lane)))
    }

    return GroupCommit.of({
      run: (command) =>
        observer.withCaller((caller) =>
          Effect.async((resume) => {
            const { organizationId } = command
            const lane = aside.get(organizationId) ?? lanes[laneOf(organizationId, settings.lanes)]
            if (lane === undefined) throw new Error("a group commit has at least one lane")
            submit(lane, pending(command, resume, caller))
          })),
    })
  })

/**
 * Durable is durable: nothing that may take its time is waited for. What is next in a common lane leaves at once, and then
 * the database works while these are answered.
 */
const answerSoon = (batch: ReadonlyArray<Pending>, lane: Lane): void => {
  answerAll(lane)
  lane.unanswered = batch
  if (lane.waiting.length === 0 || lane.aside !== null) answerAll(lane)
}

const answerAll = (lane: Lane): void => {
  const { unanswered } = lane
  lane.unanswered = []
  for (const command of unanswered) command.answer()
}

const isTransient = (failure: TransactionFailure): boolean => failure._tag !== "StorageOutcomeUnknown"

const isOutage = (failure: TransactionFailure): boolean => failure._tag === "StorageUnavailable"

const isConflict = (exit: Exit.Exit<void, TransactionFailure>): boolean =>
  Exit.isFailure(exit) && exit.cause._tag === "Fail" && exit.cause.error._tag === "StorageConflict"

const failAll = (batch: ReadonlyArray<Pending>, cause: Cause.Cause<TransactionFailure>): Effect.Effect<void> =>
  Effect.sync(() => batch.forEach((command) => command.fail(Effect.failCause(cause))))

/** Identifiers differ most in their last digits. */
const laneOf = (organizationId: string, lanes: number): number => {
  let hash = 0
  for (let i = 0; i < organizationId.length; i++) hash = (hash * 31 + organizationId.charCodeAt(i)) >>> 0
  return hash % lanes
}

/** The group commit with its own settings. */
export const layerWith = (settings: GroupCommitSettings) => Layer.scoped(GroupCommit, make(settings))

/** The group commit: two lanes, up to 256 commands a transaction. More lanes would only cut smaller batches. */
export const layer = layerWith(defaultSettings)
