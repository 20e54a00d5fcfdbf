import { type Instant, isoInstant } from "../../../core/calendar/instant.ts"
import { jobKinds, type JobName } from "../../../core/jobs/Job.ts"
import type { Untold } from "../../../core/ports/NamedJobs.ts"
import type { Statement } from "../Statement.ts"

/**
 * The jobs with given names: a look at each of them by its key, whatever the planner knows of the table. Kind and `ready`
 * are compared in a way that the other index is no good for, as it would look to it while the table stood empty.
 */
const eachNamed = (found: string): string =>
  "FROM unnest($1::text[], $2::uuid[], $3::uuid[]) AS n(kind, organization_id, id) CROSS JOIN LATERAL ("
  + " SELECT ctid, * FROM job WHERE job.organization_id = n.organization_id AND job.id = n.id"
  + ` AND n.kind = ANY(ARRAY[job.kind]) ${found}) AS j`

const namesIn = (names: ReadonlyArray<JobName>): Array<ReadonlyArray<string>> =>
  [names.map(({ kind }) => kind), names.map(({ organizationId }) => organizationId), names.map(({ id }) => id)]

/**
 * Takes those of the names that are ready, and passes over what a commit is about to put. Answers them, and after them
 * those that were free before, without a lease; what was taken is among these too.
 */
export const takeNamedJobs = (names: ReadonlyArray<JobName>, now: Instant, until: Instant): Statement => ({
  name: "take named jobs",
  text: "WITH taken AS (UPDATE job SET lease = gen_random_uuid(), leased_until = $5, put_again = false"
    + ` WHERE ctid = ANY(ARRAY(SELECT j.ctid ${eachNamed("AND greatest(job.due, job.leased_until) <= $4 FOR UPDATE SKIP LOCKED")}))`
    + " RETURNING kind, organization_id, id, due, lease)"
    + " SELECT * FROM taken UNION ALL SELECT j.kind, j.organization_id, j.id, j.due, NULL"
    + ` ${eachNamed("AND (job.lease IS NULL OR job.leased_until <= $4) OFFSET 0")}`,
  values: [...namesIn(names), isoInstant(now), isoInstant(until)],
})

/** Free jobs that nobody may know of (core/ports/NamedJobs.ts). */
export const untoldJobs = ({ aheadMillis, graceMillis, limit }: Untold, now: Instant): Statement => ({
  name: "untold jobs",
  text: "SELECT j.kind, j.organization_id, j.id, j.due FROM unnest($1::text[]) AS k(kind) CROSS JOIN LATERAL ("
    + ` SELECT * FROM job WHERE job.kind = k.kind AND ${fallsDueOrIsMissed}`
    + ` AND (lease IS NULL OR leased_until <= $2) AND ${hasNotBeenTold} ORDER BY ready LIMIT $5) AS j`,
  values: [jobKinds, isoInstant(now), aheadMillis, graceMillis, limit],
})

/** Within the time ahead, or the grace and longer ago: in between those know who put it. */
const fallsDueOrIsMissed = "ready <= $2::timestamptz + $3 * interval '1 ms'"
  + " AND (ready > $2 OR ready <= $2::timestamptz - $4 * interval '1 ms')"

/** Not as it is due now; or it was, and has waited since for as long as it had then, the grace at least. */
const hasNotBeenTold = "(told IS NULL OR told < ready OR $2 - told >= greatest($4 * interval '1 ms', told - ready))"

/** Notes that these were told of; one that somebody is just writing may be told of once more. */
export const noteToldJobs = (names: ReadonlyArray<JobName>, now: Instant): Statement => ({
  name: "note told jobs",
  text: "UPDATE job SET told = greatest($4, ready)"
    + ` WHERE ctid = ANY(ARRAY(SELECT j.ctid ${eachNamed("FOR UPDATE SKIP LOCKED")}))`,
  values: [...namesIn(names), isoInstant(now)],
})
