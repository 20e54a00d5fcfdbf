import { Effect, Option, Schema, type Scope } from "effect"
import * as http from "node:http"
import * as https from "node:https"
import { setTimeout as sleep } from "node:timers/promises"
import { type AwsCredentials, signedHeaders } from "./awsSignature.ts"
import { inBatches, sendEntries, type SqsCalls, SqsFailed } from "./sqsCalls.ts"

/** Where and as whom messages are sent. */
export interface SendingSettings {
  readonly region: string
  readonly credentials: AwsCredentials
  /** Where requests go in place of the queue's own address; null: there. */
  readonly endpoint: string | null
  /** How long an unused connection is kept, in milliseconds; half a minute by default. */
  readonly idleMillis?: number
}

/** The answer to SendMessageBatch, or what it is refused with (AWS JSON protocol 1.0). */
const Answer = Schema.Struct({
  Failed: Schema.optional(Schema.Array(Schema.Struct({
    Id: Schema.String,
    Code: Schema.String,
    Message: Schema.optional(Schema.String),
  }))),
  __type: Schema.optional(Schema.String),
  message: Schema.optional(Schema.String),
})
const decode = Schema.decodeUnknownOption(Schema.parseJson(Answer))

interface Posted {
  readonly status: number
  readonly text: string
}

/**
 * How often a batch is sent at most when no answer comes or SQS cannot take it now. The pause before the second attempt
 * is twice as long, and doubles with each.
 */
const attemptsMax = 3
const pauseMillis = 50

/**
 * How long an unused connection is kept. One that was silent for longer may have been forgotten by what stands between,
 * which tells nobody: what is sent over it gets lost.
 */
const usualIdleMillis = 30_000

/**
 * Calls that can only send, made without the AWS SDK. They are for functions of Lambda: these never receive messages by
 * themselves, and somebody waits while their code is loaded.
 */
export const makeSendingCalls = (
  { credentials, endpoint, idleMillis = usualIdleMillis, region }: SendingSettings,
): Effect.Effect<SqsCalls, never, Scope.Scope> =>
  Effect.gen(function*() {
    const keeping = { keepAlive: true, timeout: idleMillis }
    const agents = yield* Effect.acquireRelease(
      Effect.sync(() => [new http.Agent(keeping), new https.Agent(keeping)] as const),
      (open) => Effect.sync(() => open.forEach((agent) => agent.destroy())),
    )
    const post = (url: URL, body: string, signal: AbortSignal): Promise<Posted> => {
      const headers = signedHeaders({
        host: url.host,
        region,
        service: "sqs",
        headers: { "content-type": "application/x-amz-json-1.0", "x-amz-target": "AmazonSQS.SendMessageBatch" },
        body,
      }, credentials, Date.now())
      const [plain, secure] = agents
      const [request, agent] = url.protocol === "http:" ? [http.request, plain] : [https.request, secure]
      return new Promise((resolve, reject) => {
        request(url.origin, { method: "POST", agent, headers, signal }, (answer) => {
          const chunks: Array<Buffer> = []
          answer.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject)
          answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }))
        }).on("error", reject).end(body)
      })
    }

    const send = async (url: string, body: string, signal: AbortSignal) => {
      for (let attempt = 1; ; attempt++) {
        const posted = await post(new URL(endpoint ?? url), body, signal).catch((error: unknown): undefined => {
          if (attempt === attemptsMax) throw error
        })
        if (posted?.status === 200) return read(posted)
        if (posted !== undefined && (attempt === attemptsMax || !isPassing(posted))) throw new Error(refusalOf(posted))
        await sleep(pauseMillis * 2 ** attempt, undefined, { signal })
      }
    }

    return {
      send: (messages) =>
        inBatches(messages, (batch, url, signal) =>
          send(url, JSON.stringify({ QueueUrl: url, Entries: sendEntries(batch) }), signal)),
      receive: () => new SqsFailed({ reason: "these calls only send" }),
      remove: () => Effect.succeed(null),
      hide: () => Effect.succeed(null),
    }
  })

const read = ({ text }: Posted) => {
  const { Failed = [] } = Option.getOrThrowWith(decode(text), () => new Error("SQS answered no JSON"))
  return { Failed: Failed.map(({ Code, Id, Message }) => ({ Code, Id, Message, SenderFault: undefined })) }
}

/** Whether it may pass: SQS itself has failed, or asks for fewer requests. */
const isPassing = ({ status, text }: Posted): boolean => status >= 500 || status === 429 || /throttl/i.test(text)

const refusalOf = ({ status, text }: Posted): string => {
  const { __type = "", message = "" } = Option.getOrElse(decode(text), (): typeof Answer.Type => ({}))
  return `${status} ${__type} ${message}`.trim()
}
