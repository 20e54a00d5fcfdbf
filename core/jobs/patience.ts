/**
 * How long a worker waits for what is outside, such as a mail server or the tax authority. Some adapters give up sooner by
 * themselves; without it a few calls that never end would hold up every other.
 */
export const patienceMillis = 5 * 60_000
