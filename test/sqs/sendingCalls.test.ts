import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as fc from "fast-check"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { type AwsCredentials, signedHeaders } from "../../adapters/sqs/awsSignature.ts"
import { makeSendingCalls } from "../../adapters/sqs/sendingCalls.ts"
import { inBatches } from "../../adapters/sqs/sqsCalls.ts"
import { openAnswering, urlOf } from "../support/answeringServer.ts"
import { eventually } from "../support/eventually.ts"

/** A request as the SDK would send it. */
interface Signed {
  readonly headers: Record<string, string>
  readonly body: string
}

/** The request that the SDK would send. */
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
  it("is the same as the SDK's, whatever is sent and by whom", () =>
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
          // The order of headers is the signature's own.
          const given = Object.fromEntries(names.toReversed().map((name) => [name, headers[name] ?? ""]))
          const ours = signedHeaders({ host, region, service: "sqs", headers: given, body }, credentials, Date.parse(time))
          assert.strictEqual(ours["authorization"], authorization)
        },
      ),
      { numRuns: 25 },
    ))
})

/** A stand-in for SQS whose answers the test decides. */
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
  it.scopedLive("send in batches of ten and report what was not accepted", () =>
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

  it.scopedLive("report the code of an error for which SQS gives no message", () =>
    Effect.gen(function*() {
      const { url } = yield* standIn((_request, response) =>
        response.end(JSON.stringify({ Successful: [], Failed: [{ Id: "0", Code: "InternalError", SenderFault: false }] })))
      const undone = yield* Effect.flatMap(calls, ({ send }) => send(named(url, 1)))
      assert.strictEqual(undone?.reason, "InternalError")
    }))

  it.scopedLive("are repeated when there is no answer or SQS is unavailable, and report the reason in the end", () =>
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

  it.scopedLive("are not repeated when they are refused", () =>
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

  it.scopedLive("are made three times at most, further and further apart, when SQS is unavailable or throttles", () =>
    Effect.gen(function*() {
      const answers = [
        [500, "InternalFailure"],
        [503, "ServiceUnavailable"],
        [429, "TooManyRequests"],
        [400, "com.amazonaws.sqs#RequestThrottled"],
      ] as const
      yield* Effect.forEach(answers, ([status, __type]) =>
        Effect.gen(function*() {
          const at: Array<number> = []
          const { url } = yield* standIn((_, response) => {
            at.push(performance.now())
            response.statusCode = status
            response.end(JSON.stringify({ __type, message: "later" }))
          })
          const undone = yield* Effect.flatMap(calls, ({ send }) => send(named(url, 1)))
          assert.strictEqual(undone?.reason, `Error: ${status} ${__type} later`)
          assert.lengthOf(at, 3)
          const [first = 0, second = 0, third = 0] = at
          assert.isAtLeast(second - first, 90)
          assert.isAtLeast(third - second, 190)
        }), { concurrency: "unbounded", discard: true })
    }))

  it.scopedLive("go to the configured endpoint, whatever the queue's address is, and report an answer that is not JSON", () =>
    Effect.gen(function*() {
      const queueUrl = "https://sqs.eu-south-2.amazonaws.com/123456789012/trabajos"
      const asked: Array<unknown> = []
      const { url } = yield* standIn((_, response, body) => {
        asked.push(JSON.parse(body).QueueUrl)
        response.end("<p>Portal</p>")
      })
      const { send } = yield* makeSendingCalls({ region: "eu-south-2", credentials, endpoint: new URL(url).origin })
      const undone = yield* send(named(queueUrl, 1))
      assert.deepStrictEqual(asked, [queueUrl])
      assert.match(undone?.reason ?? "", /SQS answered no JSON$/)
    }))

  it.live("end when nobody waits for them any more, and leave no connection open", () =>
    Effect.scoped(Effect.gen(function*() {
      const open = new Set<Socket>()
      const given: Array<string> = []
      const server = yield* openAnswering((request, response) => {
        request.resume()
        if (given.push("asked") === 1) response.end(JSON.stringify({ Successful: [] }))
        else response.on("close", () => given.push("given up"))
      })
      server.keepAliveTimeout = 0
      server.on("connection", (socket: Socket) => void open.add(socket.on("close", () => open.delete(socket))))
      const [message] = named(`${urlOf(server)}/1/trabajos`, 1)
      if (message === undefined) return assert.fail("no message")
      yield* Effect.scoped(Effect.flatMap(calls, ({ send }) => Effect.zipRight(send([message]), Effect.sync(() => assert.strictEqual(open.size, 1)))))
      yield* eventually("its connection is closed", () => open.size === 0)
      // The caller itself keeps running.
      const { send: ask } = yield* calls
      const sending = yield* Effect.fork(ask([message]))
      yield* eventually("it is asked", () => given.length === 2)
      yield* Fiber.interrupt(sending)
      yield* eventually("it is given up", () => given.length === 3)
      assert.deepStrictEqual(given, ["asked", "asked", "given up"])
    })))

  it.effect("report the code of an error without a message", () =>
    Effect.gen(function*() {
      const silent = Object.assign(new AggregateError([]), { code: "ECONNREFUSED" })
      const undone = yield* inBatches(named("https://a/1/b", 1), () => Promise.reject(silent))
      assert.strictEqual(undone?.reason, "AggregateError: ECONNREFUSED")
    }))

  it.scopedLive("are not made over a connection that was unused for long, which the network may have dropped", () =>
    Effect.gen(function*() {
      const heard = new Set<Socket>()
      // A second request over the same connection gets no answer.
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
