import { Effect, Layer, type Scope } from "effect"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as WebhookSenderMemory from "../../adapters/memory/WebhookSenderMemory.ts"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import * as StoragePostgres from "../../adapters/postgres/StoragePostgres.ts"
import { instant } from "../../core/calendar/instant.ts"
import { fanOutOutbox } from "../../core/deliveries/fanOut.ts"
import type { OrganizationId } from "../../core/identifiers/organizationId.ts"
import { fanOutJob, type Job, subscriptionJob } from "../../core/jobs/Job.ts"
import type { WebhookRequest } from "../../core/ports/WebhookSender.ts"
import { invoiceSubscription } from "../../core/subscriptions/invoiceSubscription.ts"
import { makeHttpHandler } from "../../runtimes/lambda/makeHttpHandler.ts"
import { type Company, type Engine, type Harness, type HarnessSettings, makeHarness } from "../../runtimes/memory/harness.ts"
import { serveHttp } from "../../runtimes/node/http/httpServer.ts"
import { deployments } from "../lambda/deployments.ts"
import { lambdaRequest } from "../lambda/lambdaRequest.ts"
import { httpRequest } from "../support/httpRequest.ts"
import { httpSettings } from "../support/simulated.ts"
import { migratedDatabase } from "../support/testStorage.ts"
import type { GivenClock } from "./GivenClock.ts"

/** The system on one storage, reached in one way. */
export interface Target {
  readonly name: string
  readonly request: Harness["request"]
  /** Does all work that is due, taking each company's subscriptions in the given order. */
  readonly workOff: (subscriptions: ReadonlyArray<ReadonlyArray<string>>) => Effect.Effect<void>
  /** The notices received since the last call, sorted. */
  readonly takeNotices: () => ReadonlyArray<string>
  readonly companies: ReadonlyArray<Company>
}

const settings: Omit<HarnessSettings, "storage"> = {
  ...httpSettings,
  publicUrl: deployments.functionUrl.origin,
  // The same seed everywhere, so that identifiers, keys and secrets are equal.
  seed: 20_261_120,
  rateLimit: { limit: 100_000, windowSeconds: 60 },
}

const companies = [
  { nif: "B12345674", region_fiscal: "peninsula" },
  { nif: "B87654323", region_fiscal: "canarias" },
] as const

type Reach = (harness: Harness) => Effect.Effect<Harness["request"], never, Scope.Scope>

/**
 * Invoices the company's subscriptions one by one, then fans out its events: workers would do both at once, in an
 * order that differs from target to target.
 */
const inOrder = (organizationId: OrganizationId, subscriptions: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    for (const id of subscriptions) yield* invoiceSubscription(held(subscriptionJob(organizationId, id, instant(0))))
    yield* fanOutOutbox(held(fanOutJob(organizationId, instant(0))))
  })

const held = (job: Job) => ({ ...job, lease: "", mayBegin: () => Effect.succeed(true), mayNote: Effect.succeed(true) })

const makeTarget = (
  name: string,
  reach: Reach,
  storage?: HarnessSettings["storage"],
): Effect.Effect<Target, never, Scope.Scope> =>
  Effect.gen(function*() {
    const notices: Array<WebhookRequest> = []
    // Every delivery succeeds: which others are under way when one fails would depend on timing.
    const webhookSender = WebhookSenderMemory.layer(WebhookSenderMemory.keeping(notices))
    const harness = yield* makeHarness({ ...settings, webhookSender, ...(storage === undefined ? {} : { storage }) })
    const request = yield* reach(harness)
    const opened = yield* Effect.forEach(companies, harness.openCompany)
    return {
      name,
      request,
      workOff: (subscriptions) =>
        Effect.forEach(opened, ({ organizationId }, at) => inOrder(organizationId, subscriptions[at] ?? []), { discard: true })
          .pipe(harness.provide, Effect.orDie, Effect.zipRight(harness.workOff)),
      takeNotices: () =>
        notices.splice(0)
          .map(({ body, headers, url }) => JSON.stringify([url, Object.entries(headers).toSorted(), body]))
          .toSorted(),
      companies: opened,
    }
  })

/** Its entropy is its own: it only marks whose commit is whose, which no answer shows. */
const postgres = Layer.unwrapScoped(Effect.map(migratedDatabase, ({ url }) =>
  StoragePostgres.layer.pipe(
    Layer.provide(PostgresPool.layer({ url, connectionsMax: 8 })),
    Layer.provide(EntropyWebCrypto.layer),
    Layer.orDie,
  )))

/** Memory storage, called directly. */
export const inMemory = makeTarget("memory", ({ request }) => Effect.succeed(request))

/** PostgreSQL, through the Node server over real HTTP. */
export const overHttp = makeTarget(
  "PostgreSQL over HTTP",
  (harness) => Effect.map(Effect.orDie(serveHttp(harness, { host: "127.0.0.1", port: 0 })), ({ url }) => httpRequest(url)),
  postgres,
)

/** PostgreSQL, through the Lambda handler, as a function URL calls it. */
export const overLambda = ({ clock }: GivenClock): Effect.Effect<Target, never, Scope.Scope> =>
  makeTarget("PostgreSQL through Lambda", (harness) =>
    Effect.gen(function*() {
      const engine = yield* harness.provide(Effect.context<Engine>())
      const services = Layer.provideMerge(Layer.succeedContext(engine), Layer.setClock(clock))
      const made = { ...settings, ...httpSettings, publicUrl: settings.publicUrl ?? null }
      const make = Effect.sync(() => makeHttpHandler(services, made))
      const { handler } = yield* Effect.acquireRelease(make, ({ dispose }) => Effect.promise(dispose))
      return lambdaRequest(handler, deployments.functionUrl)
    }), postgres)
