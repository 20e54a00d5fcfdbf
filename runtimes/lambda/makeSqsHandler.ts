import { Effect, Layer, Schema } from "effect"
import { type SqsBatchResponse, workMessages } from "../../adapters/sqs/workMessages.ts"
import type { NamedJobs } from "../../core/ports/NamedJobs.ts"
import type { Queue } from "../../core/ports/Queue.ts"
import type { Storage } from "../../core/ports/Storage.ts"
import { type Container, makeContainer } from "./container/Container.ts"
import { type Deadline, deadlineOf } from "./container/remainingMillis.ts"
import { atOnce, JobHandling, type JobServices, layer as handling } from "./jobs/JobHandling.ts"

/** A batch of messages, as far as it is read (AWS Lambda, "Using Lambda with Amazon SQS"). */
const SqsEvent = Schema.Struct({
  Records: Schema.Array(Schema.Struct({ messageId: Schema.String, body: Schema.String })),
})
const decode = Schema.decodeUnknownSync(SqsEvent)

/** A function for the queue that names of jobs travel through. */
export interface SqsHandler extends Pick<Container<never>, "open" | "dispose"> {
  /** Does the named jobs and answers which messages are to come again; rejects for what is no batch of messages. */
  readonly handler: (event: unknown, context?: Deadline) => Promise<SqsBatchResponse>
}

/** Makes the function of what jobs are done with, which is built once. Its mapping reports batch item failures. */
export const makeSqsHandler = <E>(services: Layer.Layer<JobServices | Queue | NamedJobs | Storage, E>): SqsHandler => {
  const container = makeContainer(Layer.merge(services, handling))
  return {
    ...container,
    handler: async (event, context) => {
      const batch = decode(event)
      return container.run(Effect.gen(function*() {
        const bounds = { deadline: yield* deadlineOf(context), atOnce }
        return yield* workMessages(yield* JobHandling, batch, bounds)
      }), context)
    },
  }
}
