import { bytesToHex } from "@noble/hashes/utils.js"
import { Cause, Clock, Context, Effect, Either, Fiber } from "effect"
import { missingScope, type Principal } from "../../core/access/Principal.ts"
import { hasScope } from "../../core/access/scopes.ts"
import { withKey } from "../../core/access/withKey.ts"
import { instant } from "../../core/calendar/instant.ts"
import { GroupCommit } from "../../core/commit/GroupCommit.ts"
import { makeCursors } from "../../core/pagination/cursor.ts"
import { Entropy } from "../../core/ports/Entropy.ts"
import { PdfPrinter } from "../../core/ports/PdfPrinter.ts"
import { type RateLimit, RateLimiter, type RateWindow } from "../../core/ports/RateLimiter.ts"
import { SecretBox } from "../../core/ports/SecretBox.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { declaration } from "../../core/declaration/declaration.ts"
import { softwareProblem } from "../../core/registry/software.ts"
import { released } from "../../core/registry/talonarioSoftware.ts"
import { nothingAllowed } from "../../core/webhooks/webhookAllow.ts"
import type { ApiRequest, ApiResponse } from "./ApiRequest.ts"
import type { Incoming } from "./Call.ts"
import { basePath } from "./contract/api.ts"
import { makeDescriptions } from "./descriptions.ts"
import * as errors from "./errorReply.ts"
import { makeRoutes } from "./handlers/routes.ts"
import type { HttpSettings } from "./HttpSettings.ts"
import { type Guard, unguarded } from "./idempotency.ts"
import { type Identified, identify, nobody, sentFingerprint, windowName } from "./identify.ts"
import { makeLists } from "./lists.ts"
import { makeObserver } from "./observedRequests.ts"
import { makePresumptions } from "./presumptions.ts"
import type { Reply } from "./Reply.ts"
import { respond } from "./respond.ts"
import type { Route, Services } from "./Route.ts"
import { makeRouter, type Match } from "./router.ts"

/** The HTTP interface of the contract, for any server, function platform or test to call; `R`: what it is to be run with. */
export interface HttpInterface<R = never> {
  /** Answers a request; whatever goes wrong is an answer too. */
  readonly handle: (request: ApiRequest) => Effect.Effect<ApiResponse, never, R>
  /** Answers what never became a request: 400, 408, 413, 417, 431. `motivo` is Spanish. */
  readonly refuse: (status: number, motivo: string, clientAddress: string) => Effect.Effect<ApiResponse>
}

/**
 * Puts the contract on top of the core. Routes and schemas are made here, once. A request is judged in this order: window
 * of its caller (429), route (404), key (401), scope (403), the rest. Dies when records cannot name the software as the
 * settings do.
 */
export const makeHttpInterface = (
  settings: HttpSettings,
): Effect.Effect<HttpInterface, never, Services | Entropy | RateLimiter> =>
  Effect.gen(function*() {
    const { handle, refuse } = yield* makeServedInterface(settings)
    // Not the whole context, which may hold the span that this happens in.
    const services = servicesOf(yield* Effect.context<Services>())
    return { handle: (request) => Effect.provide(handle(request), services), refuse }
  })

/**
 * The same for a server, which runs all its requests with the services that it has itself: to give them to each request
 * costs a third of the steps that a fiber takes for it.
 */
export const makeServedInterface = (
  settings: HttpSettings,
): Effect.Effect<HttpInterface<Services>, never, Entropy | RateLimiter> =>
  Effect.gen(function*() {
    const problem = softwareProblem(settings.software)
    if (problem !== undefined) return yield* Effect.dieMessage(problem)
    const limiter = yield* RateLimiter
    const { bytes } = yield* Entropy
    const find = makeFind(settings, limiter.rule)
    const observer = yield* makeObserver
    const presumptions = makePresumptions()

    /** Logs the reason under a reference, and tells the reference. */
    const internal = (cause: Cause.Cause<unknown>, endpoint: string) =>
      Effect.suspend(() => {
        const referencia = bytesToHex(bytes(4))
        const log = Effect.logError("request failed", { referencia, endpoint }, cause)
        return Effect.as(log, errors.internalReply(referencia))
      })

    const failed = (cause: Cause.Cause<errors.Failure>, endpoint: string): Effect.Effect<Reply<unknown>> => {
      const failure = Cause.failureOrCause(cause)
      return Either.isLeft(failure) && errors.isTold(failure.left)
        ? Effect.succeed(errors.toldReply(failure.left))
        : internal(cause, endpoint)
    }

    const answerTo = (
      { match, pathname, request, search }: Asked,
      caller: Identified,
      guarded: Guard = unguarded,
    ): Effect.Effect<ApiResponse, never, Services> =>
      Effect.flatMap(Clock.currentTimeMillis, (millis) => {
        const { clientAddress, method } = request
        const now = instant(millis)
        return Effect.flatMap(limiter.take(windowName(caller, clientAddress), now), (window) => {
          const reply = window.allowed
            ? admit(match, caller, { request, now, pathname, search }, guarded)
            : Effect.fail(errors.tooManyRequests)
          return Effect.map(reply, (given) => respond(given, window, method)).pipe(
            Effect.catchAllCause((cause) =>
              Effect.map(failed(cause, match?.route.name ?? "none"), (told) => respond(told, window, method))
            ),
          )
        })
      })

    /** Consumes no window, and waits for none: how it stands is told if the storage says it in time. */
    const answerAnybody = ({ fingerprint, pathname, request, search }: Asked, match: Match<Route>) =>
      Effect.gen(function*() {
        const now = instant(yield* Clock.currentTimeMillis)
        const seen = Effect.flatMap(identify(fingerprint), (caller) =>
          limiter.peek(windowName(caller, request.clientAddress), now))
        const inTime = Effect.timeoutTo(Effect.disconnect(seen), {
          duration: windowPatience,
          onSuccess: (window) => window,
          onTimeout: () => unknownWindow(limiter.rule),
        })
        const reply = Effect.catchAllCause(admit(match, nobody, { request, now, pathname, search }, unguarded), (cause) =>
          failed(cause, match.route.name))
        const [given, window] = yield* Effect.all([reply, inTime], { concurrency: 2 })
        return respond(given, window, request.method)
      })

    /** Both ask the storage in the same turn. */
    const readAs: AnswerAs = (presumed, asked) =>
      Effect.gen(function*() {
        const identifying = yield* Effect.fork(identify(asked.fingerprint))
        const response = yield* answerTo(asked, Either.right(presumed))
        // Joining would bring its references along, which cost more than its answer.
        return { response, caller: yield* yield* Fiber.await(identifying) }
      })

    /** What is carried out has seen the key hold in its own transaction; anything else is told once the key is looked up. */
    const writeAs: AnswerAs = (presumed, asked) =>
      Effect.suspend(() => {
        let isHeld = false
        const guarded: Guard = (command) => withKey(command, presumed, (held) => (isHeld = held))
        const caller = Either.right(presumed)
        return Effect.flatMap(answerTo(asked, caller, guarded), (response) =>
          isHeld
            ? Effect.succeed({ response, caller })
            : Effect.map(identify(asked.fingerprint), (found) => ({ response, caller: found })))
      })

    /** Whom nobody has met yet is looked up first. */
    const introduce = (asked: Asked): Effect.Effect<ApiResponse, never, Services> =>
      Effect.flatMap(identify(asked.fingerprint), (caller) => {
        presumptions.note(asked.fingerprint, caller)
        return answerTo(asked, caller)
      })

    const answer = (asked: Asked): Effect.Effect<ApiResponse, never, Services> => {
      const { fingerprint, match } = asked
      if (match?.route.access === "anybody") return answerAnybody(asked, match)
      const presumed = presumptions.of(fingerprint)
      if (presumed === undefined) return introduce(asked)
      const isRead = match === undefined || match.route.method === "GET"
      return Effect.flatMap((isRead ? readAs : writeAs)(presumed, asked), ({ caller, response }) =>
        Either.isRight(caller) ? Effect.succeed(response) : answerTo(asked, caller))
    }

    return {
      handle: (request) =>
        Effect.suspend(() => {
          const asked = askedBy(request, find)
          const answered = answer(asked).pipe(
            Effect.catchAllCause((cause) => {
              const window = unknownWindow(limiter.rule)
              return Effect.map(internal(cause, "none"), (told) => respond(told, window, request.method))
            }),
          )
          return observer.request(request, asked.match?.route, answered)
        }),
      refuse: (status, motivo, clientAddress) =>
        observer.refusal(Effect.gen(function*() {
          const now = instant(yield* Clock.currentTimeMillis)
          const window = yield* limiter.peek(windowName(nobody, clientAddress), now)
          return respond(errors.malformedReply(status, motivo), window, "GET")
        })),
    }
  })

const servicesOf = Context.pick(Storage, GroupCommit, PdfPrinter, Entropy, SecretBox)

/** A request and what its address says. */
interface Asked extends Pick<Incoming, "pathname" | "request" | "search"> {
  readonly match: Match<Route> | undefined
  /** Of the key that was sent; undefined without one. */
  readonly fingerprint: string | undefined
}

/** Answers on behalf of whom the key stood for before. Nothing is told before it is known whom it stands for now. */
type AnswerAs = (
  presumed: Principal,
  asked: Asked,
) => Effect.Effect<{ readonly response: ApiResponse; readonly caller: Identified }, never, Services>

type Find = (method: string, pathname: string) => Match<Route> | undefined

const askedBy = (request: ApiRequest, find: Find): Asked => {
  const { headers, method, url } = request
  const cut = url.indexOf("?")
  const pathname = cut === -1 ? url : url.slice(0, cut)
  const search = cut === -1 ? "" : url.slice(cut + 1)
  return { request, pathname, search, match: find(method, pathname), fingerprint: sentFingerprint(headers["authorization"]) }
}

/** The routes of the contract, found by method and path. */
const makeFind = (settings: HttpSettings, rateLimit: RateLimit): Find => {
  const publicUrl = settings.publicUrl?.replace(/\/+$/, "") ?? null
  const origin = ({ request }: Incoming): string => publicUrl ?? request.origin
  const describe = makeDescriptions()
  const routes = makeRoutes({
    addressOf: (incoming, path) => `${origin(incoming)}${basePath}${path}`,
    lists: makeLists(makeCursors(settings.secret, settings.earlierSecrets), origin),
    issueTerms: { software: settings.software, qrHost: settings.qrHost, hash: settings.hash },
    rateLimit,
    webhookAllow: settings.webhookAllow ?? nothingAllowed,
    openApi: ({ request }, version) => describe(publicUrl ?? pathOf(request.origin), version),
    declaration: declaration(settings.software, settings.declarant ?? { address: null, place: null }, released),
    docsFiles: settings.docsFiles,
  })
  const router = makeRouter<Route>(Object.values(routes))
  return (method, pathname) => {
    const path = pathname === basePath ? "/" : pathname.slice(basePath.length)
    if (!pathname.startsWith(basePath) || !path.startsWith("/")) return undefined
    return router(method === "HEAD" ? "GET" : method, path)
  }
}

/** Where the interface is mounted, without the host: the document names the one that it came from. */
const pathOf = (origin: string): string => origin.replace(/^[^/]*\/\/[^/]*/, "")

/** What a request has to be before its route answers: known, with a key, with the scope, in this order. */
const admit = (
  match: Match<Route> | undefined,
  caller: Identified,
  incoming: Omit<Incoming, "parameters">,
  guarded: Guard,
): Effect.Effect<Reply<unknown>, errors.Failure, Services> => {
  if (match === undefined) return Effect.fail(errors.noRoute)
  const { parameters, route } = match
  if (route.access === "anybody") return route.answer({ parameters, ...incoming })
  if (Either.isLeft(caller)) return Effect.fail(caller.left)
  if (route.access !== "any key" && !hasScope(caller.right.scopes, route.access)) {
    return Effect.fail(missingScope(route.access))
  }
  return route.answer({ parameters, ...incoming }, caller.right, guarded)
}

/** What needs no key, such as `/salud`, is not to be held up by windows (decisions, section 1). */
const windowPatience = "3 seconds"

/** For the answer to a request whose window could not be looked at. */
const unknownWindow = ({ limit }: RateLimit): RateWindow => ({
  allowed: true,
  limit,
  remaining: limit,
  resetSeconds: 0,
  retryAfterSeconds: 0,
})
