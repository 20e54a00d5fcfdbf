import { Duration, Effect, Schedule, type Scope } from "effect"
import type pg from "pg"
import { Bells } from "../../../core/jobs/Bells.ts"

const channel = "talonario_jobs"

/** The pause between two messages to other processes. A NOTIFY within each commit would make commits wait for each other. */
const tellingPause = Duration.millis(20)

/** The bells of a process. They wake its workers when jobs were put, here or by another process of the same database. */
export interface JobBells {
  /** Tells that jobs were put here. Never fails, and waits for nothing. */
  readonly ring: () => void
  /** Adds a bell. */
  readonly hang: Bells["hang"]
}

/** Bells that ring for this process alone, where one cannot listen to the database. */
export const makeOwnBells = (): JobBells => {
  const bells = new Bells()
  return { ring: () => bells.ring(), hang: bells.hang }
}

/**
 * Bells that ring across processes, by LISTEN and NOTIFY. From the first bell that is hung a connection is kept to listen on;
 * while it is lost, bells ring for jobs of this process only. `ownId` marks the messages of this process, which it ignores.
 */
export const makeJobBells = (pool: pg.Pool, ownId: string): Effect.Effect<JobBells, never, Scope.Scope> =>
  Effect.gen(function*() {
    const scope = yield* Effect.scope
    const bells = new Bells()
    const outside = new Bells()
    const listening = yield* Effect.once(Effect.forkIn(listen(pool, ownId, () => bells.ring()), scope))
    const putHere = yield* outside.hang
    yield* Effect.forkScoped(tellOthers(pool, ownId, putHere))
    return {
      ring: () => {
        bells.ring()
        outside.ring()
      },
      hang: Effect.zipRight(listening, bells.hang),
    }
  })

const tellOthers = (pool: pg.Pool, ownId: string, putHere: Effect.Effect<void>): Effect.Effect<never> =>
  Effect.forever(Effect.gen(function*() {
    yield* putHere
    yield* Effect.ignore(Effect.tryPromise(() => pool.query("SELECT pg_notify($1, $2)", [channel, ownId])))
    yield* Effect.sleep(tellingPause)
  }))

/**
 * Listens for as long as the fiber runs. Jobs that were put while the connection was lost are found by workers, who look once a
 * second.
 */
const listen = (pool: pg.Pool, ownId: string, heard: () => void): Effect.Effect<void> =>
  Effect.acquireUseRelease(
    Effect.tryPromise(() => pool.connect()),
    (client) =>
      Effect.async<never, Error>((resume) => {
        const lost = () => resume(Effect.fail(new Error("the listening connection is lost")))
        client.on("error", lost)
        client.on("end", lost)
        client.on("notification", ({ payload }) => {
          if (payload !== ownId) heard()
        })
        client.query(`LISTEN ${channel}`).catch(lost)
      }),
    // The connection still listens, so it must not go back to the pool.
    (client) => Effect.sync(() => client.release(true)),
  ).pipe(
    Effect.retry(Schedule.spaced("2 seconds")),
    Effect.ignore,
  )
