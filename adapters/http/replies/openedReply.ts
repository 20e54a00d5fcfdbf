import { Effect } from "effect"
import type { OnceReply } from "../../../core/idempotency/onceOnly.ts"
import type { SecretBox } from "../../../core/ports/SecretBox.ts"
import { openedSecret } from "../../../core/webhooks/openedSecrets.ts"
import { onceReply, type TextReply } from "./Reply.ts"

/** The kept answer as it goes out, its secret in clear. A seal that is not that of a webhook's secret is damage: 500. */
export const openedReply = (once: OnceReply): Effect.Effect<TextReply, never, SecretBox> => {
  const { body } = once.reply
  const [property, sealed] = sealedSecret.exec(body) ?? []
  if (property === undefined || sealed === undefined) return Effect.succeed(onceReply(once))
  return Effect.map(openedSecret(sealed), (secreto) => {
    const clear = body.replace(property, () => `"secreto":${JSON.stringify(secreto)}`)
    return onceReply({ ...once, reply: { ...once.reply, body: clear } })
  })
}

/** Quotes within texts are escaped in JSON: this finds the property alone. */
const sealedSecret = /"secreto":"([^"]+)"/
