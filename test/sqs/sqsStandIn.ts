import { SendMessageCommand, SQSClient, type SQSClientConfig } from "@aws-sdk/client-sqs"
import { Effect, type Scope } from "effect"
import { randomBytes } from "node:crypto"

/** A message in the stand-in, in whatever state. */
interface StoredMessage {
  readonly body: string
}

/** What the tests use of the stand-in (npm package fauxqs) besides the protocol of SQS itself. */
interface Server {
  readonly port: number
  readonly stop: () => Promise<void>
  readonly createQueue: (name: string) => { readonly queueUrl: string }
  readonly inspectQueue: (queue: string) => {
    readonly messages: {
      readonly ready: ReadonlyArray<StoredMessage>
      readonly delayed: ReadonlyArray<StoredMessage>
      readonly inflight: ReadonlyArray<unknown>
    }
  } | undefined
}

interface StandIn {
  readonly startFauxqs: (options: { readonly port: number; readonly logger: boolean; readonly host: string }) => Promise<Server>
}

const load = async (name: string): Promise<StandIn | undefined> => import(name).catch(() => undefined)

const standIn = await load("fauxqs")

/** Why tests with SQS are skipped; undefined if its stand-in is installed. */
export const skipped = standIn === undefined ? "the stand-in of SQS is not installed (npm package fauxqs)" : undefined

/** A queue of the stand-in, and its contents. */
export interface StandInQueue {
  readonly queueUrl: string
  readonly client: SQSClientConfig & { readonly endpoint: string }
  /** Bodies of messages that can be received. */
  readonly ready: () => ReadonlyArray<string>
  readonly delayed: () => ReadonlyArray<string>
  /** The number of messages in whatever state. */
  readonly count: () => number
  /** Sends a message as somebody else. */
  readonly send: (body: string) => Effect.Effect<void>
}

const start = (port: number): Promise<Server> => {
  if (standIn === undefined) throw new Error(skipped)
  return standIn.startFauxqs({ port, logger: false, host: "localhost" })
}

const anyName = (): string => `q${randomBytes(8).toString("hex")}`

const queueOn = (server: () => Server, name: string): StandInQueue => {
  const { createQueue, port } = server()
  const { queueUrl } = createQueue(name)
  const messages = () => server().inspectQueue(name)?.messages ?? { ready: [], delayed: [], inflight: [] }
  const client = {
    endpoint: `http://127.0.0.1:${port}`,
    // The region in which the stand-in makes its queues.
    region: "us-east-1",
    credentials: { accessKeyId: "nobody", secretAccessKey: "nothing" },
  }
  return {
    queueUrl,
    client,
    ready: () => messages().ready.map(({ body }) => body),
    delayed: () => messages().delayed.map(({ body }) => body),
    count: () => {
      const { delayed, inflight, ready } = messages()
      return delayed.length + inflight.length + ready.length
    },
    send: (body) => Effect.promise(() => new SQSClient(client).send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: body }))),
  }
}

let shared: Promise<Server> | undefined

/** A new queue on the server of this file. */
export const openQueue: Effect.Effect<StandInQueue> = Effect.promise(async () => {
  const server = await (shared ??= start(0))
  return queueOn(() => server, anyName())
})

/** A queue on a server of its own, which can be stopped, and started again without the old messages. */
export const openQueueApart: Effect.Effect<
  StandInQueue & { readonly stop: Effect.Effect<void>; readonly restart: Effect.Effect<void> },
  never,
  Scope.Scope
> = Effect.gen(function*() {
  let server = yield* Effect.promise(() => start(0))
  let isRunning = true
  const { port } = server
  const name = anyName()
  const stop = Effect.promise(async () => {
    if (isRunning) await server.stop()
    isRunning = false
  })
  yield* Effect.addFinalizer(() => stop)
  return {
    ...queueOn(() => server, name),
    stop,
    restart: Effect.promise(async () => {
      server = await start(port)
      isRunning = true
      server.createQueue(name)
    }),
  }
})
