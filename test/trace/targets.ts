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

/** One way to run the system, and one to reach it. */
export interface Target {
  readonly name: string
  readonly request: Harness["request"]
  /** Does what workers have to do by now. Told of each company's subscriptions, they take them in that order. */
  readonly workOff: (subscriptions: ReadonlyArray<ReadonlyArray<string>>) => Effect.Effect<void>
  /** What receivers got since it was last asked, in no order. */
  readonly takeNotices: () => ReadonlyArray<string>
  readonly companies: ReadonlyArray<Company>
}

const settings: Omit<HarnessSettings, "storage"> = {
  ...httpSettings,
  publicUrl: deployments.functionUrl.origin,
  // Chance is the same everywhere, so are identifiers, keys and secrets.
  seed: 20_261_120,
  rateLimit: { limit: 100_000, windowSeconds: 60 },
}

const companies = [
  { nif: "B12345674", region_fiscal: "peninsula" },
  { nif: "B87654323", region_fiscal: "canarias" },
] as const

type Reach = (harness: Harness) => Effect.Effect<Harness["request"], never, Scope.Scope>

/**
 * What several workers would do at the same time, in an order that chance alone knows: the company's invoices that are due,
 * one subscription after the other, then the deliveries of its events. It leaves the workers nothing to do of either.
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
    // All take what comes: how many attempts are under way when one fails hangs on how long each takes.
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

/** Its own chance, for what nobody sees: which commit is whose. */
const postgres = Layer.unwrapScoped(Effect.map(migratedDatabase, ({ url }) =>
  StoragePostgres.layer.pipe(
    Layer.provide(PostgresPool.layer({ url, connectionsMax: 8 })),
    Layer.provide(EntropyWebCrypto.layer),
    Layer.orDie,
  )))

/** The memory, called directly. */
export const inMemory = makeTarget("memory", ({ request }) => Effect.succeed(request))

/** PostgreSQL, through the Node server over real HTTP. */
export const overHttp = makeTarget(
  "PostgreSQL over HTTP",
  (harness) => Effect.map(Effect.orDie(serveHttp(harness, { host: "127.0.0.1", port: 0 })), ({ url }) => httpRequest(url)),
  postgres,
)

/** PostgreSQL, through the handler of the function, as a function URL calls it. */
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
