import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Schema } from "effect"

/** Live keys register with the tax authority and send mail; test keys do neither (contract, section 5). */
export const KeyMode = Schema.Literal("live", "test")
export type KeyMode = typeof KeyMode.Type

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** 62^43 is just above 2^256, so 43 characters hold any 32 bytes. */
const bodyLength = 43

const form = /^svc_(?:live|test)_[0-9A-Za-z]{43}$/

/**
 * The text of a key: the prefix of its mode, then 32 random bytes written as one number in base 62, always 43 characters
 * (decisions, section 3). Throws a RangeError for any other number of bytes.
 */
export const keyText = (mode: KeyMode, bytes32: Uint8Array): string => {
  if (bytes32.length !== 32) throw new RangeError(`a key is made of 32 bytes, not ${bytes32.length}`)
  let rest = BigInt(`0x${bytesToHex(bytes32)}`)
  let body = ""
  while (body.length < bodyLength) {
    body = alphabet.charAt(Number(rest % 62n)) + body
    rest /= 62n
  }
  return `svc_${mode}_${body}`
}

/** Whether the text has the form of a key. Whether there is such a key is another question. */
export const isKeyText = (text: string): boolean => form.test(text)

/** All that is stored of a key: SHA-256 of its text, 64 lower-case hex digits. */
export const keyFingerprint = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))
