/**
 * Run by a transaction before it makes or changes the schema, or who may use it. It waits until no other transaction does so,
 * and lifts our time limits, since a step may look through every row. The number is one that nobody else uses for an advisory
 * lock here.
 */
export const holdSchema = "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SELECT pg_advisory_xact_lock(7346112)"
