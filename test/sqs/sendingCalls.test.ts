import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { type AwsCredentials, signedHeaders } from "../../adapters/sqs/awsSignature.ts"
import { makeSendingCalls } from "../../adapters/sqs/sendingCalls.ts"
import { openAnswering, urlOf } from "../support/answeringServer.ts"

/** A request as the SDK hands it over to be sent. */
interface Signed {
  readonly headers: Record<string, string>
  readonly body: string
}

/** What the SDK would send. */
const signedBySdk = async (region: string, credentials: AwsCredentials, text: string): Promise<Signed> => {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials
  const sent: Array<Signed> = []
  const client = new SQSClient({
    region,
    maxAttempts: 1,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken === null ? {} : { sessionToken }) },
    requestHandler: {
      handle: async (request: Signed) => {
        sent.push(request)
        throw new Error("enough")
      },
    },
  })
  const QueueUrl = `https://sqs.${region}.amazonaws.com/123456789012/trabajos`
  await client.send(new SendMessageBatchCommand({ QueueUrl, Entries: [{ Id: "0", MessageBody: text }] })).catch(() => {})
  const [first] = sent
  if (first === undefined) throw new Error("the SDK has sent nothing")
  return first
}

describe("the signature of AWS", () => {
  it("is that of the SDK, whatever is sent and by whom", () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom("eu-south-2", "us-east-1"),
        fc.record({
          accessKeyId: fc.stringMatching(/^[A-Z0-9]{16,20}$/),
          secretAccessKey: fc.stringMatching(/^[A-Za-z0-9/+]{40}$/),
          sessionToken: fc.option(fc.base64String({ minLength: 8 })),
        }),
        fc.string({ unit: "grapheme", minLength: 1 }),
        async (region, credentials, text) => {
          const { body, headers } = await signedBySdk(region, credentials, text)
          const { authorization = "", host = "" } = headers
          const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(";") ?? []
          const time = headers["x-amz-date"]?.replace(/(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)/, "$1-$2-$3:$4:$5") ?? ""
          const given = Object.fromEntries(names.map((name) => [name, headers[name] ?? ""]))
          const ours = signedHeaders({ host, region, service: "sqs", headers: given, body }, credentials, Date.parse(time))
          assert.strictEqual(ours["authorization"], authorization)
        },
      ),
      { numRuns: 25 },
    ))
})

/** A stand-in of SQS that answers as it is told to. */
const standIn = (answer: (request: IncomingMessage, response: ServerResponse, body: string) => void) =>
  Effect.map(
    openAnswering((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => void chunks.push(chunk))
      request.on("end", () => answer(request, response, Buffer.concat(chunks).toString("utf8")))
    }),
    (server) => ({ url: `${urlOf(server)}/1/trabajos` }),
  )

const credentials = { accessKeyId: "A", secretAccessKey: "B", sessionToken: null }
const calls = makeSendingCalls({ region: "eu-south-2", credentials, endpoint: null })
const named = (url: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({ url, body: `«${i}»`, delaySeconds: i }))

describe("calls that only send", () => {
  it.scopedLive("send in batches of ten and tell what was not taken", () =>
    Effect.gen(function*() {
      const bodies: Array<{ readonly Entries: ReadonlyArray<object> }> = []
      const { url } = yield* standIn((request, response, body) => {
        assert.strictEqual(request.headers["x-amz-target"], "AmazonSQS.SendMessageBatch")
        bodies.push(JSON.parse(body))
        response.end(JSON.stringify({ Successful: [], Failed: [{ Id: "1", Code: "Bad", SenderFault: true, Message: "no" }] }))
      })
      const messages = named(url, 12)
      const undone = yield* Effect.flatMap(calls, ({ send }) => send(messages))
      assert.deepStrictEqual(undone?.items, messages.filter((_, i) => i % 10 === 1))
      assert.strictEqual(undone?.reason, "Bad: no")
      const sent = bodies.flatMap(({ Entries }) => Entries)
      assert.sameDeepMembers(sent, messages.map(({ body, delaySeconds }, i) =>
        ({ Id: String(i % 10), MessageBody: body, DelaySeconds: delaySeconds })))
    }))

  it.scopedLive("tell by its code what SQS says no words of", () =>
    Effect.gen(function*() {
      const { url } = yield* standIn((_request, response) =>
        response.end(JSON.stringify({ Successful: [], Failed: [{ Id: "0", Code: "InternalError", SenderFault: false }] })))
      const undone = yield* Effect.flatMap(calls, ({ send }) => send(named(url, 1)))
      assert.strictEqual(undone?.reason, "InternalError")
    }))

  it.scopedLive("are made again when there is no answer, or SQS cannot now, and say so in the end", () =>
    Effect.gen(function*() {
      let times = 0
      const { url } = yield* standIn((request, response) => {
        times++
        if (times === 1) return void request.socket.destroy()
        response.statusCode = times === 2 ? 500 : 200
        response.end(JSON.stringify({ Successful: [] }))
      })
      const { send } = yield* calls
      assert.isNull(yield* send(named(url, 1)))
      assert.strictEqual(times, 3)
      const gone = yield* Effect.scoped(Effect.map(standIn(() => {}), (server) => server.url))
      const undone = yield* send(named(gone, 1))
      assert.match(undone?.reason ?? "", /ECONNREFUSED/)
    }))

  it.scopedLive("are not made again when they are refused", () =>
    Effect.gen(function*() {
      let times = 0
      const { url } = yield* standIn((_, response) => {
        times++
        response.statusCode = 400
        response.end(JSON.stringify({ __type: "com.amazonaws.sqs#QueueDoesNotExist", message: "no such queue" }))
      })
      const undone = yield* Effect.flatMap(calls, ({ send }) => send(named(url, 1)))
      assert.match(undone?.reason ?? "", /400 com\.amazonaws\.sqs#QueueDoesNotExist no such queue/)
      assert.strictEqual(times, 1)
    }))

  it.scopedLive("do not go over a connection that was unused for long: it may have been forgotten on its way", () =>
    Effect.gen(function*() {
      const heard = new Set<Socket>()
      // What comes a second time over a connection gets lost.
      const { url } = yield* standIn(({ socket }, response) => {
        if (!heard.has(socket)) response.end(JSON.stringify({ Successful: [] }))
        heard.add(socket)
      })
      const { send } = yield* makeSendingCalls({ region: "eu-south-2", credentials, endpoint: null, idleMillis: 100 })
      assert.isNull(yield* send(named(url, 1)))
      yield* Effect.sleep("300 millis")
      assert.isNull(yield* send(named(url, 1)))
      assert.strictEqual(heard.size, 2)
    }))
})
