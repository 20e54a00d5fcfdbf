import { Cause, Effect, Schedule } from "effect"
import type { CallOptions } from "../../../adapters/client/clientTypes.ts"
import type { ClientError } from "../../../adapters/client/errors.ts"
import type { Dice } from "../dice.ts"

/** How long a client keeps asking what became of its write. */
const patienceSeconds = 150

/** Whether the client cannot know if the write was done: then it has to repeat it under the same key (docs/client.md). */
const isUnsettled = ({ _tag }: ClientError): boolean =>
  _tag === "sin_respuesta" || _tag === "error_interno" || _tag === "demasiadas_peticiones"

/**
 * Repeats a write under its key until its outcome is known, as a careful program does with the typed client, which itself
 * already repeats what was answered with 5xx. Dies when that takes too long.
 */
export const settled = <A>(
  dice: Dice,
  call: (options: CallOptions) => Effect.Effect<A, ClientError>,
): Effect.Effect<A, ClientError> => {
  const idempotencyKey = Array.from({ length: 4 }, () => Math.floor(dice.next() * 2 ** 32).toString(16)).join("-")
  return call({ idempotencyKey }).pipe(
    Effect.retry({ while: isUnsettled, schedule: Schedule.jittered(Schedule.spaced("200 millis")) }),
    Effect.timeoutFailCause({
      duration: `${patienceSeconds} seconds`,
      onTimeout: () => Cause.die(new Error(`a write was not settled in ${patienceSeconds} seconds`)),
    }),
  )
}

/** Does a write and, with the given probability, the same once more at the same time under another key; returns all answers. */
export const settledTwice = <A>(
  dice: Dice,
  probability: number,
  call: (options: CallOptions) => Effect.Effect<A, ClientError>,
): Effect.Effect<readonly [A, ...ReadonlyArray<A>], ClientError> =>
  Effect.gen(function*() {
    if (dice.chance(probability)) return yield* Effect.all([settled(dice, call), settled(dice, call)], { concurrency: 2 })
    return [yield* settled(dice, call)]
  })

/** Repeats a read until it is answered. */
export const answered = <A>(call: () => Effect.Effect<A, ClientError>): Effect.Effect<A, ClientError> =>
  Effect.suspend(call).pipe(
    Effect.retry({ while: isUnsettled, schedule: Schedule.jittered(Schedule.spaced("200 millis")) }),
  )
