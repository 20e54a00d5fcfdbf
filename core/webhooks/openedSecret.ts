import { Effect } from "effect"
import { SecretBox } from "../ports/SecretBox.ts"
import { parseWebhookSecret, type WebhookSecret } from "../signing/webhookSecret.ts"

/**
 * The secret of a webhook in clear, of the seal that is kept, to be shown to its company. Dies for a seal that cannot be
 * opened, and for one over anything else than such a secret: whoever can write the database could otherwise put another
 * seal there, such as that of a certificate, and have it shown.
 */
export const openedSecret = Effect.fnUntraced(function*(
  sealed: string,
): Effect.fn.Return<WebhookSecret, never, SecretBox> {
  const { open } = yield* SecretBox
  const secret = parseWebhookSecret(yield* Effect.orDie(open(sealed)))
  return secret === undefined ? yield* Effect.dieMessage("a kept seal is not that of a webhook's secret") : secret
})
