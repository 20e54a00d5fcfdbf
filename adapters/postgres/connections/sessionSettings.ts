/**
 * What statements of ours count on. Each finds rows by a key or walks an index: left to itself the planner would read a
 * small table whole, and go on doing so with the plan that it keeps when the table is no longer small. To start processes
 * for one takes longer than nearly all of them do. Values are read as they are written with these (see PostgresPool.ts).
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
 * How long a statement, a lock, and a transaction that nobody goes on with are waited for; milliseconds. For a lock only as
 * long as the other companies of its lane may wait because of it: then its company is set aside (GroupCommit.ts).
 */
export const patience = {
  statement_timeout: 30_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 30_000,
}

/**
 * How long the driver waits for an answer before it gives up the connection, in milliseconds. Longer than the server goes
 * on with any statement: what has not come by then never comes, as after a failover that left the old address silent.
 */
export const answerMillis = patience.statement_timeout + 5_000

/**
 * A transaction that has waited for a company's lock must see what its holder wrote: at any other level that would be a
 * conflict. A transaction that needs another level says so.
 */
export const isolation = "read committed"

/** For the start-up parameter `options` of a session of our own; `patience` has parameters of its own. */
export const startOptions = Object.entries({ ...settings, default_transaction_isolation: isolation })
  .map(([name, value]) => `-c ${name}=${value.replaceAll(" ", "\\ ")}`).join(" ")

/** All of them for one transaction, as what follows its BEGIN. */
export const localSettings = Object.entries({ ...settings, ...patience })
  .map(([name, value]) => `SET LOCAL ${name} = '${value}'`)
  .join("; ")
