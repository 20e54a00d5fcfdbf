import { Option, Schema } from "effect"
import { organizationId } from "../../core/identifiers/organizationId.ts"
import { isIdentifier } from "../../core/identifiers/uuid7.ts"
import { type Job, jobKinds, type JobName } from "../../core/jobs/Job.ts"

/** SQS delays a message by so long at most (SendMessage, DelaySeconds); what is due later waits in the storage. */
export const longestDelayMillis = 15 * 60_000

/** The body of the message that names a job. */
export const bodyOf = ({ id, kind, organizationId: company }: JobName): string =>
  JSON.stringify({ kind, organizationId: company, id })

/** Seconds until the job is due, rounded up: a message that came earlier would be in vain. */
export const delaySecondsOf = ({ due }: Job, now: number): number => Math.max(0, Math.ceil((due - now) / 1000))

/** Seconds to hide the message of a job that is leased so long: a tenth longer, so that the lease ends first. */
export const hiddenSecondsOf = (leaseMillis: number): number => Math.ceil((leaseMillis * 1.1) / 1000)

const Identifier = Schema.String.pipe(Schema.filter(isIdentifier))
const Body = Schema.parseJson(Schema.Struct({
  kind: Schema.Literal(...jobKinds),
  organizationId: Identifier,
  id: Identifier,
}))
const decodeBody = Schema.decodeUnknownOption(Body)

/** The job that a message names; undefined where it is none of ours, or of a kind that this version does not know. */
export const nameIn = (body: string): JobName | undefined => {
  const read = Option.getOrUndefined(decodeBody(body))
  return read === undefined ? undefined : { ...read, organizationId: organizationId(read.organizationId) }
}
