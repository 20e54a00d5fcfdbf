import { Effect, Layer, type Scope } from "effect"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as WebhookSenderMemory from "../../adapters/memory/WebhookSenderMemory.ts"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import * as StoragePostgres from "../../adapters/postgres/StoragePostgres.ts"
import type { WebhookRequest } from "../../core/ports/WebhookSender.ts"
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
  /** Does what workers have to do by now. */
  readonly workOff: Effect.Effect<void>
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

const makeTarget = (name: string, reach: Reach, storage?: HarnessSettings["storage"]): Effect.Effect<Target, never, Scope.Scope> =>
  Effect.gen(function*() {
    const notices: Array<WebhookRequest> = []
    // All take what comes: how many attempts are under way when one fails hangs on how long each takes.
    const webhookSender = WebhookSenderMemory.layer(WebhookSenderMemory.keeping(notices))
    const harness = yield* makeHarness({ ...settings, webhookSender, ...(storage === undefined ? {} : { storage }) })
    const request = yield* reach(harness)
    return {
      name,
      request,
      workOff: harness.workOff,
      takeNotices: () =>
        notices.splice(0).map(({ body, headers, url }) => JSON.stringify([url, Object.entries(headers).toSorted(), body])).toSorted(),
      companies: yield* Effect.forEach(companies, harness.openCompany),
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
      const make = Effect.sync(() => makeHttpHandler(services, { ...settings, ...httpSettings, publicUrl: settings.publicUrl ?? null }))
      const { handler } = yield* Effect.acquireRelease(make, ({ dispose }) => Effect.promise(dispose))
      return lambdaRequest(handler, deployments.functionUrl)
    }), postgres)
