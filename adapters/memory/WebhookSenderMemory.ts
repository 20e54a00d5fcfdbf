import { Effect, Layer } from "effect"
import { type NoAnswer, type WebhookRequest, WebhookSender } from "../../core/ports/WebhookSender.ts"

/** Answers in place of a receiver. */
export type Receive = (request: WebhookRequest) => Effect.Effect<{ readonly codigo: number }, NoAnswer>

/** Requests handed to a function of the caller's, for tests and simulations. No address is judged. */
export const layer = (receive: Receive): Layer.Layer<WebhookSender> =>
  Layer.succeed(WebhookSender, WebhookSender.of({ send: receive }))

/** A receiver that answers 200 and puts what it got in a list of the caller's. */
export const keeping = (received: Array<WebhookRequest>): Receive => (request) =>
  Effect.sync(() => {
    received.push(request)
    return { codigo: 200 }
  })
