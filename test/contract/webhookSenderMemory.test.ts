import { Context, Effect, Layer } from "effect"
import { keeping, layer } from "../../adapters/memory/WebhookSenderMemory.ts"
import { NoAnswer, type WebhookRequest, WebhookSender } from "../../core/ports/WebhookSender.ts"
import { type Behaviour, webhookSenderContract } from "./webhookSenderContract.ts"

webhookSenderContract(
  "memory",
  Effect.gen(function*() {
    const received: Array<WebhookRequest> = []
    const keep = keeping(received)
    let behaviour: Behaviour = 200
    const context = yield* Layer.build(layer((request) =>
      Effect.flatMap(keep(request), () =>
        behaviour === "hangs"
          ? Effect.never
          : behaviour === "breaks"
          ? new NoAnswer({ reason: "el servidor cortó la conexión" })
          : Effect.succeed({ codigo: behaviour }))
    ))
    const behave = (next: Behaviour): void => {
      behaviour = next
    }
    return { sender: Context.get(context, WebhookSender), url: "https://ejemplo.es/avisos", received, behave }
  }),
)
