import type { SQSClientConfig } from "@aws-sdk/client-sqs"
import type { Effect, Scope } from "effect"
import type { SqsCalls } from "./sqsCalls.ts"

/** The queue of SQS through which names of jobs travel. */
export interface SqsSettings {
  /** A standard queue: in a FIFO queue a message cannot have a delay of its own. */
  readonly queueUrl: string
  /** For the client of the AWS SDK; region and credentials come from the surroundings unless given here. */
  readonly client?: SQSClientConfig
  /** In place of that client, such as `makeSendingCalls` where nothing is received. */
  readonly calls?: Effect.Effect<SqsCalls, never, Scope.Scope>
  /**
   * How long a commit waits at most for its names to be sent. 0, the default: not at all, they follow it. Where nothing
   * runs after the answer, as in Lambda, it has to wait: 1000.
   */
  readonly waitMillis?: number
}
