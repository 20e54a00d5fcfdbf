import { type Brand, Either, Encoding } from "effect"

/**
 * The secret of a webhook: `whsec_` and the base64 of 32 random bytes (decisions, section 5). Only this module makes them.
 */
export type WebhookSecret = string & Brand.Brand<"WebhookSecret">

/** Secrets that sign together, newest first; at least one. */
export type SigningSecrets = readonly [WebhookSecret, ...Array<WebhookSecret>]

const prefix = "whsec_"
const secretBytes = 32

/** Makes the secret of 32 random bytes; throws a RangeError for any other number of bytes. */
export const makeWebhookSecret = (bytes32: Uint8Array): WebhookSecret => {
  const secret = parseWebhookSecret(prefix + Encoding.encodeBase64(bytes32))
  if (secret === undefined) throw new RangeError(`a secret is made of 32 bytes, not ${bytes32.length}`)
  return secret
}

/** The text as a secret of ours; undefined for any other text, even another spelling of the same bytes. */
export const parseWebhookSecret = (text: string): WebhookSecret | undefined =>
  isSecret(text) ? text : undefined

const isSecret = (text: string): text is WebhookSecret => secretKey(text)?.length === secretBytes

/**
 * The bytes that Standard Webhooks keys its signature with: what follows `whsec_`, decoded. Undefined unless these are 24 to
 * 64 bytes in canonical base64, as that specification demands. With an empty key anybody could sign.
 */
export const secretKey = (text: string): Uint8Array | undefined => {
  if (!text.startsWith(prefix)) return undefined
  const encoded = text.slice(prefix.length)
  const bytes = Either.getOrUndefined(Encoding.decodeBase64(encoded))
  if (bytes === undefined || bytes.length < 24 || bytes.length > 64) return undefined
  return Encoding.encodeBase64(bytes) === encoded ? bytes : undefined
}
