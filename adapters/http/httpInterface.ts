import { Context, Effect } from "effect"
import { GroupCommit } from "../../core/commit/GroupCommit.ts"
import { Entropy } from "../../core/ports/Entropy.ts"
import { PdfPrinter } from "../../core/ports/PdfPrinter.ts"
import { RateLimiter } from "../../core/ports/RateLimiter.ts"
import { SecretBox } from "../../core/ports/SecretBox.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { softwareProblem } from "../../core/registry/software.ts"
import type { ApiRequest, ApiResponse } from "./ApiRequest.ts"
import type { HttpSettings } from "./HttpSettings.ts"
import { makeAnswering } from "./pipeline/answering.ts"
import { askedOf } from "./pipeline/Asked.ts"
import { makeObserver } from "./pipeline/observedRequests.ts"
import { presuming } from "./pipeline/presumptions.ts"
import type { Services } from "./routing/Route.ts"

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
): Effect.Effect<HttpInterface, never, Services | RateLimiter> =>
  Effect.gen(function*() {
    const { handle, refuse } = yield* makeServedInterface(settings)
    // Not the whole context, which may hold the span that this happens in.
    const services = servicesOf(yield* Effect.context<Services>())
    return { handle: (request) => Effect.provide(handle(request), services), refuse }
  })

const servicesOf = Context.pick(Storage, GroupCommit, PdfPrinter, Entropy, SecretBox)

/**
 * The same for a server that runs all requests in a runtime with these services: to provide them to each request anew
 * makes up a third of the steps that its fiber takes.
 */
export const makeServedInterface = (
  settings: HttpSettings,
): Effect.Effect<HttpInterface<Services>, never, RateLimiter> =>
  Effect.gen(function*() {
    const problem = softwareProblem(settings.software)
    if (problem !== undefined) return yield* Effect.dieMessage(problem)
    const { rule } = yield* RateLimiter
    const askedBy = askedOf(settings, rule)
    const answering = yield* makeAnswering
    const answerKey = presuming(answering)
    const observer = yield* makeObserver
    return {
      handle: (request) =>
        Effect.suspend(() => {
          const asked = askedBy(request)
          const { match } = asked
          const answer = match?.route.access === "anybody" ? answering.anybody(asked, match) : answerKey(asked)
          const answered = Effect.catchAllCause(answer, (cause) => answering.broken(cause, asked))
          return observer.request(request, match?.route, answered)
        }),
      refuse: (status, motivo, clientAddress) => observer.refusal(answering.refuse(status, motivo, clientAddress)),
    }
  })
