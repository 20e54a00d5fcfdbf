/** Noon on a working day, when simulations begin. */
export const start = Date.parse("2026-11-20T12:00:00.000Z")

/** Spans in milliseconds. */
export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour
