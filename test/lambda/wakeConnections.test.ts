import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted, TestClock } from "effect"
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import { wakeConnections } from "../../runtimes/lambda/container/wakeConnections.ts"
import { portOf } from "../support/portOf.ts"
import { migratedDatabase } from "../support/testStorage.ts"

/** A proxy to the database whose open connections can go silent, as when a device in between forgets them. */
const forgetfulWay = (database: Redacted.Redacted<string>) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const target = new URL(Redacted.value(database))
      const pairs = new Set<readonly [Socket, Socket]>()
      const server = createServer((client) => {
        const upstream = connect(Number(target.port), target.hostname)
        const pair = [client, upstream] as const
        pairs.add(pair)
        for (const socket of pair) socket.on("error", () => socket.destroy()).on("close", () => pair.forEach((one) => one.destroy()))
        client.pipe(upstream).pipe(client)
      })
      await once(server.listen(0, "127.0.0.1"), "listening")
      const url = new URL(target)
      url.port = String(portOf(server))
      const forget = (): void => pairs.forEach(([client, upstream]) => {
        client.unpipe(upstream).resume()
        upstream.unpipe(client).resume()
      })
      return { url: Redacted.make(url.href), forget, pairs, server }
    }),
    ({ pairs, server }) =>
      Effect.sync(() => {
        pairs.forEach((pair) => pair.forEach((socket) => socket.destroy()))
        server.close()
      }),
  )

describe("connections after a pause", () => {
  it.scoped("are replaced if they no longer answer, and kept if they do", () =>
    Effect.gen(function*() {
      const { forget, url } = yield* forgetfulWay((yield* migratedDatabase).url)
      const built = yield* Layer.build(PostgresPool.layer({ url, connectionsMax: 2, session: "pooled", idleMillis: 0 }))
      const pool = Context.get(built, PostgresPool.PostgresPool)
      const backend = Effect.promise(async () => (await pool.query("SELECT pg_backend_pid() AS pid")).rows[0]?.pid)
      const wake = wakeConnections(pool)
      yield* wake
      const first = yield* backend
      yield* TestClock.adjust("10 minutes")
      yield* wake
      assert.strictEqual(yield* backend, first)
      forget()
      yield* TestClock.adjust("10 minutes")
      const began = performance.now()
      yield* wake
      assert.notStrictEqual(yield* backend, first)
      assert.isBelow(performance.now() - began, 5_000)
    }))
})
