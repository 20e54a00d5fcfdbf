import { Effect, Layer } from "effect"
import * as SecretBoxWebCrypto from "../../adapters/crypto/SecretBoxWebCrypto.ts"
import { makeHttpInterface } from "../../adapters/http/httpInterface.ts"
import * as RateLimiterMemory from "../../adapters/memory/RateLimiterMemory.ts"
import * as PdfPrinterNode from "../../adapters/pdf/PdfPrinterNode.ts"
import * as GroupCommit from "../../core/commit/GroupCommit.ts"
import { talonarioSoftware } from "../../core/registry/talonarioSoftware.ts"
import { openCompany } from "../../runtimes/memory/harness.ts"
import { serveHttp } from "../../runtimes/node/http/httpServer.ts"
import { httpRequest } from "../support/httpRequest.ts"
import { testStoragePostgres } from "../support/testStorage.ts"
import { firstInvoice, type System } from "./firstInvoice.ts"
import { storedChain } from "./storedChain.ts"

const secret = new Uint8Array(32).fill(3)

const engine = Layer.merge(GroupCommit.layer, SecretBoxWebCrypto.layer(secret)).pipe(
  Layer.provideMerge(testStoragePostgres),
  Layer.merge(RateLimiterMemory.layer({ limit: 10_000, windowSeconds: 60 })),
  Layer.merge(PdfPrinterNode.layer),
)

const settings = {
  publicUrl: null,
  secret,
  software: talonarioSoftware({ producer: "Talonario", producerNif: "B00000000" }),
  qrHost: "test",
} as const

firstInvoice("over HTTP, on PostgreSQL", Effect.gen(function*() {
  const context = yield* Layer.build(engine)
  const http = yield* Effect.provide(makeHttpInterface(settings), context)
  const { url } = yield* serveHttp(http, { host: "127.0.0.1", port: 0 })
  const company = yield* Effect.provide(openCompany({ nombre: "Talleres Núñez", nif: "B12345674" }), context)
  const chain = Effect.provide(storedChain(company.organizationId), context)
  const system: System = { ...company, request: httpRequest(url), chain }
  return system
}).pipe(Effect.orDie))
