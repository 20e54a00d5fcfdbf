import { assert, describe, it } from "@effect/vitest"
import type { SQSEvent } from "aws-lambda"
import { ConfigProvider, Context, Effect, Layer, Redacted, Schema, TestClock } from "effect"
import type { IncomingMessage } from "node:http"
import pg from "pg"
import { Mailer } from "../../core/ports/Mailer.ts"
import { Recording } from "../../core/ports/Recording.ts"
import { TaxAuthority } from "../../core/ports/TaxAuthority.ts"
import { functionSettings, migrationSettings } from "../../runtimes/lambda/functionSettings.ts"
import { jobServices } from "../../runtimes/lambda/jobs/jobServices.ts"
import { makeHttpFunction } from "../../runtimes/lambda/makeHttpFunction.ts"
import { makeMigrateHandler } from "../../runtimes/lambda/makeMigrateHandler.ts"
import { makeScheduleHandler } from "../../runtimes/lambda/makeScheduleHandler.ts"
import { makeSqsHandler } from "../../runtimes/lambda/makeSqsHandler.ts"
import { taxpayer } from "../aeat/chainOfRecords.ts"
import { certificateOf, newAuthority } from "../aeat/secureServer.ts"
import { openAnswering, urlOf } from "../support/answeringServer.ts"
import { testDatabase } from "../support/testDatabase.ts"
import { migratedDatabase } from "../support/testStorage.ts"
import { transactionPooler } from "../support/transactionPooler.ts"
import { openCompanyIn } from "./administration.ts"
import { deployments } from "./deployments.ts"
import { lambdaRequest } from "./lambdaRequest.ts"

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString("utf8")
}

const Sent = Schema.parseJson(Schema.Struct({
  Entries: Schema.Array(Schema.Struct({ MessageBody: Schema.String, DelaySeconds: Schema.Number })),
}))
const readSent = Schema.decodeUnknownSync(Sent)

/** A stand-in for SQS that keeps the bodies of messages while `state.isThere`. */
const messageQueue = Effect.gen(function*() {
  const bodies: Array<string> = []
  const state = { isThere: true }
  const server = yield* openAnswering(async (request, response) => {
    const text = await textOf(request)
    response.statusCode = state.isThere ? 200 : 400
    if (state.isThere) bodies.push(...readSent(text).Entries.map(({ MessageBody }) => MessageBody))
    response.end(state.isThere ? "{}" : "{\"__type\":\"QueueDoesNotExist\"}")
  })
  return { bodies, state, url: `${urlOf(server)}/123456789012/trabajos` }
})

/** A batch of messages as Lambda receives it (AWS, "Example standard queue message event"). */
const batchOf = (bodies: ReadonlyArray<string>): SQSEvent => ({
  Records: bodies.map((body, i) => ({
    messageId: `message-${i}`,
    receiptHandle: "AQEBwJnKyrHigUMZj6rYigCgxlaS3SLy0a",
    body,
    attributes: {
      ApproximateReceiveCount: "1",
      SentTimestamp: "1545082649183",
      SenderId: "AIDAIENQZJOLO23YVJ4VO",
      ApproximateFirstReceiveTimestamp: "1545082649185",
    },
    messageAttributes: {},
    md5OfBody: "e4e68fb7bd0e697a0ae8f1bb342846b3",
    eventSource: "aws:sqs",
    eventSourceARN: "arn:aws:sqs:eu-south-2:123456789012:trabajos",
    awsRegion: "eu-south-2",
  })),
})

/** A scheduled event, as EventBridge sends it. */
const tickEvent = {
  "version": "0",
  "id": "53dc4d37-cffa-4f76-80c9-8b7d4a4d2eaa",
  "detail-type": "Scheduled Event",
  "source": "aws.events",
  "account": "123456789012",
  "time": "2026-11-20T10:00:00Z",
  "region": "eu-south-2",
  "resources": ["arn:aws:events:eu-south-2:123456789012:rule/tick"],
  "detail": {},
}

/** All functions on one database behind a pooler, and a receiver of notices. */
const scene = (hasQueue: boolean) =>
  Effect.gen(function*() {
    const database = yield* migratedDatabase
    const { url } = yield* transactionPooler(database.url, 3)
    const queue = yield* messageQueue
    const notices: Array<string> = []
    const receiver = yield* openAnswering(async (request, response) => {
      notices.push(await textOf(request))
      response.end()
    })
    const environment = ConfigProvider.fromMap(new Map([
      ["DATABASE_URL", Redacted.value(url)],
      ["TALONARIO_SECRET", "a secret of thirty-two bytes or more"],
      ["TALONARIO_WEBHOOK_ALLOW", "127.0.0.1"],
      ["TALONARIO_PRODUCER", "Talonario SL"],
      ["TALONARIO_PRODUCER_NIF", "B12345674"],
      ...(hasQueue ? [["TALONARIO_SQS_URL", queue.url] as const] : []),
    ]))
    const settings = functionSettings(environment)
    const opened = <A extends { readonly dispose: () => Promise<void> }>(make: () => A) =>
      Effect.acquireRelease(Effect.sync(make), ({ dispose }) => Effect.promise(dispose))
    const { live: key } = yield* openCompanyIn(database.url)
    const request = lambdaRequest((yield* opened(() => makeHttpFunction(settings))).handler, deployments.httpApi)
    const post = (path: string, body?: unknown) => request("POST", path, { key, body })
    const sql = (text: string) =>
      Effect.promise(async () => {
        const client = new pg.Client(Redacted.value(database.url))
        await client.connect()
        const { rows } = await client.query(text)
        await client.end()
        return rows
      })
    yield* post("/webhooks", { url: `${urlOf(receiver)}/avisos`, sucesos: ["*"] })
    return {
      post,
      queue,
      notices,
      sql,
      sqs: yield* opened(() => makeSqsHandler(jobServices(settings))),
      schedule: yield* opened(() => makeScheduleHandler(jobServices(settings))),
    }
  })

const little = { getRemainingTimeInMillis: () => 2_000 }

describe("jobs through SQS", () => {
  it.scopedLive("are announced by the commit that puts them, and done once, by the function of the queue", () =>
    Effect.gen(function*() {
      const { notices, post, queue, sqs } = yield* scene(true)
      yield* post("/contactos", { nombre: "Ñandú SL" })
      assert.isNotEmpty(queue.bodies)
      for (let round = 0; round < 3; round++) {
        const answer = yield* Effect.promise(() => sqs.handler(batchOf([...queue.bodies])))
        assert.deepStrictEqual(answer, { batchItemFailures: [] })
      }
      assert.lengthOf(notices, 1)
      assert.include(notices[0], "\"suceso\":\"contact.created\"")
      // The jobs that the fan-out put were announced too.
      assert.isTrue(queue.bodies.some((body) => body.includes("\"webhook\"")))
    }))

  it.scopedLive("are retried if there was no time for them, and not leased meanwhile", () =>
    Effect.gen(function*() {
      const { notices, post, queue, sqs, sql } = yield* scene(true)
      yield* post("/contactos", { nombre: "Ñandú SL" })
      const batch = batchOf(queue.bodies.slice(0, 1))
      const answer = yield* Effect.promise(() => sqs.handler(batch, little))
      assert.deepStrictEqual(answer, { batchItemFailures: [{ itemIdentifier: "message-0" }] })
      assert.deepStrictEqual(yield* sql("SELECT FROM job WHERE lease IS NOT NULL"), [])
      for (const bodies of [1, 2, 3].map(() => queue.bodies)) yield* Effect.promise(() => sqs.handler(batchOf([...bodies])))
      assert.lengthOf(notices, 1)
    }))

  it.scopedLive("are retried, not named anew at once, if the function is given too little time for their kind", () =>
    Effect.gen(function*() {
      const { notices, post, queue, sqs } = yield* scene(true)
      yield* post("/contactos", { nombre: "Ñandú SL" })
      yield* Effect.promise(() => sqs.handler(batchOf([...queue.bodies])))
      const told = queue.bodies.filter((body) => body.includes("\"webhook\""))
      yield* post("/contactos", { nombre: "Otro SL" })
      const fifteen = { getRemainingTimeInMillis: () => 15_000 }
      yield* Effect.promise(() => sqs.handler(batchOf([...queue.bodies]), fifteen))
      const before = queue.bodies.length
      const answer = yield* Effect.promise(() => sqs.handler(batchOf(told.slice(0, 1)), fifteen))
      assert.deepStrictEqual(answer, { batchItemFailures: [{ itemIdentifier: "message-0" }] })
      assert.lengthOf(queue.bodies, before)
      yield* Effect.promise(() => sqs.handler(batchOf([...queue.bodies])))
      assert.lengthOf(notices, 2)
    }))

  it.scopedLive("are retried if a message names no known job, and an event that is not a batch is refused", () =>
    Effect.gen(function*() {
      const { sqs } = yield* scene(true)
      const answer = yield* Effect.promise(() => sqs.handler(batchOf(["{\"kind\":\"futuro\"}", "hola"])))
      assert.deepStrictEqual(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier), ["message-0", "message-1"])
      for (const event of [{}, null, tickEvent]) {
        assert.match(String(yield* Effect.promise(() => sqs.handler(event).catch((error: unknown) => error))), /Records/)
      }
    }))

  it.scopedLive("are announced by the schedule if their messages were lost, which fails if SQS does not answer", () =>
    Effect.gen(function*() {
      const { notices, post, queue, schedule, sql, sqs } = yield* scene(true)
      queue.state.isThere = false
      const made = yield* post("/contactos", { nombre: "Ñandú SL" })
      assert.strictEqual(made.status, 201)
      assert.isEmpty(queue.bodies)
      yield* sql("UPDATE job SET due = due - interval '2 minutes'")
      const failed = yield* Effect.promise(() => schedule.handler(tickEvent).catch(String))
      assert.match(String(failed), /SqsFailed: .*QueueDoesNotExist/)
      queue.state.isThere = true
      assert.deepInclude(yield* Effect.promise(() => schedule.handler(tickEvent)), { told: 1, complete: true })
      for (const _ of [1, 2]) yield* Effect.promise(() => sqs.handler(batchOf([...queue.bodies])))
      assert.lengthOf(notices, 1)

      queue.state.isThere = false
      yield* post("/contactos", { nombre: "Ñu SL" })
      yield* sql("UPDATE job SET due = due - interval '2 minutes'")
      yield* sql("UPDATE delivery SET settled = settled - interval '31 days'")
      assert.match(String(yield* Effect.promise(() => schedule.handler(tickEvent).catch(String))), /SqsFailed/)
      assert.deepStrictEqual(yield* sql("SELECT FROM delivery"), [], "expired rows are removed all the same")
    }))
})

describe("jobs by the schedule alone", () => {
  it.scopedLive("are done once, with the jobs that they put, and expired rows are removed", () =>
    Effect.gen(function*() {
      const { notices, post, schedule, sql } = yield* scene(false)
      yield* post("/contactos", { nombre: "Ñandú SL" })
      const ticks = yield* Effect.promise(() => Promise.all([1, 2, 3].map(() => schedule.handler(tickEvent))))
      assert.isTrue(ticks.every(({ complete, told }) => complete && told === null))
      assert.lengthOf(notices, 1)
      assert.deepStrictEqual(yield* sql("SELECT FROM job"), [])
      yield* sql("UPDATE delivery SET settled = settled - interval '31 days'")
      assert.deepInclude(yield* Effect.promise(() => schedule.handler(tickEvent)), { pruned: 1 })
    }))

  it.scopedLive("are left alone if there is no time for them", () =>
    Effect.gen(function*() {
      const { notices, post, schedule, sql } = yield* scene(false)
      yield* post("/contactos", { nombre: "Ñandú SL" })
      assert.deepInclude(yield* Effect.promise(() => schedule.handler(tickEvent, little)), { complete: false })
      assert.deepStrictEqual(yield* sql("SELECT FROM job WHERE lease IS NOT NULL"), [])
      assert.isEmpty(notices)
      yield* Effect.promise(() => schedule.handler(tickEvent))
      assert.lengthOf(notices, 1)
    }))
})

describe("a tick on a storage that does not answer", () => {
  for (const queue of [{}, { TALONARIO_SQS_URL: "http://127.0.0.1:1/123456789012/trabajos" }]) {
    it.scopedLive(`fails, ${Object.keys(queue).join() || "without a queue"}, so that alarms see it`, () =>
      Effect.gen(function*() {
        const variables = { DATABASE_URL: "postgres://u@127.0.0.1:1/d", TALONARIO_SECRET: "0".repeat(32), ...queue }
        const settings = functionSettings(ConfigProvider.fromMap(new Map(Object.entries(variables))))
        const { dispose, handler } = makeScheduleHandler(jobServices(settings))
        yield* Effect.addFinalizer(() => Effect.promise(dispose))
        const failed = yield* Effect.promise(() => handler(tickEvent).catch(String))
        assert.strictEqual(failed, "Error: the tick failed: StorageUnavailable")
      }))
  }
})

describe("the function that changes the schema", () => {
  it.scopedLive("runs the missing steps, even behind a pooler, and refuses unknown roles and options", () =>
    Effect.gen(function*() {
      const { url } = yield* transactionPooler((yield* testDatabase()).url, 2)
      const environment = ConfigProvider.fromMap(new Map([["DATABASE_URL", Redacted.value(url)]]))
      const { handler } = makeMigrateHandler(migrationSettings(environment))
      const first = yield* Effect.promise(() => handler())
      assert.isAbove(first.pasos, 0)
      assert.deepStrictEqual(yield* Effect.promise(() => handler({})), { pasos: 0, sentencias: [] })
      const refused = yield* Effect.promise(() => handler({ servingRole: "nobody_here" }).catch(String))
      assert.match(String(refused), /does not exist/)
      const misspelt = yield* Effect.promise(() => handler({ servingrole: "nobody_here" }).catch(String))
      assert.match(String(misspelt), /"servingrole".*is unexpected/s)
      const nameless = yield* Effect.promise(() => handler({ servingRole: "" }).catch(String))
      assert.match(String(nameless), /"servingRole".*non empty/s)
    }))
})

describe("settings of functions", () => {
  it("are all named if missing or wrong, and no secret is shown", () => {
    const read = (variables: Readonly<Record<string, string>>) => () =>
      functionSettings(ConfigProvider.fromMap(new Map(Object.entries(variables))))
    assert.throws(read({}), /DATABASE_URL[^]*TALONARIO_SECRET: required/)
    const short = "demasiado corto"
    const wrong = {
      DATABASE_URL: "mysql://u:clave@h/d",
      TALONARIO_SECRET: short,
      TALONARIO_SQS_URL: "cola",
      TALONARIO_DATABASE_SESSION: "mine",
    }
    try {
      read(wrong)()
      assert.fail("taken")
    } catch (error) {
      for (const name of Object.keys(wrong)) assert.include(String(error), name)
      assert.notInclude(String(error), short)
      assert.notInclude(String(error), "clave")
    }
    for (const password of ["cla#ve", "cla?ve", "cla/ve"]) {
      const database = { DATABASE_URL: `postgres://u:${password}@h/d`, TALONARIO_SECRET: "0".repeat(32) }
      assert.throws(read(database), /^DATABASE_URL: expected postgres:[^#]*percent-encoded$/)
    }
  })

  it("have the credentials that Lambda gives for a while, with their token", () => {
    const given = {
      DATABASE_URL: "postgres://u@h/d",
      TALONARIO_SECRET: "0".repeat(32),
      AWS_REGION: "eu-south-2",
      AWS_ACCESS_KEY_ID: "ASIA",
      AWS_SECRET_ACCESS_KEY: "clave",
      AWS_SESSION_TOKEN: "prenda",
    }
    const { aws } = functionSettings(ConfigProvider.fromMap(new Map(Object.entries(given))))
    const credentials = { accessKeyId: "ASIA", secretAccessKey: "clave", sessionToken: "prenda" }
    assert.deepStrictEqual(aws, { region: "eu-south-2", endpoint: null, credentials })
  })
})

describe("the services of jobs", () => {
  it.scoped("are those that the environment names, and a letter waits for a mail server that is not there", () =>
    Effect.gen(function*() {
      const given = {
        DATABASE_URL: "postgres://u@127.0.0.1:1/d",
        TALONARIO_SECRET: "0".repeat(32),
        TALONARIO_AEAT: "https://127.0.0.1:1/",
        TALONARIO_PRODUCER: "Talonario SL",
        TALONARIO_PRODUCER_NIF: "B12345674",
      }
      const services = jobServices(functionSettings(ConfigProvider.fromMap(new Map(Object.entries(given)))))
      const context = yield* Layer.build(services)
      yield* TestClock.setTime(Date.now())
      const certificate = certificateOf(newAuthority())
      const question = { obligado: taxpayer, certificate, ejercicio: 2026, periodo: 11, numserie: null, after: null }
      const unreachable = yield* Effect.flip(Context.get(context, TaxAuthority).query(question))
      assert.deepInclude(unreachable, { reason: "su servidor rechazó la conexión" })
      assert.deepInclude(Context.get(context, Recording), { qrHost: "test" })
      const adjunto = { nombre: "A-1.pdf", tipo: "application/pdf", contenido: new Uint8Array() }
      const mail = { id: "1", nombre: "Mi Empresa", responderA: null, para: ["c@ejemplo.es"], asunto: "A-1", texto: "", adjunto }
      assert.deepInclude(yield* Effect.flip(Context.get(context, Mailer).send(mail)), { transient: true })
    }))
})
