import { Clock, Effect, Option } from "effect"
import { instant } from "../calendar/instant.ts"
import { type SealBroken, SecretBox } from "../ports/SecretBox.ts"
import { parseWebhookSecret, type SigningSecrets, type WebhookSecret } from "../signing/webhookSecret.ts"
import { signingSecrets } from "./secretRotation.ts"
import type { Webhook } from "./Webhook.ts"

/** The secret of a webhook in clear, of the seal that is kept, to be shown to its company. Dies for a broken seal. */
export const openedSecret = (sealed: string): Effect.Effect<WebhookSecret, never, SecretBox> => Effect.orDie(opened(sealed))

/**
 * The secrets that sign deliveries now, newest first. An older one that cannot be unsealed, since the sealing key was changed
 * after a rotation, is left out; fails only where the newest cannot be unsealed.
 */
export const openedSigningSecrets = Effect.fnUntraced(function*(
  webhook: Webhook,
): Effect.fn.Return<SigningSecrets, SealBroken, SecretBox> {
  const [newest, ...before] = signingSecrets(webhook, instant(yield* Clock.currentTimeMillis))
  const readable = yield* Effect.forEach(before, (sealed) => Effect.option(opened(sealed)))
  return [yield* opened(newest), ...readable.flatMap(Option.toArray)]
})

/**
 * Dies for a seal over anything else than the secret of a webhook: whoever can write the database could otherwise put another
 * seal there, such as that of a certificate, and have it shown.
 */
const opened = Effect.fnUntraced(function*(sealed: string): Effect.fn.Return<WebhookSecret, SealBroken, SecretBox> {
  const { open } = yield* SecretBox
  const secret = parseWebhookSecret(yield* open(sealed))
  return secret === undefined ? yield* Effect.dieMessage("a kept seal is not that of a webhook's secret") : secret
})
