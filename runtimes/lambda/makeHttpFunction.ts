import { Layer } from "effect"
import * as RateLimiterMemory from "../../adapters/memory/RateLimiterMemory.ts"
import * as PdfPrinterNode from "../../adapters/pdf/PdfPrinterNode.ts"
import * as RateLimiterPostgres from "../../adapters/postgres/rateLimit/RateLimiterPostgres.ts"
import { httpSettings } from "../environment/httpSettings.ts"
import { warnOfSettings } from "../environment/warnOfSettings.ts"
import { engine } from "./container/engine.ts"
import type { FunctionSettings } from "./functionSettings.ts"
import { type HttpHandler, makeHttpHandler } from "./makeHttpHandler.ts"

/** A request uses one connection. A second one is for what is done in passing, such as noting when a key was used. */
const connectionsMax = 2

/** The function of the HTTP interface, as the environment says. */
export const makeHttpFunction = (settings: FunctionSettings): HttpHandler => {
  const { secret, service } = settings
  const { rule, store } = service.rateLimit
  const limiter = store === "memory" ? RateLimiterMemory.layer(rule) : RateLimiterPostgres.layer(rule)
  const services = Layer.mergeAll(PdfPrinterNode.layer, limiter, Layer.effectDiscard(warnOfSettings(service))).pipe(
    Layer.provideMerge(engine(settings, connectionsMax)),
  )
  return makeHttpHandler(services, { ...httpSettings(service, secret), trustedProxies: service.trustedProxies })
}
