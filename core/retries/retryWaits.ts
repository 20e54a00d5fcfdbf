/** Waits after each failed attempt of a round but its last (contract, section 6.4); letters have the same. */
export const retryWaitsMillis = [1, 5, 30, 2 * 60, 6 * 60, 24 * 60].map((minutes) => minutes * 60_000)
