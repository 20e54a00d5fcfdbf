import type { Instant } from "../../../core/calendar/instant.ts"
import type { RateLimit } from "../../../core/ports/RateLimiter.ts"
import type { PgRecord, Statement } from "../Statement.ts"

/** What a process wants to know of one caller. */
export interface Look {
  /** 32 hexadecimal digits. */
  readonly caller: string
  readonly now: Instant
  /** How many requests to count as of `now`, as far as there is room for them; 0 counts none. */
  readonly asked: number
}

/** What a look has found. A caller that is unknown and for whom nothing was to be counted has no row. */
export interface Seen extends PgRecord {
  readonly caller: string
  /** `now`, corrected to the database's clock where the two were far apart. */
  readonly looked: number
  /** Requests that weighed on the window before this look counted any. */
  readonly already: number
  /** The instant of the oldest request that weighs on it afterwards. */
  readonly oldest: number | null
}

/**
 * A smaller difference between clocks means nothing, in milliseconds: the statement may have waited that long for a connection.
 */
const clocksAgreeMillis = 5_000

/**
 * Looks at each caller once, in one round trip. The row is locked while its slots are freed, put back and filled, so that
 * what several processes count adds up. All processes lock rows in the same order, so none waits in a circle. `times` is
 * sorted: width_bucket finds by bisection how many of them lie at or before an instant. `live` are the slots that weigh on
 * the window now.
 *
 * Slots later than `now`, which a process with a faster clock took, are put back to `now`: however many processes look, a
 * slot moves by no more than their clocks differ. A process whose clock is far off would so undo what the others count;
 * therefore `now` is corrected when `clock`, the process's own as it sends this, is five seconds or more away from the
 * database's.
 */
export const lookAt = (rule: RateLimit, looks: ReadonlyArray<Look>, clock: number): Statement => ({
  name: "rate limit look",
  text: `INSERT INTO rate_limit AS r (caller, looked, already, times)
SELECT a.caller, a.now + c.ahead, 0, array_fill(a.now + c.ahead, ARRAY[least(a.asked, $5)])
FROM unnest($1::uuid[], $2::bigint[], $3::integer[]) AS a (caller, now, asked),
  (SELECT CASE WHEN abs(d) < ${clocksAgreeMillis} THEN 0 ELSE d END AS ahead
   FROM (SELECT (extract(epoch FROM statement_timestamp()) * 1000)::bigint - $6 AS d) AS difference) AS c
WHERE a.asked > 0 OR EXISTS (SELECT FROM rate_limit AS known WHERE known.caller = a.caller)
ORDER BY a.caller
ON CONFLICT (caller) DO UPDATE SET (looked, already, times) = (
  SELECT excluded.looked, cardinality(live), live || excluded.times[1 : $5 - cardinality(live)]
  FROM (
    SELECT r.times[greatest(freed, total - $5) + 1 : past]
      || array_fill(excluded.looked, ARRAY[least(total - past, $5)]) AS live
    FROM (
      SELECT cardinality(r.times) AS total,
        width_bucket(excluded.looked - $4, r.times) AS freed,
        width_bucket(excluded.looked, r.times) AS past
    ) AS slots
    OFFSET 0
  ) AS window_now
)
RETURNING r.caller, r.looked, r.already, r.times[1] AS oldest`,
  values: [
    looks.map(({ caller }) => caller),
    looks.map(({ now }) => now),
    looks.map(({ asked }) => asked),
    rule.windowSeconds * 1000,
    rule.limit,
    clock,
  ],
})

/** The caller that comes before every other. */
export const beforeAll = "0".repeat(32)

/**
 * Goes through the next `rows` callers after a caller, removes those that were last looked at before `idleSince`, and answers
 * the last caller it came to; no row when there was none left.
 */
export const sweep = (after: string, rows: number, idleSince: number): Statement => ({
  name: "rate limit sweep",
  text: `WITH seen AS (SELECT caller, looked FROM rate_limit WHERE caller > $1 ORDER BY caller LIMIT $2),
gone AS (
  DELETE FROM rate_limit AS r USING seen WHERE r.caller = seen.caller AND seen.looked < $3 AND r.looked < $3
)
SELECT caller FROM seen ORDER BY caller DESC LIMIT 1`,
  values: [after, rows, idleSince],
})
