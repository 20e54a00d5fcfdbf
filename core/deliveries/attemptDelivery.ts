import { Cause, Clock, Effect } from "effect"
import { instant } from "../calendar/instant.ts"
import { NoAnswer, WebhookSender } from "../ports/WebhookSender.ts"
import type { SigningSecrets } from "../signing/webhookSecret.ts"
import type { Webhook } from "../webhooks/Webhook.ts"
import type { AttemptOutcome } from "./afterAttempt.ts"
import { nextAttempt, type StoredDelivery } from "./Delivery.ts"
import { deliveryHeaders } from "./deliveryHeaders.ts"

/** How long a receiver has to answer, the look-up of its name and the connection included (contract, section 6.4). */
export const attemptMillis = 10_000

/** Signs a delivery for this moment and sends it. Never fails: whatever goes wrong is an outcome. */
export const attemptDelivery = Effect.fnUntraced(function*(
  { modo_aviso, url }: Webhook,
  secrets: SigningSecrets,
  delivery: StoredDelivery,
): Effect.fn.Return<AttemptOutcome, never, WebhookSender> {
  const { send } = yield* WebhookSender
  const { cuerpo: body, id: envio, suceso } = delivery
  const intento = nextAttempt(delivery)
  const at = instant(yield* Clock.currentTimeMillis)
  const headers = deliveryHeaders({ envio, suceso, intento, modo_aviso, body, secrets, at })
  return yield* send({ url, headers, body }).pipe(
    // Inside of `catchAllDefect`: a sender that answers nothing has sent all the same, and an uncaught defect would have the
    // job send it again within seconds.
    Effect.map(({ codigo }): AttemptOutcome => ({ _tag: "Answered", intento, codigo })),
    Effect.timeoutFail({ duration: attemptMillis, onTimeout: () => new NoAnswer({ reason: tooSlow }) }),
    Effect.catchAllDefect((defect) =>
      Effect.zipRight(
        Effect.logError("a notice could not be sent", { delivery: envio }, Cause.die(defect)),
        new NoAnswer({ reason: "error interno al enviar" }),
      )
    ),
    Effect.catchTag("NoAnswer", ({ reason }) => Effect.succeed<AttemptOutcome>({ _tag: "NoAnswer", intento, error: reason })),
  )
})

const tooSlow = "no respondió en 10 segundos"
