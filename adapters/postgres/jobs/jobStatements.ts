import { type Instant, isoInstant } from "../../../core/calendar/instant.ts"
import type { OrganizationId } from "../../../core/identifiers/organizationId.ts"
import type { Job, JobKind } from "../../../core/jobs/Job.ts"
import type { LeasedJob } from "../../../core/ports/Queue.ts"
import type { Statement } from "../Statement.ts"

// A job is `ready` once it is due and nobody's lease on it runs any more (a generated column of the table).
//
// A statement that locks several jobs locks them in the order of their ids, or skips those that are locked: no two
// transactions ever wait for each other. No index has that order, lest the planner use it for the wrong statement.
//
// The rows that a statement changes are found first, as an array of their places in the table (ctid). With a join the planner
// might begin at the wrong side: a plan that was made while the table was empty goes through all jobs.

/**
 * Puts jobs, also as part of a commit. A job that is there already is moved forward when it is now due earlier. One that a
 * worker has in hand is noted as `put_again`: it takes the new time, and not its old one, which is over; but no later time
 * than the end of the lease, when it comes up should the worker be dead.
 */
export const putJobs = (jobs: ReadonlyArray<Job>): Statement => ({
  name: "put jobs",
  text: `INSERT INTO job (kind, organization_id, id, due)
SELECT v.kind, v.organization_id, v.id, v.due FROM json_populate_recordset(null::job, $1::json) AS v
ORDER BY v.id, v.kind
ON CONFLICT (kind, organization_id, id) DO UPDATE SET
  due = least(excluded.due, CASE WHEN job.put_again OR job.lease IS NULL THEN job.due ELSE job.leased_until END),
  put_again = job.lease IS NOT NULL
WHERE job.due > excluded.due OR (job.lease IS NOT NULL AND NOT job.put_again)`,
  values: [JSON.stringify(jobs.map(({ due, id, kind, organizationId }) =>
    ({ kind, organization_id: organizationId, id, due: isoInstant(due) })))],
})

/**
 * Leases ready jobs until `until`, of other companies than `but`. A job that a commit is about to put is passed over: it is
 * ready once that commit has ended.
 */
export const takeJobs = (
  kind: JobKind,
  limit: number,
  now: Instant,
  until: Instant,
  but: ReadonlyArray<OrganizationId>,
): Statement => ({
  name: but.length === 0 ? "take jobs" : "take jobs of others",
  text: `UPDATE job SET lease = gen_random_uuid(), leased_until = $4, put_again = false
WHERE ctid = ANY(ARRAY(
  SELECT ctid FROM job WHERE kind = $1 AND ready <= $2${but.length === 0 ? "" : " AND organization_id <> ALL($5::uuid[])"}
  ORDER BY ready LIMIT $3 FOR UPDATE SKIP LOCKED
))
RETURNING kind, organization_id, id, due, lease`,
  values: [kind, isoInstant(now), limit, isoInstant(until), ...(but.length === 0 ? [] : [but])],
})

/**
 * Extends leases, and answers those that still stand. A job that a commit is about to put is locked and so not extended now,
 * but nobody else can take it meanwhile. Not `sure` is a lease that has ended while its job is locked: somebody else may be
 * taking the job at this moment.
 */
export const extendLeases = (leases: ReadonlyArray<string>, now: Instant, until: Instant): Statement => ({
  name: "extend leases",
  text: `WITH extended AS (
  UPDATE job SET leased_until = $3
  WHERE ctid = ANY(ARRAY(SELECT ctid FROM job WHERE lease = ANY($1::uuid[]) FOR UPDATE SKIP LOCKED))
  RETURNING lease
)
SELECT lease, bool_or(sure) AS sure
FROM (
  SELECT lease, true AS sure FROM extended
  UNION ALL
  SELECT lease, leased_until > $2 FROM job WHERE lease = ANY($1::uuid[])
) AS standing
GROUP BY lease`,
  values: [leases, isoInstant(now), isoInstant(until)],
})

const inHand = "kind = $1 AND organization_id = $2 AND id = $3 AND lease = $4"

const valuesOf = ({ id, kind, lease, organizationId }: LeasedJob): Array<unknown> => [kind, organizationId, id, lease]

/** Removes a job, unless it was put again since it was taken. */
export const removeJob = (job: LeasedJob): Statement => ({
  name: "remove job",
  text: `DELETE FROM job WHERE ${inHand} AND NOT put_again`,
  values: valuesOf(job),
})

/** Ends the lease on a job that was put again since it was taken; answers when it is due. */
export const releaseJob = (job: LeasedJob): Statement => ({
  name: "release job",
  text: `UPDATE job SET lease = NULL, leased_until = NULL, put_again = false WHERE ${inHand} RETURNING due`,
  values: valuesOf(job),
})

/** Ends the lease on a job. It is then due at `due`, or, if it was put again for an earlier time, at that; answers when. */
export const putBackJob = (job: LeasedJob, due: Instant): Statement => ({
  name: "put back job",
  text: `UPDATE job SET due = CASE WHEN put_again THEN least(due, $5) ELSE $5 END,
  lease = NULL, leased_until = NULL, put_again = false
WHERE ${inHand} RETURNING due`,
  values: [...valuesOf(job), isoInstant(due)],
})

/**
 * Makes jobs of these kinds due now that are ready only beyond `far`, and frees those of any kind that are leased beyond it. Beyond
 * as much by the database's clock, too: to a process whose clock is far behind all of the others' jobs seem far off.
 */
export const recallJobs = (kinds: ReadonlyArray<JobKind>, now: Instant, far: Instant): Statement => ({
  name: "recall jobs",
  text: `UPDATE job SET due = least(due, $2), lease = NULL, leased_until = NULL, put_again = false
WHERE ctid = ANY(ARRAY(
  SELECT ctid FROM job, (SELECT greatest($3, now() + ($3::timestamptz - $2::timestamptz)) AS far) AS bound
  WHERE (kind = ANY($1::text[]) AND ready > far) OR (lease IS NOT NULL AND leased_until > far)
  FOR UPDATE OF job SKIP LOCKED
))`,
  values: [kinds, isoInstant(now), isoInstant(far)],
})

/** How many jobs are ready, and when the first of them was due. */
export const jobDepth = (kind: JobKind, now: Instant): Statement => ({
  name: "depth of jobs",
  text: "SELECT count(*)::bigint AS due, min(due) AS oldest FROM job WHERE kind = $1 AND ready <= $2",
  values: [kind, isoInstant(now)],
})
