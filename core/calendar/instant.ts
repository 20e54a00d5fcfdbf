import { Brand } from "effect"

/** A point in time: whole milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number & Brand.Brand<"Instant">

/** Names a number of milliseconds since 1970 as a point in time. */
export const instant = Brand.nominal<Instant>()

/** A day of 24 hours, in milliseconds. */
export const dayMillis = 86_400_000

/** The instant as the contract writes timestamps: ISO 8601 in UTC, with milliseconds. */
export const isoInstant = (at: Instant): string => new Date(at).toISOString()

/** The same of an instant that may not be: null then. */
export const isoInstantOrNull = (at: Instant | null): string | null => (at === null ? null : isoInstant(at))
