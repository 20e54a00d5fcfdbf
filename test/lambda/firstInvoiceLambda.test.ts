import { ConfigProvider, Effect, Layer, Redacted } from "effect"
import { functionSettings } from "../../runtimes/lambda/functionSettings.ts"
import { makeHttpFunction } from "../../runtimes/lambda/makeHttpFunction.ts"
import { openCompany } from "../../runtimes/memory/harness.ts"
import { firstInvoice, type System } from "../e2e/firstInvoice.ts"
import { storedChain } from "../e2e/storedChain.ts"
import { migratedDatabase } from "../support/testStorage.ts"
import { transactionPooler } from "../support/transactionPooler.ts"
import { administration } from "./administration.ts"
import { type Deployment, deployments } from "./deployments.ts"
import { lambdaRequest } from "./lambdaRequest.ts"

/** The function configured by its environment, behind this deployment, with a pooler of three server connections. */
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
    const system: System = {
      ...company,
      request: lambdaRequest(http.handler, deployment),
      chain: Effect.provide(storedChain(company.organizationId), owner),
    }
    return system
  })

for (const deployment of [deployments.ownDomainHttpApi, deployments.ownDomainRestApi]) {
  firstInvoice(`in Lambda behind ${deployment.name}, on PostgreSQL behind a pooler`, open(deployment))
}
