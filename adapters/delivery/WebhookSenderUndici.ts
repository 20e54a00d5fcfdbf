import { Effect, Exit, Layer } from "effect"
import { createSecureContext } from "node:tls"
import { NoAnswer, type WebhookRequest, WebhookSender } from "../../core/ports/WebhookSender.ts"
import type { WebhookAllow } from "../../core/webhooks/webhookAllow.ts"
import { type AnswerBroken, cappedAnswer } from "./cappedAnswer.ts"
import { type Connection, emptyConnection, endConnection, isOpen } from "./Connection.ts"
import { guardedLookup } from "./guardedLookup.ts"
import { keptConnections } from "./keptConnections.ts"
import { type Lookup, lookupUnder } from "./lookups.ts"
import { tooLate } from "./noAnswerReason.ts"
import { openConnection, waitMillis } from "./openConnection.ts"
import { webhookTarget, type WebhookTarget } from "./webhookTarget.ts"

/** How deliveries are sent. */
export interface WebhookSenderSettings {
  /** Receivers that are allowed although they are not public. */
  readonly allow: WebhookAllow
  /** Trusted authorities in PEM, in place of Node's own and NODE_EXTRA_CA_CERTS. */
  readonly ca?: string
  /** How names are resolved; as `lookupUnder` does, when absent. */
  readonly lookup?: Lookup
  /** How many unused connections are kept in all; 256, when absent. */
  readonly keptLimit?: number
}

/**
 * Sends webhooks over HTTP/1.1. A connection is made only to an address that may be connected to, and is kept for some
 * seconds for the next request to its origin; those that are kept are closed with the scope. How many requests run at a time
 * is up to the caller.
 */
export const layer = ({ allow, ca, keptLimit, lookup }: WebhookSenderSettings): Layer.Layer<WebhookSender> =>
  Layer.scoped(
    WebhookSender,
    Effect.gen(function*() {
      const secureContext = createSecureContext(ca === undefined ? {} : { ca })
      const addressesOf = guardedLookup(allow, lookup ?? lookupUnder(allow))
      const kept = yield* Effect.acquireRelease(
        Effect.sync(() => keptConnections(keptLimit ?? 256)),
        (connections) => Effect.sync(connections.close),
      )

      const open = (connection: Connection) =>
        addressesOf(connection.target).pipe(
          Effect.flatMap((addresses) => openConnection(connection, addresses, { allow, secureContext })),
          Effect.timeoutFail({ duration: waitMillis, onTimeout: () => new NoAnswer({ reason: tooLate }) }),
        )
      const sendOver = (request: WebhookRequest, { path }: WebhookTarget, take: () => Connection) =>
        Effect.acquireUseRelease(
          Effect.sync(take),
          (one) => Effect.zipRight(isOpen(one) ? Effect.void : open(one), cappedAnswer(one, path, request)),
          (one, exit) => Effect.sync(() => (Exit.isSuccess(exit) ? kept.keep(one) : endConnection(one))),
        )
      return WebhookSender.of({
        send: (request) =>
          Effect.flatMap(webhookTarget(request.url, allow), (target) =>
            sendOver(request, target, () => kept.take(target.origin) ?? emptyConnection(target)).pipe(
              Effect.catchIf(closedWhileKept, () => sendOver(request, target, () => emptyConnection(target))),
              Effect.catchTag("AnswerBroken", ({ reason }) => new NoAnswer({ reason })),
            )),
      })
    }),
  )

/**
 * Whether a kept connection was closed by the server just as we sent a request over it. The request may be sent again, once
 * and over a new connection: should it have arrived, the receiver sees the same delivery twice.
 */
const closedWhileKept = (failure: AnswerBroken | NoAnswer): boolean =>
  failure._tag === "AnswerBroken" && failure.closedWhileKept
