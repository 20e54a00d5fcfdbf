import { declaration } from "../../../core/declaration/declaration.ts"
import { makeCursors } from "../../../core/pagination/cursor.ts"
import type { RateLimit } from "../../../core/ports/RateLimiter.ts"
import { released } from "../../../core/registry/talonarioSoftware.ts"
import { nothingAllowed } from "../../../core/webhooks/webhookAllow.ts"
import type { ApiRequest } from "../ApiRequest.ts"
import { basePath } from "../contract/api.ts"
import { makeRoutes } from "../handlers/routes.ts"
import type { HttpSettings } from "../HttpSettings.ts"
import { makeDescriptions } from "../openApi/descriptions.ts"
import type { Incoming } from "../routing/Call.ts"
import { makeLists } from "../routing/lists.ts"
import type { Route } from "../routing/Route.ts"
import { makeRouter, type Match } from "../routing/router.ts"
import { sentFingerprint } from "./identify.ts"

/** A request, with the route that it is for and the key that it sends. */
export interface Asked extends Pick<Incoming, "pathname" | "request" | "search"> {
  /** Undefined where no endpoint has its method and path. */
  readonly match: Match<Route> | undefined
  /** The fingerprint of the key that was sent; undefined without one. */
  readonly fingerprint: string | undefined
}

/** Makes the reader of requests. The contract's routes and their schemas are made here, once. */
export const askedOf = (settings: HttpSettings, rateLimit: RateLimit): ((request: ApiRequest) => Asked) => {
  const find = makeFind(settings, rateLimit)
  return (request) => {
    const { headers, method, url } = request
    const cut = url.indexOf("?")
    const pathname = cut === -1 ? url : url.slice(0, cut)
    const search = cut === -1 ? "" : url.slice(cut + 1)
    return { request, pathname, search, match: find(method, pathname), fingerprint: sentFingerprint(headers["authorization"]) }
  }
}

/** The routes of the contract, found by method and path. */
const makeFind = (settings: HttpSettings, rateLimit: RateLimit) => {
  const publicUrl = settings.publicUrl?.replace(/\/+$/, "") ?? null
  const origin = ({ request }: Incoming): string => publicUrl ?? request.origin
  const describe = makeDescriptions()
  const routes = makeRoutes({
    addressOf: (incoming, path) => `${origin(incoming)}${basePath}${path}`,
    lists: makeLists(makeCursors(settings.secret, settings.earlierSecrets), origin),
    recordingTerms: { software: settings.software, qrHost: settings.qrHost, hash: settings.hash },
    rateLimit,
    webhookAllow: settings.webhookAllow ?? nothingAllowed,
    openApi: ({ request }, version) => describe(publicUrl ?? pathOf(request.origin), version),
    declaration: declaration(settings.software, settings.declarant ?? { address: null, place: null }, released),
    docsFiles: settings.docsFiles,
  })
  const router = makeRouter<Route>(Object.values(routes))
  return (method: string, pathname: string): Match<Route> | undefined => {
    const path = pathname === basePath ? "/" : pathname.slice(basePath.length)
    if (!pathname.startsWith(basePath) || !path.startsWith("/")) return undefined
    return router(method === "HEAD" ? "GET" : method, path)
  }
}

/**
 * The path of an origin, without scheme and host: an OpenAPI document with a path alone means the host that it was read
 * from.
 */
const pathOf = (origin: string): string => origin.replace(/^[^/]*\/\/[^/]*/, "")
