import type * as Sdk from "@aws-sdk/client-sqs"
import { Data, Duration, Effect, type Scope } from "effect"

/** SQS did not do what it was asked; `reason` is the SDK's own words. */
export class SqsFailed extends Data.TaggedError("SqsFailed")<{ readonly reason: string }> {}

/** A message to send. */
export interface Sending {
  readonly url: string
  readonly body: string
  /** Until it can be received, 900 at most. */
  readonly delaySeconds: number
}

/** A message that was received, under the handle by which it is removed or hidden. */
export interface Receipt {
  readonly url: string
  readonly handle: string
}

/** A message that SQS handed out. */
export interface Received extends Receipt {
  readonly body: string
  /** As SQS shows it to people; the handle is another each time. */
  readonly messageId: string
}

/** The items of a list for which it was not done, and why not for the first of them. */
export interface Undone<A> {
  readonly items: ReadonlyArray<A>
  readonly reason: string
}

/** The few things that are asked of SQS. Lists go in batches; what failed of one is answered, null for nothing. */
export interface SqsCalls {
  readonly send: <A extends Sending>(messages: ReadonlyArray<A>) => Effect.Effect<Undone<A> | null>
  /** Ten messages at most, which nobody else sees for so long; waits for the first of them. */
  readonly receive: (
    url: string,
    limit: number,
    times: { readonly hiddenSeconds: number; readonly waitSeconds: number },
  ) => Effect.Effect<ReadonlyArray<Received>, SqsFailed>
  /** Removes messages for good. */
  readonly remove: (messages: ReadonlyArray<Receipt>) => Effect.Effect<Undone<Receipt> | null>
  /** Nobody sees these messages for so long from now; 0: anybody sees them at once. */
  readonly hide: (messages: ReadonlyArray<Receipt>, seconds: number) => Effect.Effect<Undone<Receipt> | null>
}

/** How long SQS may take for an answer, the SDK's own tries included. */
const answerMillis = 5_000

/** Entries of one request at most (SendMessageBatch, DeleteMessageBatch, ReceiveMessage and so on). */
const batchMax = 10

/** Requests of one list under way at once. */
const batchesAtOnce = 8

/** Opens a client, which goes with the scope. The SDK is loaded here, so nobody else needs it. */
export const makeSqsCalls = (settings: Sdk.SQSClientConfig): Effect.Effect<SqsCalls, never, Scope.Scope> =>
  Effect.gen(function*() {
    const sdk = yield* Effect.promise(() => import("@aws-sdk/client-sqs"))
    const client = yield* Effect.acquireRelease(
      // SQS is asked where the surroundings say that it is, such as at an endpoint of a VPC, whatever the queue's address.
      Effect.sync(() => new sdk.SQSClient({ useQueueUrlAsEndpoint: false, ...settings })),
      (open) => Effect.sync(() => open.destroy()),
    )
    return {
      send: (messages) =>
        inBatches(messages, (batch, url, abortSignal) =>
          client.send(
            new sdk.SendMessageBatchCommand({
              QueueUrl: url,
              Entries: sendEntries(batch),
            }),
            { abortSignal },
          )),
      receive: (url, limit, { hiddenSeconds, waitSeconds }) =>
        Effect.map(
          asked((abortSignal) =>
            client.send(
              new sdk.ReceiveMessageCommand({
                QueueUrl: url,
                MaxNumberOfMessages: Math.min(limit, batchMax),
                VisibilityTimeout: hiddenSeconds,
                WaitTimeSeconds: waitSeconds,
              }),
              { abortSignal },
            ), waitSeconds * 1000 + answerMillis),
          ({ Messages = [] }) =>
            Messages.flatMap(({ Body: body, MessageId: messageId = "", ReceiptHandle: handle }) =>
              body === undefined || handle === undefined ? [] : [{ url, body, handle, messageId }]),
        ),
      remove: (messages) =>
        inBatches(messages, (batch, url, abortSignal) =>
          client.send(
            new sdk.DeleteMessageBatchCommand({
              QueueUrl: url,
              Entries: batch.map(({ handle }, place) => ({ Id: String(place), ReceiptHandle: handle })),
            }),
            { abortSignal },
          )),
      hide: (messages, seconds) =>
        inBatches(messages, (batch, url, abortSignal) =>
          client.send(
            new sdk.ChangeMessageVisibilityBatchCommand({
              QueueUrl: url,
              Entries: batch.map(({ handle }, place) =>
                ({ Id: String(place), ReceiptHandle: handle, VisibilityTimeout: seconds })),
            }),
            { abortSignal },
          )),
    }
  })

const asked = <A>(ask: (abortSignal: AbortSignal) => Promise<A>, millis = answerMillis): Effect.Effect<A, SqsFailed> =>
  Effect.tryPromise({ try: ask, catch: (error) => new SqsFailed({ reason: wordsOf(error) }) }).pipe(
    Effect.timeoutFail({
      duration: Duration.millis(millis),
      onTimeout: () => new SqsFailed({ reason: `no answer within ${millis / 1000} seconds` }),
    }),
  )

/** The entries of SendMessageBatch. */
export const sendEntries = (batch: ReadonlyArray<Sending>) =>
  batch.map(({ body, delaySeconds }, place) => ({ Id: String(place), MessageBody: body, DelaySeconds: delaySeconds }))

/** The answer to a batch. In a batch each entry has its place in the list as its `Id`, so failures are found by it. */
interface BatchAnswer {
  readonly Failed?: ReadonlyArray<Sdk.BatchResultErrorEntry> | undefined
}

/** Sends items on in batches, each queue its own; answers what was not done. */
export const inBatches = <A extends { readonly url: string }>(
  items: ReadonlyArray<A>,
  ask: (batch: ReadonlyArray<A>, url: string, abortSignal: AbortSignal) => Promise<BatchAnswer>,
): Effect.Effect<Undone<A> | null> => {
  const undoneOf = ({ batch, url }: Batch<A>) =>
    asked((abortSignal) => ask(batch, url, abortSignal)).pipe(
      Effect.map(({ Failed = [] }) =>
        Failed.flatMap(({ Code, Id, Message }) => {
          const item = batch[Number(Id)]
          return item === undefined ? [] : [{ item, reason: Message === undefined ? `${Code}` : `${Code}: ${Message}` }]
        })
      ),
      Effect.catchAll(({ reason }) => Effect.succeed(batch.map((item) => ({ item, reason })))),
    )
  return Effect.map(Effect.forEach(batchesOf(items), undoneOf, { concurrency: batchesAtOnce }), (answers) => {
    const undone = answers.flat()
    const [first] = undone
    return first === undefined ? null : { items: undone.map(({ item }) => item), reason: first.reason }
  })
}

/** Items of one queue. */
interface Batch<A> {
  readonly url: string
  readonly batch: ReadonlyArray<A>
}

const batchesOf = <A extends { readonly url: string }>(items: ReadonlyArray<A>): ReadonlyArray<Batch<A>> =>
  [...new Set(items.map(({ url }) => url))].flatMap((url) => {
    const own = items.filter((item) => item.url === url)
    return Array.from({ length: Math.ceil(own.length / batchMax) }, (_, place) =>
      ({ url, batch: own.slice(place * batchMax, (place + 1) * batchMax) }))
  })

/** An error of the network may have a code and no words. */
const wordsOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const words = error.message === "" && "code" in error ? String(error.code) : error.message
  return `${error.name}: ${words}`
}
