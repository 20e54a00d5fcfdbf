import { assert, describe, it } from "@effect/vitest"
import { Clock, ConfigProvider, Context, Effect, Layer, Redacted, Schema } from "effect"
import { bodyOf } from "../../adapters/sqs/jobNameMessage.ts"
import { instant } from "../../core/calendar/instant.ts"
import { mailJob } from "../../core/jobs/Job.ts"
import { type Mail, Mailer } from "../../core/ports/Mailer.ts"
import { Queue } from "../../core/ports/Queue.ts"
import { services } from "../../runtimes/node/services.ts"
import { openSes, skipped as sesSkipped } from "../mail/sesStandIn.ts"
import { sampleId, sampleOrganizationId } from "../support/samples.ts"
import { migratedDatabase } from "../support/testStorage.ts"
import { openQueue, skipped as sqsSkipped } from "./sqsStandIn.ts"

const skipped = sqsSkipped ?? sesSkipped

/** Sets variables of the environment, which the AWS SDK reads itself. */
const withEnvironment = (given: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const before = Object.keys(given).map((name) => [name, process.env[name]] as const)
      Object.assign(process.env, given)
      return before
    }),
    (before) =>
      Effect.sync(() => {
        for (const [name, value] of before) {
          if (value === undefined) delete process.env[name]
          else process.env[name] = value
        }
      }),
  )

const letter: Mail = {
  id: sampleId(),
  nombre: "Talleres Núñez",
  responderA: null,
  para: [`${sampleId()}@example.org`],
  asunto: "Factura A-1",
  texto: "Hola",
  adjunto: { nombre: "A-1.pdf", tipo: "application/pdf", contenido: new Uint8Array(4) },
}

describe(`the Node service with AWS settings${skipped === undefined ? "" : `: ${skipped}`}`, () => {
  it.scopedLive.skipIf(skipped !== undefined)("sends names of jobs to SQS and letters through SES, with credentials that the SDK finds", () =>
    Effect.gen(function*() {
      const sqs = yield* openQueue
      const ses = yield* openSes
      const { url } = yield* migratedDatabase
      yield* withEnvironment({
        AWS_REGION: "us-east-1",
        AWS_ACCESS_KEY_ID: "nobody",
        AWS_SECRET_ACCESS_KEY: "nothing",
        AWS_ENDPOINT_URL_SQS: sqs.client.endpoint,
        AWS_ENDPOINT_URL_SESV2: Schema.decodeUnknownSync(Schema.String)(ses.client.endpoint),
      })
      const settings = ConfigProvider.fromMap(new Map([
        ["DATABASE_URL", Redacted.value(url)],
        ["TALONARIO_SECRET", "the services keep no secrets: 32+"],
        ["TALONARIO_SQS_URL", sqs.queueUrl],
        ["TALONARIO_SES_FROM", "facturas@talonario.es"],
      ]))
      const built = yield* Effect.withConfigProvider(Layer.build(services), settings)
      const job = mailJob(sampleOrganizationId(), sampleId(), instant(yield* Clock.currentTimeMillis))
      yield* Context.get(built, Queue).put([job])
      yield* Context.get(built, Mailer).send(letter)
      assert.lengthOf(yield* ses.lettersTo(String(letter.para[0])), 1)
      while (sqs.count() === 0) yield* Effect.sleep(10)
      assert.deepStrictEqual(sqs.ready(), [bodyOf(job)])
    }))
})
