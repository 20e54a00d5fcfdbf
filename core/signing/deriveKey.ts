import { hkdf } from "@noble/hashes/hkdf.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"

/**
 * Derives a key for one purpose from the installation's secret (TALONARIO_SECRET): HKDF-SHA256 without salt, with the
 * purpose as info. A key reveals nothing about the secret, or about keys for other purposes. Throws a RangeError for a
 * secret below 32 bytes, which configuration refuses before.
 */
export const deriveKey = (secret: Uint8Array, purpose: string): Uint8Array => {
  if (secret.length < 32) throw new RangeError(`a secret has 32 bytes or more, not ${secret.length}`)
  return hkdf(sha256, secret, undefined, utf8ToBytes(purpose), 32)
}
