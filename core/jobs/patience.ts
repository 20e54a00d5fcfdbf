/**
 * How long a worker waits for what is outside, such as a mail server or the tax authority. Our adapters give up sooner by
 * themselves; this is for those of hosts that never do, or a few such calls would hold up every other.
 */
export const patienceMillis = 5 * 60_000
