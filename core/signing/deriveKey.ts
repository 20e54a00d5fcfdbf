import { hkdf } from "@noble/hashes/hkdf.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"

/**
 * A key for one purpose out of the installation's secret (TALONARIO_SECRET): HKDF-SHA256 without salt, the
 * purpose as its info. Keys of different purposes tell nothing of each other or of the secret.
 * Throws a RangeError for a secret below 32 bytes: configuration has refused it before.
 */
export const deriveKey = (secret: Uint8Array, purpose: string): Uint8Array => {
  if (secret.length < 32) throw new RangeError(`a secret has 32 bytes or more, not ${secret.length}`)
  return hkdf(sha256, secret, undefined, utf8ToBytes(purpose), 32)
}
