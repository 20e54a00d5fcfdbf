import { type Clock, Effect } from "effect"
import type { RowSet } from "../../../core/commit/tables.ts"
import {
  type Load,
  type Opening,
  type Outcome,
  StorageConflict,
  StorageOutcomeUnknown,
  StorageUnavailable,
  type TransactionFailure,
} from "../../../core/ports/Storage.ts"
import { silence } from "../../support/simulated.ts"
import type { Stores } from "./World.ts"

/** Chance determined by a seed: numbers from 0 to below 1. */
export const luckOf = (seed: number) => {
  let state = seed | 0
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return ((state ^ (state >>> 15)) >>> 0) / 2 ** 32
  }
}

/** How reliable stores are at present. */
export interface Condition {
  /** The fraction of calls that fail. */
  readonly failing: number
  /** The fraction of calls that take a while, up to so many milliseconds. */
  readonly slow: number
  readonly slowMillis: number
}

/** Stores without faults. */
export const healthy: Condition = { failing: 0, slow: 0, slowMillis: 0 }

/** How a process reaches the stores. */
export interface Way {
  readonly luck: () => number
  readonly condition: () => Condition
  /** Whether the process is dead: its pending calls never return, and it makes no further ones. */
  readonly isDead: () => boolean
}

/** The clock of a process, by which nobody wakes once the process is dead. */
export const mortalClock = (clock: Clock.Clock, isDead: () => boolean): Clock.Clock => ({
  ...clock,
  sleep: (duration) => Effect.flatMap(clock.sleep(duration), () => (isDead() ? silence : Effect.void)),
})

/** The same stores as reached by a process whose calls may be slow, or fail before or after they were carried out. */
export const faulty = ({ queue, storage }: Stores, way: Way): Stores => {
  const unavailable = () => new StorageUnavailable()
  const reading = <A>(call: Effect.Effect<A, StorageUnavailable>) => through(way, call, [unavailable], [unavailable])
  return {
    storage: {
      ...storage,
      transact: <A, E>(opening: Opening, body: (rows: RowSet, load: Load) => Effect.Effect<Outcome<A>, E>) =>
        through<A, E | TransactionFailure>(
          way,
          storage.transact(opening, body),
          [unavailable, () => new StorageConflict(), () => new StorageOutcomeUnknown()],
          [() => new StorageOutcomeUnknown()],
        ),
      find: (...query) => reading(storage.find(...query)),
      page: (...query) => reading(storage.page(...query)),
      outbox: (...query) => reading(storage.outbox(...query)),
      waiting: (...query) => reading(storage.waiting(...query)),
      expired: (...query) => reading(storage.expired(...query)),
    },
    queue: {
      ...queue,
      take: (...call) => reading(queue.take(...call)),
      extend: (...call) => reading(queue.extend(...call)),
      done: (...call) => reading(queue.done(...call)),
      putBack: (...call) => reading(queue.putBack(...call)),
    },
  }
}

/** A call that may fail before or after it was carried out. */
const through = <A, E>(
  { condition, isDead, luck }: Way,
  call: Effect.Effect<A, E>,
  before: ReadonlyArray<() => E>,
  after: ReadonlyArray<() => E>,
): Effect.Effect<A, E> => {
  const pause = Effect.suspend(() => {
    const { slow, slowMillis } = condition()
    return luck() < slow ? Effect.sleep(Math.ceil(luck() * slowMillis)) : Effect.void
  })
  const maybeFail = (failures: ReadonlyArray<() => E>) =>
    Effect.suspend(() => {
      if (isDead()) return silence
      const failure = failures[Math.floor(luck() * failures.length)]
      return failure !== undefined && luck() < condition().failing / 2 ? Effect.fail(failure()) : Effect.void
    })
  return pause.pipe(
    Effect.zipRight(maybeFail(before)),
    Effect.zipRight(call),
    Effect.tap(() => Effect.zipRight(pause, maybeFail(after))),
  )
}
