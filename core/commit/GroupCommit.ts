import { Cause, Context, Effect, Exit, FiberSet, Layer } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { StorageUnavailable, type TransactionFailure } from "../ports/Storage.ts"
import type { Refusal } from "../refusals/refusal.ts"
import { makeCommitObserver } from "../telemetry/commitTelemetry.ts"
import { sparseWarning } from "../telemetry/sparseWarning.ts"
import { companiesOf } from "./batch.ts"
import type { Command } from "./Command.ts"
import { Lane } from "./Lane.ts"
import { type Pending, pending } from "./PendingCommand.ts"
import { makeTransact } from "./retriedTransactions.ts"

/**
 * Carries out commands in batches. Commands that arrive while a transaction is under way share the next one, and while that
 * one loads its rows, more may join it if it has locked their company. A batch is decided in memory, one command after
 * another, and committed as a whole. A command that is refused or throws does not affect the others.
 */
export class GroupCommit extends Context.Tag("talonario/GroupCommit")<
  GroupCommit,
  {
    /**
     * Decides and commits; answers once the commit is durable. A caller that is interrupted stops waiting, but its command
     * may still be carried out.
     */
    readonly run: <A>(command: Command<A>) => Effect.Effect<A, Refusal | TransactionFailure>
  }
>() {}

/** How commands are spread over transactions. */
export interface GroupCommitSettings {
  /** How many transactions may be under way at once. A company always uses the same lane, unless it is set aside. */
  readonly lanes: number
  /** The most commands that share one transaction. */
  readonly batchSizeMax: number
}

const defaultSettings: GroupCommitSettings = { lanes: 2, batchSizeMax: 256 }

const make = ({ batchSizeMax, lanes: laneCount }: GroupCommitSettings) =>
  Effect.gen(function*() {
    const transact = yield* makeTransact
    const observer = yield* makeCommitObserver
    const warnOfBroken = sparseWarning("writes that were decided together failed, and are carried out one by one")
    const fork = yield* FiberSet.makeRuntime<never>()
    const lanes = Array.from({ length: laneCount }, () => new Lane(null))
    const aside = new Map<OrganizationId, Lane>()

    /** When a batch throws as a whole, its commands are carried out one by one, so that only the broken one fails. */
    const carryOut = (batch: Array<Pending>, most: number, lane: Lane): Effect.Effect<void> => {
      const seen = observer.started(batch)
      return Effect.flatMap(Effect.exit(seen.within(transact(batch, most, lane, seen.attempted))), (exit) => {
        if (lane.aside === null && isConflict(exit)) {
          seen.leftToOthers()
          return setAside(batch, lane)
        }
        seen.ended(exit)
        if (Exit.isSuccess(exit)) return Effect.sync(() => lane.answerSoon(batch))
        if (batch.length > 1 && Cause.isDie(exit.cause)) {
          const oneByOne = Effect.forEach(batch, (command) => carryOut([command], 1, lane), { discard: true })
          return Effect.zipRight(warnOfBroken({ writes: batch.length }, exit.cause), oneByOne)
        }
        return failAll(batch, exit.cause)
      })
    }

    /**
     * After a conflict each company of the batch goes on in a lane of its own, together with all commands that wait for it.
     * So a process that has stalled while it holds the lock of one company delays that company only.
     */
    const setAside = (batch: ReadonlyArray<Pending>, from: Lane): Effect.Effect<void> =>
      Effect.sync(() => {
        for (const command of [...batch, ...from.withdraw(new Set(companiesOf(batch)))]) {
          const { organizationId } = command
          const lane = aside.get(organizationId) ?? new Lane(organizationId)
          aside.set(organizationId, lane)
          submit(lane, command)
        }
      })

    const drain = (lane: Lane): Effect.Effect<void> =>
      Effect.gen(function*() {
        while (!lane.isEmpty) {
          const batch = yield* lane.gather(batchSizeMax)
          // A bug here must not leave the lane busy for ever.
          yield* Effect.catchAllCause(Effect.suspend(() => carryOut(batch, batchSizeMax, lane)), (cause) => failAll(batch, cause))
          yield* Effect.yieldNow()
        }
        lane.answerAll()
        lane.busy = false
        if (lane.aside !== null) aside.delete(lane.aside)
      })

    let closed = false
    // This runs before the fibers are interrupted, so a command that comes later fails at once instead of waiting for ever.
    yield* Effect.addFinalizer(() => Effect.sync(() => (closed = true)))

    const submit = (lane: Lane, command: Pending): void => {
      if (closed) return command.fail(Effect.fail(new StorageUnavailable()))
      lane.add(command)
      if (lane.busy) return
      lane.busy = true
      fork(Effect.uninterruptible(drain(lane)))
    }

    return GroupCommit.of({
      run: (command) =>
        observer.withCaller((caller) =>
          Effect.async((resume) => {
            const { organizationId } = command
            const lane = aside.get(organizationId) ?? lanes[laneOf(organizationId, laneCount)]
            if (lane === undefined) throw new Error("a group commit has at least one lane")
            submit(lane, pending(command, resume, caller))
          })),
    })
  })

const isConflict = (exit: Exit.Exit<void, TransactionFailure>): boolean =>
  Exit.isFailure(exit) && exit.cause._tag === "Fail" && exit.cause.error._tag === "StorageConflict"

const failAll = (batch: ReadonlyArray<Pending>, cause: Cause.Cause<TransactionFailure>): Effect.Effect<void> =>
  Effect.sync(() => batch.forEach((command) => command.fail(Effect.failCause(cause))))

/** The index of the lane that a company uses. */
const laneOf = (organizationId: string, lanes: number): number => {
  let hash = 0
  for (let i = 0; i < organizationId.length; i++) hash = (hash * 31 + organizationId.charCodeAt(i)) >>> 0
  return hash % lanes
}

/** The group commit with the given settings. */
export const layerWith = (settings: GroupCommitSettings) => Layer.scoped(GroupCommit, make(settings))

/** The group commit with two lanes and up to 256 commands in a transaction. More lanes would only make batches smaller. */
export const layer = layerWith(defaultSettings)
