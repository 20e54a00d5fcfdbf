import { Cause, Clock, Effect, Either, Random } from "effect"
import { missingScope } from "../../../core/access/Principal.ts"
import { hasScope } from "../../../core/access/scopes.ts"
import { type Instant, instant } from "../../../core/calendar/instant.ts"
import { RateLimiter, type RateWindow, uncountedWindow } from "../../../core/ports/RateLimiter.ts"
import type { ApiResponse } from "../ApiRequest.ts"
import * as errors from "../replies/errorReply.ts"
import type { Reply } from "../replies/Reply.ts"
import { respond } from "../replies/respond.ts"
import type { Incoming } from "../routing/Call.ts"
import { type Guard, unguarded } from "../routing/carryOut.ts"
import type { Route, Services } from "../routing/Route.ts"
import type { Match } from "../routing/router.ts"
import type { Asked } from "./Asked.ts"
import { type Identified, identify, isUnanswered, nobody, windowName } from "./identify.ts"

type Answer<R = Services> = Effect.Effect<ApiResponse, never, R>

/**
 * Answers requests whose caller has been identified, each within the caller's rate limit. Whatever goes wrong becomes an
 * answer too.
 */
export interface Answering {
  /** On behalf of a caller, or of nobody. */
  readonly to: (asked: Asked, caller: Identified, guarded?: Guard) => Answer
  /**
   * Answers a route that needs no key: it is not counted. The headers tell how the caller's window stands, if the
   * storage says so in time.
   */
  readonly anybody: (asked: Asked, match: Match<Route>) => Answer
  /** Answers what never became a request, which is counted by its address. */
  readonly refuse: (status: number, motivo: string, clientAddress: string) => Answer<never>
  /** Answers a bug of ours. */
  readonly broken: (cause: Cause.Cause<never>, asked: Asked) => Answer<never>
}

/** Makes the answering of requests, within the rate limit of the limiter. */
export const makeAnswering: Effect.Effect<Answering, never, RateLimiter> = Effect.gen(function*() {
  const limiter = yield* RateLimiter

  const take = (caller: Identified, clientAddress: string, now: Instant): Effect.Effect<RateWindow> =>
    isUnanswered(caller)
      // Storage cannot say whose key it is. Counted by address, callers behind one address would use up each other's
      // window.
      ? Effect.succeed(uncountedWindow(limiter.rule))
      : limiter.take(windowName(caller, clientAddress), now)

  return {
    to: ({ match, pathname, request, search }, caller, guarded = unguarded) =>
      Effect.flatMap(Clock.currentTimeMillis, (millis) => {
        const { clientAddress, method } = request
        const now = instant(millis)
        return Effect.flatMap(take(caller, clientAddress, now), (window) => {
          const reply = window.allowed
            ? admit(match, caller, { request, now, pathname, search }, guarded)
            : Effect.fail(errors.tooManyRequests)
          return Effect.map(reply, (given) => respond(given, window, method)).pipe(
            Effect.catchAllCause((cause) =>
              Effect.map(failed(cause, match?.route.name ?? "none", caller), (told) => respond(told, window, method))
            ),
          )
        })
      }),
    anybody: Effect.fnUntraced(function*({ fingerprint, pathname, request, search }, match) {
      const now = instant(yield* Clock.currentTimeMillis)
      const seen = Effect.flatMap(identify(fingerprint), (caller) =>
        limiter.peek(windowName(caller, request.clientAddress), now))
      const told = Effect.catchAllCause(seen, (cause) =>
        Effect.as(Effect.logError("how a caller's window stands could not be told", cause), uncountedWindow(limiter.rule)))
      const inTime = Effect.timeoutTo(Effect.disconnect(told), {
        duration: windowPatience,
        onSuccess: (window) => window,
        onTimeout: () => uncountedWindow(limiter.rule),
      })
      const reply = Effect.catchAllCause(admit(match, nobody, { request, now, pathname, search }, unguarded), (cause) =>
        failed(cause, match.route.name, nobody))
      const [given, window] = yield* Effect.all([reply, inTime], { concurrency: 2 })
      return respond(given, window, request.method)
    }),
    refuse: Effect.fnUntraced(function*(status, motivo, clientAddress) {
      const now = instant(yield* Clock.currentTimeMillis)
      const window = yield* take(nobody, clientAddress, now)
      const reply = window.allowed ? errors.malformedReply(status, motivo) : errors.toldReply(errors.tooManyRequests)
      return respond(reply, window, "GET")
    }),
    broken: (cause, { request }) =>
      Effect.map(internal(cause, "none", nobody), (told) => respond(told, uncountedWindow(limiter.rule), request.method)),
  }
})

/**
 * Logs why a request failed, under a reference that the answer tells. The reference is no secret, and is drawn without the
 * port Entropy, which may be what broke.
 */
const internal = Effect.fnUntraced(function*(cause: Cause.Cause<unknown>, endpoint: string, caller: Identified) {
  const referencia = (yield* Random.nextIntBetween(0, 0x1_0000_0000)).toString(16).padStart(8, "0")
  const whose = Either.isRight(caller) ? { organizationId: caller.right.organizationId } : {}
  yield* Effect.logError("request failed", { referencia, endpoint, ...whose }, cause)
  return errors.internalReply(referencia)
})

const failed = (
  cause: Cause.Cause<errors.Failure>,
  endpoint: string,
  caller: Identified,
): Effect.Effect<Reply<unknown>> => {
  const failure = Cause.failureOrCause(cause)
  return Either.isLeft(failure) && errors.isTold(failure.left)
    ? Effect.succeed(errors.toldReply(failure.left))
    : internal(cause, endpoint, caller)
}

/**
 * Lets a request through to its route, or refuses it: 404 for an unknown route, then 401 without a valid key, then 403
 * without the scope.
 */
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

/** How long a route that needs no key, such as `/salud`, waits to be told how the window stands (decisions, section 5). */
const windowPatience = "3 seconds"
