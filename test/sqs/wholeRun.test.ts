import { DeleteMessageBatchCommand, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer, type Scope } from "effect"
import * as SecretBoxWebCrypto from "../../adapters/crypto/SecretBoxWebCrypto.ts"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import { makeHttpInterface } from "../../adapters/http/httpInterface.ts"
import * as MailerSes from "../../adapters/mail/MailerSes.ts"
import * as RateLimiterMemory from "../../adapters/memory/RateLimiterMemory.ts"
import * as WebhookSenderMemory from "../../adapters/memory/WebhookSenderMemory.ts"
import * as PdfPrinterNode from "../../adapters/pdf/PdfPrinterNode.ts"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import * as StoragePostgres from "../../adapters/postgres/StoragePostgres.ts"
import * as QueueSqs from "../../adapters/sqs/QueueSqs.ts"
import { workMessages } from "../../adapters/sqs/workMessages.ts"
import { instant } from "../../core/calendar/instant.ts"
import * as GroupCommit from "../../core/commit/GroupCommit.ts"
import { Recording } from "../../core/ports/Recording.ts"
import { TaxAuthority, TaxAuthorityUnreachable } from "../../core/ports/TaxAuthority.ts"
import type { WebhookRequest } from "../../core/ports/WebhookSender.ts"
import { allWorks, workers } from "../../core/workers/workers.ts"
import { answerOf, requestOf } from "../../runtimes/memory/exchange.ts"
import { openCompany } from "../../runtimes/memory/harness.ts"
import { idOf } from "../http/scene.ts"
import { openSes, skipped as sesSkipped } from "../mail/sesStandIn.ts"
import { liveTerms, sampleId } from "../support/samples.ts"
import { httpSettings } from "../support/simulated.ts"
import { migratedDatabase } from "../support/testStorage.ts"
import { openDoublingFront } from "./doublingFront.ts"
import { openQueue, skipped as sqsSkipped, type StandInQueue } from "./sqsStandIn.ts"

const nobody = () => new TaxAuthorityUnreachable({ reason: "no hay nadie" })

/** The service on PostgreSQL without an HTTP server, with SQS, SES, and a receiver of notices. Every message is sent twice. */
const openService = (waitMillis: number) =>
  Effect.gen(function*() {
    const sqs = yield* openQueue
    const ses = yield* openSes
    const endpoint = yield* openDoublingFront(sqs.client.endpoint)
    const { url } = yield* migratedDatabase
    const notices: Array<WebhookRequest> = []
    const services = Layer.mergeAll(GroupCommit.layer, SecretBoxWebCrypto.layer(httpSettings.secret)).pipe(
      Layer.provideMerge(QueueSqs.layer({ queueUrl: sqs.queueUrl, client: { ...sqs.client, endpoint }, waitMillis })),
      Layer.provideMerge(StoragePostgres.layerWith({ notifies: false })),
      Layer.provideMerge(EntropyWebCrypto.layer),
      Layer.provideMerge(PostgresPool.layer({ url, connectionsMax: 8 })),
      Layer.merge(PdfPrinterNode.layer),
      Layer.merge(MailerSes.layer({ from: "facturas@talonario.es", client: ses.client })),
      Layer.merge(WebhookSenderMemory.layer(WebhookSenderMemory.keeping(notices))),
      Layer.merge(Layer.succeed(TaxAuthority, { submit: nobody, query: nobody })),
      Layer.merge(Layer.succeed(Recording, liveTerms)),
      Layer.merge(RateLimiterMemory.layer({ limit: 10_000, windowSeconds: 60 })),
    )
    const built = yield* Layer.build(services)
    const http = yield* Effect.provide(makeHttpInterface(httpSettings), built)
    const { live: key } = yield* Effect.provide(openCompany({ nombre: "Talleres Núñez", nif: "B12345674" }), built)
    const post = (path: string, body: unknown = {}) =>
      Effect.map(http.handle(requestOf("POST", path, { key, body })), (answer) => {
        const read = answerOf(answer)
        assert.isBelow(read.status, 300, read.text)
        return read
      })
    return { sqs, notices, lettersTo: ses.lettersTo, built, post }
  })

type Service = Effect.Effect.Success<ReturnType<typeof openService>>

/** Issues and sends an invoice, and asserts that one letter and one notice of each event arrive. */
const issueAndSend = ({ lettersTo, notices, post }: Service, finished: Effect.Effect<void>) =>
  Effect.gen(function*() {
    const email = `${sampleId()}@example.org`
    yield* post("/webhooks", { url: "https://receptor.example.org/avisos" })
    const contact = yield* post("/contactos", { nombre: "Ana", nif: "12345678Z", email })
    const draft = yield* post("/facturas", { contacto_id: idOf(contact), lineas: [{ descripcion: "Horas", precio: 100 }] })
    yield* post(`/facturas/${idOf(draft)}/emitir`)
    yield* post(`/facturas/${idOf(draft)}/enviar`)
    yield* finished
    const sent = yield* lettersTo(email)
    assert.deepStrictEqual(sent.map(({ attachments }) => attachments.map(({ filename }) => filename)), [["A-1.pdf"]])
    const events = notices.map(({ headers }) => String(headers["x-svc-suceso"]))
    assert.includeMembers(events, ["contact.created", "invoice.created", "invoice.issued"])
    assert.lengthOf(new Set(notices.map(({ headers }) => headers["webhook-id"])), notices.length, "no notice came twice")
  })

const settled = ({ sqs }: Service) =>
  Effect.gen(function*() {
    for (let quiet = 0; quiet < 10;) {
      quiet = sqs.count() === 0 ? quiet + 1 : 0
      yield* Effect.sleep(50)
    }
  }).pipe(Effect.timeout("20 seconds"), Effect.orDie)

/** What AWS does for a function: receives messages, and removes those not reported as failed. */
const mapEvents = ({ built, sqs }: Service, { client, queueUrl: QueueUrl }: StandInQueue) =>
  Effect.gen(function*() {
    const works = yield* allWorks
    const aws = new SQSClient(client)
    while (sqs.count() > 0) {
      const { Messages = [] } = yield* Effect.promise(() =>
        aws.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 1 })))
      const records = Messages.map(({ Body: body = "", MessageId: messageId = "" }) => ({ body, messageId }))
      const deadline = instant((yield* Clock.currentTimeMillis) + 30_000)
      const { batchItemFailures } = yield* workMessages(works, { Records: records }, { deadline, atOnce: 4 }).pipe(Effect.provide(built))
      assert.deepStrictEqual(batchItemFailures, [])
      const Entries = Messages.map(({ ReceiptHandle }, place) => ({ Id: String(place), ReceiptHandle }))
      if (Entries.length > 0) yield* Effect.promise(() => aws.send(new DeleteMessageBatchCommand({ QueueUrl, Entries })))
    }
  })

const skipped = sqsSkipped ?? sesSkipped

const test = (title: string, run: () => Effect.Effect<void, unknown, Scope.Scope>) =>
  it.scopedLive.skipIf(skipped !== undefined)(title, run, 60_000)

describe(`the whole service on PostgreSQL, SQS and SES, every message twice${skipped === undefined ? "" : `: ${skipped}`}`, () => {
  test("works with processes", () =>
    Effect.gen(function*() {
      const service = yield* openService(0)
      yield* Effect.forkScoped(Effect.provide(workers, service.built))
      yield* issueAndSend(service, settled(service))
    }))

  test("works with functions that get events", () =>
    Effect.gen(function*() {
      const service = yield* openService(5_000)
      yield* issueAndSend(service, mapEvents(service, service.sqs))
    }))
})
