import { Effect } from "effect"
import type { Works } from "../../core/jobs/HeldJob.ts"
import { textOfName } from "../../core/jobs/Job.ts"
import type { RoundBounds } from "../../core/jobs/round.ts"
import { workNamed } from "../../core/jobs/workNamed.ts"
import type { NamedJobs } from "../../core/ports/NamedJobs.ts"
import type { Queue } from "../../core/ports/Queue.ts"
import { nameIn } from "./jobNameMessage.ts"

/** What is read of an event that Lambda gets from SQS (AWS Lambda, "Using Lambda with Amazon SQS"). */
export interface SqsEvent {
  readonly Records: ReadonlyArray<{ readonly messageId: string; readonly body: string }>
}

/** Which messages stay in the queue; for event source mappings with `ReportBatchItemFailures`. */
export interface SqsBatchResponse {
  readonly batchItemFailures: Array<{ readonly itemIdentifier: string }>
}

/**
 * Does the jobs that the messages of an event name (`workNamed`), and answers those messages that are to come again:
 * the storage did not answer, time was up, or they name no job that this version knows. Whatever else became of a job is
 * in the storage: one that broke, or is due again, is named by a message of its own. Never fails; ends by the deadline.
 *
 * The queue's visibility timeout is to be half a minute longer than the function may run: leases of what was left then
 * have ended when its messages come again.
 */
export const workMessages = <E, R>(
  works: Works<E, R>,
  { Records }: SqsEvent,
  bounds: RoundBounds,
): Effect.Effect<SqsBatchResponse, never, R | Queue | NamedJobs> =>
  Effect.gen(function*() {
    const read = Records.map(({ body, messageId }) => ({ messageId, name: nameIn(body) }))
    const names = read.flatMap(({ name }) => name ?? [])
    const messageIds = read.filter(({ name }) => name === undefined).map(({ messageId }) => messageId)
    if (messageIds.length > 0) yield* Effect.logWarning("messages that name no job stay in the queue", { messageIds })
    const left = new Set((yield* workNamed(works, names, bounds)).map(textOfName))
    return {
      batchItemFailures: read
        .filter(({ name }) => name === undefined || left.has(textOfName(name)))
        .map(({ messageId }) => ({ itemIdentifier: messageId })),
    }
  })
