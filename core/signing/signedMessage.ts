import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { Either } from "effect"
import { type Instant, instant } from "../calendar/instant.ts"
import { equalBytes } from "./constantTime.ts"

/** A request body exactly as it was sent or received, never parsed and written anew. A text stands for its UTF-8 bytes. */
export type RawBody = string | Uint8Array

/**
 * Why a receiver refuses a delivery: its headers are missing or malformed; its time is more than 300 s from now; no
 * signature is by one of the receiver's secrets.
 */
export type SignatureProblem = "malformed" | "expired" | "wrong_signature"

/** How far the time of a signature may be from the receiver's, either way (contract, sections 6.3 and 8). */
const toleranceSeconds = 300

/** Whole seconds since 1970, as signatures write the time. */
export const unixSeconds = (at: Instant): number => Math.floor(at / 1000)

/** HMAC-SHA256 of the head and the body, one after the other. */
export const macOf = (key: Uint8Array, head: string, body: RawBody): Uint8Array =>
  hmac.create(sha256, key)
    .update(utf8ToBytes(head))
    .update(typeof body === "string" ? utf8ToBytes(body) : body)
    .digest()

const secondsForm = /^\d{1,12}$/

/** The instant that a signature names in whole seconds, when it is near enough to now. */
export const readSignedAt = (
  seconds: string,
  now: Instant,
): Either.Either<Instant, Extract<SignatureProblem, "malformed" | "expired">> => {
  if (!secondsForm.test(seconds)) return Either.left("malformed")
  const near = Math.abs(unixSeconds(now) - Number(seconds)) <= toleranceSeconds
  return near ? Either.right(instant(Number(seconds) * 1000)) : Either.left("expired")
}

/** Whether any of the given texts is among the expected ones. The time it takes does not show how much of a text was right. */
export const anyMatches = (given: ReadonlyArray<string>, expected: ReadonlyArray<string>): boolean => {
  const wanted = expected.map((text) => utf8ToBytes(text))
  let found = false
  for (const text of given) {
    const bytes = utf8ToBytes(text)
    for (const each of wanted) found = equalBytes(bytes, each) || found
  }
  return found
}
