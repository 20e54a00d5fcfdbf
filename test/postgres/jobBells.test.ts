import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Layer, Redacted } from "effect"
import pg from "pg"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import * as StoragePostgres from "../../adapters/postgres/StoragePostgres.ts"
import { instant } from "../../core/calendar/instant.ts"
import { mailJob } from "../../core/jobs/Job.ts"
import { Queue } from "../../core/ports/Queue.ts"
import { sampleId, sampleOrganizationId } from "../support/samples.ts"
import { migratedDatabase } from "../support/testStorage.ts"

const company = sampleOrganizationId()

/** A process that listens for its bells, and its queue. */
const processOn = (url: Redacted.Redacted<string>, notifies: boolean) =>
  Effect.gen(function*() {
    const storage = StoragePostgres.layerWith({ notifies }).pipe(
      Layer.provideMerge(PostgresPool.layer({ url, connectionsMax: 2 })),
      Layer.provide(EntropyWebCrypto.layer),
    )
    const queue = Context.get(yield* Layer.build(storage), Queue)
    return { queue, rung: yield* queue.bell }
  })

/** Puts a letter through the queue itself. */
const put = (queue: Queue["Type"]) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => queue.put([mailJob(company, sampleId(), instant(now))]))

/** A connection that listens as well, and counts the other listeners. */
const onlooker = (url: Redacted.Redacted<string>) =>
  Effect.gen(function*() {
    const client = yield* Effect.acquireRelease(
      Effect.promise(async () => {
        const one = new pg.Client(Redacted.value(url))
        await one.connect()
        await one.query("LISTEN talonario_jobs")
        return one
      }),
      (one) => Effect.promise(() => one.end()),
    )
    let notified = 0
    client.on("notification", () => notified++)
    const listeners = Effect.promise(async () => {
      const { rows } = await client.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %' AND pid <> pg_backend_pid()",
      )
      return rows.length
    })
    return { listeners, notified: () => notified }
  })

const soon = <A>(look: Effect.Effect<A>, holds: (value: A) => boolean) =>
  Effect.repeat(Effect.delay(look, 10), { until: holds }).pipe(Effect.timeout("5 seconds"))

describe("bells", () => {
  it.scopedLive("ring in every process that shares the database", () =>
    Effect.gen(function*() {
      const { url } = yield* migratedDatabase
      const { listeners, notified } = yield* onlooker(url)
      const [one, other] = [yield* processOn(url, true), yield* processOn(url, true)]
      yield* soon(listeners, (count) => count === 2)
      yield* put(one.queue)
      yield* Effect.all([one.rung, other.rung], { concurrency: 2 }).pipe(Effect.timeout("5 seconds"))
      yield* soon(Effect.sync(notified), (count) => count > 0)
    }))

  it.scopedLive("ring in one process only, without anything that needs a session, where a deployment is set so", () =>
    Effect.gen(function*() {
      const { url } = yield* migratedDatabase
      const { listeners, notified } = yield* onlooker(url)
      const { queue, rung } = yield* processOn(url, false)
      yield* put(queue)
      yield* Effect.timeout(rung, "5 seconds")
      yield* Effect.sleep(200)
      assert.strictEqual(yield* listeners, 0)
      assert.strictEqual(notified(), 0)
    }))
})
