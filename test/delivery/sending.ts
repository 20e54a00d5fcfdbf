import { assert } from "@effect/vitest"
import { Context, Effect, Layer, type Scope } from "effect"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import type { Lookup } from "../../adapters/delivery/lookups.ts"
import { layer, type WebhookSenderSettings } from "../../adapters/delivery/WebhookSenderUndici.ts"
import { type NoAnswer, type WebhookRequest, WebhookSender } from "../../core/ports/WebhookSender.ts"
import { parseWebhookAllow, type WebhookAllow } from "../../core/webhooks/webhookAllow.ts"
import { authority } from "./receiver.ts"

/** What a text in the form of TALONARIO_WEBHOOK_ALLOW allows. */
export const allowing = (text: string): WebhookAllow => parseWebhookAllow(text) ?? assert.fail(text)

/** Resolves every name to loopback. */
const toLoopback: Lookup = async () => ["127.0.0.1"]

/** Allows loopback, where every name leads, and trusts no authority of the tests. */
export const trustingNobody: WebhookSenderSettings = { allow: allowing("127.0.0.1"), lookup: toLoopback }

/** A sender until the scope closes, which trusts the tests' authority. */
export const sender = (
  changes: Partial<WebhookSenderSettings> = {},
  settings: WebhookSenderSettings = { ...trustingNobody, ca: authority.ca },
): Effect.Effect<WebhookSender["Type"], never, Scope.Scope> =>
  Effect.map(Layer.build(layer({ ...settings, ...changes })), (context) => Context.get(context, WebhookSender))

/** A request as a worker would hand it to a sender. */
export const notice = (url: string, body = "{\"suceso\":\"webhook.test\"}"): WebhookRequest =>
  ({ url, headers: { "content-type": "application/json", "x-svc-envio": "0193" }, body })

/** Why no answer came. */
export const reasonOf = (send: Effect.Effect<{ readonly codigo: number }, NoAnswer>): Effect.Effect<string> =>
  send.pipe(
    Effect.flatMap(({ codigo }) => Effect.dieMessage(`answered ${codigo}`)),
    Effect.catchAll(({ reason }) => Effect.succeed(reason)),
  )

/** Counts the connections that this process opens during `use`. */
export const countingConnections = <A, E, R>(
  use: (begun: () => number) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> => {
  let begun = 0
  const note = (): void => void begun++
  return Effect.acquireUseRelease(
    Effect.sync(() => subscribe("net.client.socket", note)),
    () => use(() => begun),
    () => Effect.sync(() => void unsubscribe("net.client.socket", note)),
  )
}
