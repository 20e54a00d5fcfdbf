/**
 * How long a worker waits for an outside service, such as a mail server or the tax authority. Some adapters give up sooner.
 * Without this limit, a few calls that never end would hold up all other jobs.
 */
export const patienceMillis = 5 * 60_000
