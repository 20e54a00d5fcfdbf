/**
 * Settings that our statements rely on. Each of them finds rows by a key or walks an index: left to itself the planner would
 * read a small table as a whole, and keep that plan when the table has grown. Parallel workers take longer to start than
 * nearly all of our statements take. Time zone and date style are those that PostgresPool.ts reads values by.
 */
export const settings = {
  TimeZone: "UTC",
  DateStyle: "ISO",
  jit: "off",
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  max_parallel_workers_per_gather: "0",
  plan_cache_mode: "force_generic_plan",
}

/**
 * The server's time limits for a statement, for a lock, and for a transaction that is idle; milliseconds. While one company
 * waits for a lock, the other companies of its lane wait with it: after these two seconds it is set aside (GroupCommit.ts).
 */
export const patience = {
  statement_timeout: 30_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 30_000,
}

/**
 * How long the driver waits for an answer before it gives up the connection, in milliseconds. The server ends any statement
 * before that, so the answer will never come, as after a failover that left the old address silent.
 */
export const answerMillis = patience.statement_timeout + 5_000

/**
 * The isolation level of transactions that name none. A transaction that has waited for a company's lock must then see what
 * the holder of the lock wrote: at any other level the server would refuse it as a conflict.
 */
export const isolation = "read committed"

/**
 * The start-up parameter `options` for a session of our own. The limits of `patience` go beside it: the driver has fields for
 * them. How long an unused session lasts is the pool's business; one that listens has to last.
 */
export const startOptions = Object.entries({ ...settings, default_transaction_isolation: isolation, idle_session_timeout: "0" })
  .map(([name, value]) => `-c ${name}=${value.replaceAll(" ", "\\ ")}`).join(" ")

/** Statements that make all of these settings for one transaction, to follow its BEGIN. */
export const localSettings = Object.entries({ ...settings, ...patience })
  .map(([name, value]) => `SET LOCAL ${name} = '${value}'`)
  .join("; ")
