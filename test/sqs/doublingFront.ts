import { Effect, type Scope } from "effect"
import { type IncomingMessage, request, type ServerResponse } from "node:http"
import { buffer } from "node:stream/consumers"
import { openAnswering, urlOf } from "../support/answeringServer.ts"

/** A server in front of SQS that sends every message twice, as SQS may deliver it. Returns its URL. */
export const openDoublingFront = (endpoint: string): Effect.Effect<string, never, Scope.Scope> =>
  Effect.map(
    openAnswering(async (asked, answer) => {
      const body = await buffer(asked)
      const isSending = String(asked.headers["x-amz-target"]).startsWith("AmazonSQS.SendMessage")
      if (isSending) await buffer(await passOn(endpoint, asked, body))
      await answerWith(answer, await passOn(endpoint, asked, body))
    }),
    urlOf,
  )

const passOn = (endpoint: string, { headers, method, url }: IncomingMessage, body: Buffer): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request(new URL(url ?? "/", endpoint), { method, headers }, resolve).on("error", reject).end(body)
  })

const answerWith = async (answer: ServerResponse, given: IncomingMessage): Promise<void> => {
  const body = await buffer(given)
  answer.writeHead(given.statusCode ?? 502, given.headers).end(body)
}
