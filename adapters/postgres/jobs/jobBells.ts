import { Duration, Effect, Schedule, type Scope } from "effect"
import type pg from "pg"
import { Bells } from "../../../core/jobs/Bells.ts"

const channel = "talonario_jobs"

/** Other processes are told at most this often. NOTIFY within each commit would make commits wait for one another. */
const tellingPause = Duration.millis(20)

/** The bells of a process, which also ring when another process of the database has put jobs. */
export interface JobBells {
  /** Jobs were put here. Never fails, and waits for nothing. */
  readonly ring: () => void
  readonly hang: Bells["hang"]
}

/** Bells of this process alone, for a database that cannot be listened to. */
export const makeOwnBells = (): JobBells => {
  const bells = new Bells()
  return { ring: () => bells.ring(), hang: bells.hang }
}

/**
 * Rings across processes by LISTEN and NOTIFY. A connection is kept to listen on from the first bell that is hung; while
 * it is lost, bells ring for this process only.
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

/** What was put while nobody listened is found by those who look now and then. */
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
    // Not to be used for anything else.
    (client) => Effect.sync(() => client.release(true)),
  ).pipe(
    Effect.retry(Schedule.spaced("2 seconds")),
    Effect.ignore,
  )
