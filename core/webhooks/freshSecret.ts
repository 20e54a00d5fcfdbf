import { Effect } from "effect"
import { Entropy } from "../ports/Entropy.ts"
import { SecretBox } from "../ports/SecretBox.ts"
import { makeWebhookSecret } from "../signing/webhookSecret.ts"

/** Makes a new secret for a webhook and seals it: commands and tables never see it in clear. */
export const freshSealedSecret: Effect.Effect<string, never, Entropy | SecretBox> = Effect.gen(function*() {
  const { bytes } = yield* Entropy
  const { seal } = yield* SecretBox
  return yield* seal(makeWebhookSecret(bytes(32)))
})
