import { assert, describe, it } from "@effect/vitest"
import { ownConnections } from "../../adapters/postgres/connections/sharedConnections.ts"
import { turnsOn } from "../../adapters/postgres/connections/turns.ts"
import { onPool } from "./onPool.ts"

/** Reads that last until they are let go. */
const makeReads = () => {
  let begun = 0
  let letGo = (): void => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  return {
    read: async () => {
      begun++
      await held
    },
    begun: () => begun,
    letGo: () => letGo(),
  }
}

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe("connections taken in turns", () => {
  it.scopedLive("leave the rest to short statements, however many wait, and are passed on", () =>
    onPool(3, async (pool) => {
      const own = ownConnections(turnsOn(pool, 2))
      const { begun, letGo, read } = makeReads()
      const reads = Array.from({ length: 6 }, () => own(read))
      await until(() => begun() === 2)
      const { rows } = await pool.query("SELECT 1 AS one")
      assert.deepStrictEqual([rows, begun(), pool.waitingCount], [[{ one: 1 }], 2, 0])
      letGo()
      await Promise.all(reads)
      assert.deepStrictEqual([begun(), pool.idleCount], [6, pool.totalCount])
    }))

  it.scopedLive("are not taken for a client that no longer waits", () =>
    onPool(3, async (pool) => {
      const own = ownConnections(turnsOn(pool, 1))
      const { begun, letGo, read } = makeReads()
      const first = own(read)
      await until(() => begun() === 1)
      const gone = new AbortController()
      const second = own(read, gone.signal)
      const third = own(read)
      gone.abort()
      const [ended] = await Promise.allSettled([second])
      assert.strictEqual(ended.status, "rejected")
      letGo()
      await Promise.all([first, third])
      assert.deepStrictEqual([begun(), pool.idleCount], [2, pool.totalCount])
    }))

  it.scopedLive("are free again after a connection could not be made", () =>
    onPool(3, async (pool) => {
      const own = ownConnections(turnsOn(pool, 1))
      const connect = pool.connect.bind(pool)
      Object.assign(pool, { connect: () => Promise.reject(new Error("no server")) })
      const failed = await Promise.allSettled([own(async () => 1), own(async () => 2)])
      assert.deepStrictEqual(failed.map(({ status }) => status), ["rejected", "rejected"])
      Object.assign(pool, { connect })
      assert.strictEqual(await own(async () => 3), 3)
    }))
})
