import { concatBytes } from "@noble/hashes/utils.js"
import { Effect, Either, Encoding, Layer, Redacted } from "effect"
import { Entropy } from "../../core/ports/Entropy.ts"
import { SealBroken, SecretBox } from "../../core/ports/SecretBox.ts"
import { deriveKey } from "../../core/signing/deriveKey.ts"

/** Stands before every seal, and is authenticated with it. */
const version = "v1."

/** 96 bits, the length that GCM is made for (NIST SP 800-38D). */
const nonceBytes = 12
const tagBytes = 16

const keyFrom = (secret: Uint8Array) =>
  Effect.promise(() => {
    const raw = Uint8Array.from(deriveKey(secret, "talonario webhook secrets"))
    return globalThis.crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"])
  })

const make = (secret: Uint8Array, earlier: ReadonlyArray<Uint8Array>) =>
  Effect.gen(function*() {
    const { bytes } = yield* Entropy
    const { subtle } = globalThis.crypto
    const key = yield* keyFrom(secret)
    const keys = [key, ...yield* Effect.forEach(earlier, keyFrom)]
    const additionalData = new TextEncoder().encode(version)
    const cipher = (nonce: Uint8Array) => ({ name: "AES-GCM", iv: Uint8Array.from(nonce), additionalData })

    return SecretBox.of({
      seal: (text) =>
        Effect.promise(async () => {
          const nonce = bytes(nonceBytes)
          const sealed = new Uint8Array(await subtle.encrypt(cipher(nonce), key, new TextEncoder().encode(text)))
          return version + Encoding.encodeBase64Url(concatBytes(nonce, sealed))
        }),
      open: (sealed) => {
        const whole = sealedBytes(sealed)
        if (whole === undefined) return new SealBroken()
        const { nonce, text } = whole
        return Effect.firstSuccessOf(keys.map((one) =>
          Effect.tryPromise({
            try: async () => utf8.decode(await subtle.decrypt(cipher(nonce), one, text)),
            catch: () => new SealBroken(),
          })
        ))
      },
    })
  })

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const sealedBytes = (sealed: string) => {
  if (!sealed.startsWith(version)) return undefined
  const encoded = sealed.slice(version.length)
  const bytes = Either.getOrUndefined(Encoding.decodeBase64Url(encoded))
  if (bytes === undefined || bytes.length < nonceBytes + tagBytes) return undefined
  // One spelling for each seal.
  if (Encoding.encodeBase64Url(bytes) !== encoded) return undefined
  return { nonce: bytes.subarray(0, nonceBytes), text: Uint8Array.from(bytes.subarray(nonceBytes)) }
}

/**
 * Seals with AES-256-GCM by the platform's Web Crypto (Node, browsers, Deno, Bun, workers), under a key derived from
 * the installation's secret, which has 32 bytes or more. What earlier secrets sealed it opens too.
 */
export const layer = (
  secret: Uint8Array,
  earlier: ReadonlyArray<Uint8Array> = [],
): Layer.Layer<SecretBox, never, Entropy> => Layer.effect(SecretBox, make(secret, earlier))

/** The secrets of an installation as settings hold them: the present one, and those that it has replaced. */
export interface HeldSecrets {
  readonly secret: Redacted.Redacted<Uint8Array>
  readonly earlierSecrets: ReadonlyArray<Redacted.Redacted<Uint8Array>>
}

/** Like `layer`, with secrets as settings hold them. */
export const layerOf = ({ earlierSecrets, secret }: HeldSecrets): Layer.Layer<SecretBox, never, Entropy> =>
  layer(Redacted.value(secret), earlierSecrets.map(Redacted.value))
