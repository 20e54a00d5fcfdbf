import { Brand } from "effect"

/** A point in time: whole milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number & Brand.Brand<"Instant">

/** Declares a number of milliseconds since 1970 to be a point in time; nothing is checked. */
export const instant = Brand.nominal<Instant>()

/** A day of 24 hours, in milliseconds. */
export const dayMillis = 86_400_000

/** The instant as the contract writes timestamps: ISO 8601 in UTC, with milliseconds. */
export const isoInstant = (at: Instant): string => new Date(at).toISOString()

/** Like `isoInstant`, with null for null. */
export const isoInstantOrNull = (at: Instant | null): string | null => (at === null ? null : isoInstant(at))
