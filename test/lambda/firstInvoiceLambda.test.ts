import { ConfigProvider, Effect, Layer, Option, Redacted, Schema } from "effect"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import * as StoragePostgres from "../../adapters/postgres/StoragePostgres.ts"
import * as GroupCommit from "../../core/commit/GroupCommit.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { functionSettings } from "../../runtimes/lambda/functionSettings.ts"
import { makeHttpFunction } from "../../runtimes/lambda/makeHttpFunction.ts"
import { openCompany } from "../../runtimes/memory/harness.ts"
import { firstInvoice, type System } from "../e2e/firstInvoice.ts"
import { migratedDatabase } from "../support/testStorage.ts"
import { transactionPooler } from "../support/transactionPooler.ts"
import { type Deployment, deployments } from "./deployments.ts"
import { lambdaRequest } from "./lambdaRequest.ts"

const recordsOfCompany = "SELECT orden, cadena, huella, huella_anterior FROM registry_record"
  + " WHERE organization_id = $1 ORDER BY orden"

const readRecords = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({
  orden: Schema.Number,
  cadena: Schema.String,
  huella: Schema.String,
  huella_anterior: Schema.NullOr(Schema.String),
})))

/** What the account's owner has, who comes to the database by another way. */
const administration = (url: Redacted.Redacted<string>) =>
  GroupCommit.layer.pipe(
    Layer.provideMerge(StoragePostgres.layer),
    Layer.provideMerge(EntropyWebCrypto.layer),
    Layer.provideMerge(PostgresPool.layer({ url, connectionsMax: 4 })),
  )

/** The function as the environment makes it, behind this deployment and before a pooler with three server connections. */
const open = (deployment: Deployment) =>
  Effect.gen(function*() {
    const database = yield* migratedDatabase
    const pooler = yield* transactionPooler(database.url, 3)
    const environment = new Map([
      ["DATABASE_URL", Redacted.value(pooler.url)],
      ["TALONARIO_SECRET", "a secret of thirty-two bytes or more"],
      ["TALONARIO_RATE_LIMIT", "1000/60"],
    ])
    const http = yield* Effect.acquireRelease(
      Effect.sync(() => makeHttpFunction(functionSettings(ConfigProvider.fromMap(environment)))),
      ({ dispose }) => Effect.promise(dispose),
    )
    const owner = yield* Layer.build(administration(database.url))
    const company = yield* Effect.provide(openCompany({ nombre: "Talleres Núñez", nif: "B12345674" }), owner)
    const { organizationId: id } = company
    const chain = Effect.gen(function*() {
      const pool = yield* PostgresPool.PostgresPool
      const head = yield* (yield* Storage).find("chainHead", id, id)
      const { rows } = yield* Effect.promise(() => pool.query(recordsOfCompany, [id]))
      return { records: readRecords(rows), head: Option.getOrNull(head) }
    })
    const system: System = {
      ...company,
      request: lambdaRequest(http.handler, deployment),
      chain: Effect.orDie(Effect.provide(chain, owner)),
    }
    return system
  })

for (const deployment of [deployments.ownDomainHttpApi, deployments.ownDomainRestApi]) {
  firstInvoice(`in Lambda behind ${deployment.name}, on PostgreSQL behind a pooler`, open(deployment))
}
