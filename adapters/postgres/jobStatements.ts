import type { Instant } from "../../core/calendar/instant.ts"
import { type Job, type JobKind, jobKinds, type JobName } from "../../core/jobs/Job.ts"
import type { Untold } from "../../core/ports/NamedJobs.ts"
import type { LeasedJob } from "../../core/ports/Queue.ts"
import type { Statement } from "./Statement.ts"

// Whoever locks several jobs does so in the order of their ids, so that no two wait for each other. No index has that
// order, or it might be chosen for it.

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
    ({ kind, organization_id: organizationId, id, due: iso(due) })))],
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
  values: [kind, iso(now), limit, iso(until)],
})

/** Answers the leases that still stand. Those of jobs that a commit is about to put wait for the next time: nobody takes them. */
export const extendLeases = (leases: ReadonlyArray<string>, until: Instant): Statement => ({
  name: "extend leases",
  text: "WITH extended AS (UPDATE job SET leased_until = $2 WHERE ctid = ANY(ARRAY("
    + "SELECT ctid FROM job WHERE lease = ANY($1::uuid[]) FOR UPDATE SKIP LOCKED)))"
    + " SELECT lease FROM job WHERE lease = ANY($1::uuid[])",
  values: [leases, iso(until)],
})

const held = "kind = $1 AND organization_id = $2 AND id = $3 AND lease = $4"

const nameOf = ({ id, kind, lease, organizationId }: LeasedJob): Array<unknown> => [kind, organizationId, id, lease]

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
  values: [...namesIn(names), iso(now), iso(until)],
})

/** Free jobs that nobody may know of (core/ports/NamedJobs.ts). */
export const untoldJobs = ({ aheadMillis, graceMillis, limit }: Untold, now: Instant): Statement => ({
  name: "untold jobs",
  text: "SELECT j.kind, j.organization_id, j.id, j.due FROM unnest($1::text[]) AS k(kind) CROSS JOIN LATERAL ("
    + " SELECT * FROM job WHERE job.kind = k.kind AND ready <= $2::timestamptz + $3 * interval '1 ms'"
    + " AND (ready > $2 OR ready <= $2::timestamptz - $4 * interval '1 ms')"
    + " AND (lease IS NULL OR leased_until <= $2)"
    + " AND (told IS NULL OR told < ready OR $2 - told >= greatest($4 * interval '1 ms', told - ready))"
    + " ORDER BY ready LIMIT $5) AS j",
  values: [jobKinds, iso(now), aheadMillis, graceMillis, limit],
})

/** Notes that these were told of; one that somebody is just writing may be told of once more. */
export const noteToldJobs = (names: ReadonlyArray<JobName>, now: Instant): Statement => ({
  name: "note told jobs",
  text: "UPDATE job SET told = greatest($4, ready)"
    + ` WHERE ctid = ANY(ARRAY(SELECT j.ctid ${eachNamed("FOR UPDATE SKIP LOCKED")}))`,
  values: [...namesIn(names), iso(now)],
})

/** Removes the job, if it was not put since it was taken. */
export const removeJob = (job: LeasedJob): Statement => ({
  name: "remove job",
  text: `DELETE FROM job WHERE ${held} AND NOT put_again`,
  values: nameOf(job),
})

/** Lets go of a job that was put since it was taken; answers when it is due. */
export const releaseJob = (job: LeasedJob): Statement => ({
  name: "release job",
  text: `UPDATE job SET lease = NULL, leased_until = NULL, put_again = false WHERE ${held} RETURNING due`,
  values: nameOf(job),
})

/** Lets go of it, due then or as it was put since; answers when that is. */
export const putBackJob = (job: LeasedJob, due: Instant): Statement => ({
  name: "put back job",
  text: "UPDATE job SET due = CASE WHEN put_again THEN least(due, $5) ELSE $5 END,"
    + ` lease = NULL, leased_until = NULL, put_again = false WHERE ${held} RETURNING due`,
  values: [...nameOf(job), iso(due)],
})

/** How many are ready, and since when the first is due. */
export const jobDepth = (kind: JobKind, now: Instant): Statement => ({
  name: "depth of jobs",
  text: "SELECT count(*)::bigint AS due, min(due) AS oldest FROM job WHERE kind = $1 AND ready <= $2",
  values: [kind, iso(now)],
})

const iso = (at: Instant): string => new Date(at).toISOString()
