/** How long to wait after each failed attempt of a round except the last (contract, section 6.4); the same for letters. */
export const retryWaitsMillis = [1, 5, 30, 2 * 60, 6 * 60, 24 * 60].map((minutes) => minutes * 60_000)
