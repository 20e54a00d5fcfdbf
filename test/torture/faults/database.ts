import { Effect, Redacted } from "effect"
import pg from "pg"
import type { Fault, Strike } from "../Fault.ts"

/** After a crash PostgreSQL has to recover, reading what was written since the last checkpoint. */
const recoverySeconds = 15

const ended = (name: string, signal: "SIGINT" | "SIGQUIT" | "SIGKILL"): Strike => ({
  name,
  recoversWithinSeconds: recoverySeconds,
  run: ({ dark, pause, site: { database } }) =>
    Effect.gen(function*() {
      yield* pause(0, 1_500)
      yield* database.end(signal)
      yield* dark(pause(0, 4_000))
      yield* database.start
    }),
})

/** When it goes on, statements, locks and commits are as they were. */
const frozen: Strike = {
  name: "PostgreSQL stands still for 8 s (SIGSTOP)",
  recoversWithinSeconds: recoverySeconds,
  run: ({ dark, site: { database } }) =>
    Effect.gen(function*() {
      yield* database.freeze("SIGSTOP")
      yield* dark(Effect.sleep("8 seconds"))
      yield* database.freeze("SIGCONT")
    }),
}

const ours = "application_name = 'talonario' AND datname = current_database() AND pid <> pg_backend_pid()"

/** Sessions end with 57P01, whatever they are doing. */
const terminated: Strike = {
  name: "sessions ended (57P01)",
  recoversWithinSeconds: 8,
  run: ({ dice, site: { pool } }) =>
    Effect.promise(async () => {
      for (let i = 0; i < 20; i++) {
        await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${ours} ORDER BY random() LIMIT 3`)
        await new Promise((resolve) => setTimeout(resolve, dice.between(5, 60)))
      }
    }),
}

/** Running statements end with 57014. */
const cancelled: Strike = {
  name: "statements cancelled (57014)",
  recoversWithinSeconds: 8,
  run: ({ dice, site: { pool } }) =>
    Effect.promise(async () => {
      for (let i = 0; i < 40; i++) {
        await pool.query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE ${ours} AND state = 'active'`)
        await new Promise((resolve) => setTimeout(resolve, dice.between(1, 30)))
      }
    }),
}

/** Locks rows for longer than anybody waits for a lock: waiting statements end with 55P03. */
const locked = (what: string, sql: string, seconds: number): Strike => ({
  name: `${what} locked by another session for ${seconds} s (55P03)`,
  recoversWithinSeconds: 15,
  run: ({ site: { pool } }) =>
    Effect.promise(async () => {
      const client = await pool.connect()
      try {
        await held(client, sql)
        await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
        await client.query("ROLLBACK")
      } finally {
        client.release()
      }
    }),
})

/** Begins a transaction and takes locks; begins again if PostgreSQL ends this session to resolve a deadlock with a commit. */
const held = async (client: pg.PoolClient, sql: string): Promise<void> => {
  for (;;) {
    await client.query("BEGIN")
    try {
      await client.query(sql)
      return
    } catch (error) {
      await client.query("ROLLBACK")
      if (!(error instanceof pg.DatabaseError && error.code === "40P01")) throw error
    }
  }
}

/** One company is locked; the others must not notice. */
const oneLocked: Strike = {
  name: "one company locked for 13 s: the others go on",
  recoversWithinSeconds: 15,
  run: ({ accuse, companies, site: { pool }, written }) =>
    Effect.promise(async () => {
      const [locked, ...others] = companies
      const client = await pool.connect()
      try {
        await client.query("BEGIN")
        await client.query("SELECT FROM company_head WHERE organization_id = $1 FOR UPDATE", [locked])
        const end = performance.now() + 13_000
        while (performance.now() < end - neighbourMillis) {
          const took = await Effect.runPromise(Effect.timeoutTo(written(others, performance.now()), {
            duration: neighbourMillis,
            onSuccess: (millis) => millis,
            onTimeout: () => undefined,
          }))
          if (took === undefined) {
            accuse(`while one company was locked, another waited for more than ${neighbourMillis / 1_000} s`)
            break
          }
          await new Promise((resolve) => setTimeout(resolve, 200))
        }
        await client.query("ROLLBACK")
      } finally {
        client.release()
      }
    }),
}

/** How long a company may be held up by another one. */
const neighbourMillis = 5_000

/** Takes all connections of the server: new sessions are refused with 53300. */
const crowded: Strike = {
  name: "all of the server's connections taken by others for 5 s (53300)",
  recoversWithinSeconds: 10,
  run: ({ site: { database: { url }, pool } }) =>
    Effect.promise(async () => {
      const others: Array<pg.Client> = []
      await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${ours}`)
      for (;;) {
        const client = new pg.Client(Redacted.value(url)).on("error", () => {})
        const isTaken = await client.connect().then(() => true, () => false)
        if (!isTaken) break
        others.push(client)
      }
      await new Promise((resolve) => setTimeout(resolve, 5_000))
      await Promise.all(others.map((client) => client.end()))
    }),
}

/** Like a crash: everything running ends, and the next start has to recover from the log. */
export const stopped = ended("PostgreSQL stopped at once (SIGQUIT)", "SIGQUIT")

export const database: Fault = {
  name: "database",
  needs: { services: 1 },
  strikes: [
    stopped,
    ended("PostgreSQL killed (SIGKILL)", "SIGKILL"),
    ended("PostgreSQL restarted in order (SIGINT)", "SIGINT"),
    frozen,
  ],
  weight: 1.3,
}

export const sessions: Fault = {
  name: "sessions",
  // Rate limits are counted in the database too.
  needs: { services: 2, variables: () => ({ TALONARIO_RATE_LIMIT: "1000/1", TALONARIO_RATE_LIMIT_STORE: "postgres" }) },
  strikes: [
    terminated,
    cancelled,
    locked("companies", "SELECT FROM company_head FOR UPDATE", 13),
    locked("writers", "SELECT FROM writer FOR UPDATE", 4),
    oneLocked,
    crowded,
  ],
  weight: 1,
}
