import { assert, describe, it, vi } from "@effect/vitest"
import { setImmediate } from "node:timers"
import type pg from "pg"
import { ownConnections, sharedConnections } from "../../adapters/postgres/connections/sharedConnections.ts"
import { turnsOn } from "../../adapters/postgres/connections/turns.ts"
import type { Queries } from "../../adapters/postgres/Statement.ts"
import { onPool } from "./onPool.ts"

const pid = async (queries: Queries): Promise<unknown> =>
  (await queries.query({ text: "SELECT pg_backend_pid() AS pid WHERE $1", values: [true] })).rows[0]?.["pid"]

const differInTurns = async (pool: pg.Pool): Promise<void> => {
  const shared = sharedConnections(turnsOn(pool, 10))
  const slow = shared(async (queries) => {
    const own = await pid(queries)
    await quick
    return own
  })
  // Not a timer: on a busy machine one that is due already may run within the same turn.
  const quick = new Promise((resolve) => setImmediate(resolve)).then(() => shared(pid))
  assert.notStrictEqual(await slow, await quick)
}

describe("connections that are shared", () => {
  it.scopedLive("serve requests of one turn of the event loop, up to eight, and are given back", () =>
    onPool(8, async (pool) => {
      const shared = sharedConnections(turnsOn(pool, 10))
      const pids = await Promise.all(Array.from({ length: 12 }, () => shared(pid)))
      assert.strictEqual(new Set(pids.slice(0, 8)).size, 1)
      assert.strictEqual(new Set(pids.slice(8)).size, 1)
      assert.notStrictEqual(pids[0], pids[8])
      assert.deepStrictEqual([pool.idleCount, pool.totalCount], [2, 2])
    }))

  it.scopedLive("are different ones for requests of another turn, while the first is still in use", () =>
    onPool(8, differInTurns))

  it.scopedLive("are so while the timers of a host's test are fake, too", () =>
    onPool(8, async (pool) => {
      vi.useFakeTimers({ toFake: ["setImmediate"] })
      await differInTurns(pool).finally(() => vi.useRealTimers())
    }))

  it.scopedLive("do not let a failing request harm the others", () =>
    onPool(8, async (pool) => {
      const shared = sharedConnections(turnsOn(pool, 10))
      const wrong = (queries: Queries) => queries.query({ text: "SELECT 1 / $1::integer", values: [0] })
      const ends = await Promise.allSettled([shared(pid), shared(wrong), shared(pid)])
      assert.deepStrictEqual(ends.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"])
      assert.strictEqual(pool.idleCount, pool.totalCount)
    }))

  it.scopedLive("fail all requests if there is no connection, and serve again afterwards", () =>
    onPool(8, async (pool) => {
      const connect = pool.connect.bind(pool)
      let times = 0
      const refused = Object.assign(new Error("none"), { code: "ECONNREFUSED" })
      Object.assign(pool, { connect: () => (times++, Promise.reject(refused)) })
      const shared = sharedConnections(turnsOn(pool, 10))
      const ends = await Promise.allSettled([shared(pid), shared(pid), ownConnections(turnsOn(pool, 10))(pid)])
      assert.deepStrictEqual(ends.map(({ status }) => status), ["rejected", "rejected", "rejected"])
      // Waiting for a missing server takes seconds, so it happens once for shared requests.
      assert.strictEqual(times, 2)
      Object.assign(pool, { connect })
      await new Promise(setImmediate)
      assert.isNumber(await shared(pid))
    }))
})
