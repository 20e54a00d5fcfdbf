import { Effect } from "effect"
import { Entropy } from "../ports/Entropy.ts"
import { SecretBox } from "../ports/SecretBox.ts"
import { makeWebhookSecret } from "../signing/webhookSecret.ts"

/** A new secret for a webhook, sealed: commands and tables never see it in clear. */
export const freshSealedSecret: Effect.Effect<string, never, Entropy | SecretBox> = Effect.gen(function*() {
  const { bytes } = yield* Entropy
  const { seal } = yield* SecretBox
  return yield* seal(makeWebhookSecret(bytes(32)))
})
