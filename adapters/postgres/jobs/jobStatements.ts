import { type Instant, isoInstant } from "../../../core/calendar/instant.ts"
import type { Job, JobKind } from "../../../core/jobs/Job.ts"
import type { LeasedJob } from "../../../core/ports/Queue.ts"
import type { Statement } from "../Statement.ts"

// A job is `ready` when it is due and the lease on it has ended.
//
// Several jobs are always locked in the order of their ids, so that no two transactions wait for each other. No index has
// that order, or it might be chosen for it.

/**
 * Puts jobs, as part of a commit too. One in somebody's hands takes the new time, or it would keep its old one for ever and
 * always come first; no later one than the end of the lease, at which it comes should that somebody be dead.
 */
export const putJobs = (jobs: ReadonlyArray<Job>): Statement => ({
  name: "put jobs",
  text: "INSERT INTO job (kind, organization_id, id, due)"
    + " SELECT v.kind, v.organization_id, v.id, v.due FROM json_populate_recordset(null::job, $1::json) AS v"
    + " ORDER BY v.id, v.kind"
    + " ON CONFLICT (kind, organization_id, id) DO UPDATE"
    + " SET due = least(excluded.due, CASE WHEN job.put_again OR job.lease IS NULL THEN job.due ELSE job.leased_until END),"
    + " put_again = job.lease IS NOT NULL"
    + " WHERE job.due > excluded.due OR (job.lease IS NOT NULL AND NOT job.put_again)",
  values: [JSON.stringify(jobs.map(({ due, id, kind, organizationId }) =>
    ({ kind, organization_id: organizationId, id, due: isoInstant(due) })))],
})

// The rows to change are found first, as an array: a join would leave it to the planner which side it begins with, and
// one that was made while the table stood empty would go through all jobs.

/** Passes over what a commit is about to put: it is ready when that commit has ended. */
export const takeJobs = (kind: JobKind, limit: number, now: Instant, until: Instant): Statement => ({
  name: "take jobs",
  text: "UPDATE job SET lease = gen_random_uuid(), leased_until = $4, put_again = false"
    + " WHERE ctid = ANY(ARRAY(SELECT ctid FROM job WHERE kind = $1 AND ready <= $2"
    + " ORDER BY ready LIMIT $3 FOR UPDATE SKIP LOCKED))"
    + " RETURNING kind, organization_id, id, due, lease",
  values: [kind, isoInstant(now), limit, isoInstant(until)],
})

/**
 * Answers the leases that still stand. Those of jobs that a commit is about to put wait for the next time: nobody takes them.
 * Not `sure` is one that has ended, of a job that somebody has locked: it may be just being taken.
 */
export const extendLeases = (leases: ReadonlyArray<string>, now: Instant, until: Instant): Statement => ({
  name: "extend leases",
  text: "WITH extended AS (UPDATE job SET leased_until = $3 WHERE ctid = ANY(ARRAY("
    + "SELECT ctid FROM job WHERE lease = ANY($1::uuid[]) FOR UPDATE SKIP LOCKED)) RETURNING lease)"
    + " SELECT lease, bool_or(sure) AS sure FROM (SELECT lease, true AS sure FROM extended"
    + " UNION ALL SELECT lease, leased_until > $2 FROM job WHERE lease = ANY($1::uuid[])) AS standing GROUP BY lease",
  values: [leases, isoInstant(now), isoInstant(until)],
})

const inHand = "kind = $1 AND organization_id = $2 AND id = $3 AND lease = $4"

const valuesOf = ({ id, kind, lease, organizationId }: LeasedJob): Array<unknown> => [kind, organizationId, id, lease]

/** Removes the job, if it was not put since it was taken. */
export const removeJob = (job: LeasedJob): Statement => ({
  name: "remove job",
  text: `DELETE FROM job WHERE ${inHand} AND NOT put_again`,
  values: valuesOf(job),
})

/** Lets go of a job that was put since it was taken; answers when it is due. */
export const releaseJob = (job: LeasedJob): Statement => ({
  name: "release job",
  text: `UPDATE job SET lease = NULL, leased_until = NULL, put_again = false WHERE ${inHand} RETURNING due`,
  values: valuesOf(job),
})

/** Lets go of it, due then or as it was put since; answers when that is. */
export const putBackJob = (job: LeasedJob, due: Instant): Statement => ({
  name: "put back job",
  text: "UPDATE job SET due = CASE WHEN put_again THEN least(due, $5) ELSE $5 END,"
    + ` lease = NULL, leased_until = NULL, put_again = false WHERE ${inHand} RETURNING due`,
  values: [...valuesOf(job), isoInstant(due)],
})

/** How many are ready, and since when the first is due. */
export const jobDepth = (kind: JobKind, now: Instant): Statement => ({
  name: "depth of jobs",
  text: "SELECT count(*)::bigint AS due, min(due) AS oldest FROM job WHERE kind = $1 AND ready <= $2",
  values: [kind, isoInstant(now)],
})
