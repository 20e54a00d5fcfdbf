import { Either, Encoding } from "effect"
import type { Instant } from "../calendar/instant.ts"
import {
  anyMatches,
  macOf,
  type RawBody,
  readSignedAt,
  type SignatureProblem,
  unixSeconds,
} from "./signedMessage.ts"
import { secretKey, type SigningSecrets } from "./webhookSecret.ts"

/** The headers of the Standard Webhooks specification (standardwebhooks.com). */
export interface StandardHeaders {
  readonly "webhook-id": string
  /** Unix seconds. */
  readonly "webhook-timestamp": string
  /** One `v1,<base64>` for each secret, newest first, a space between them. */
  readonly "webhook-signature": string
}

/**
 * The three Standard Webhooks headers of a message: HMAC-SHA256 of `<id>.<seconds>.<body>`, keyed with the
 * decoded bytes of the secret. An id must not be empty, nor contain a dot, which separates it from the time.
 */
export const standardHeaders = (message: {
  readonly id: string
  readonly at: Instant
  readonly body: RawBody
  readonly secrets: SigningSecrets
}): StandardHeaders => {
  const seconds = String(unixSeconds(message.at))
  return {
    "webhook-id": message.id,
    "webhook-timestamp": seconds,
    "webhook-signature": signaturesOf({ ...message, seconds }).join(" "),
  }
}

/**
 * For receivers: checks the three headers against the raw body and returns when it was signed. One correct v1 is enough;
 * other versions are ignored. A text that is no `whsec_` secret matches nothing.
 */
export const verifyStandardWebhook = (received: {
  /** Values of the headers; null or undefined when not sent. */
  readonly headers: { readonly [name in keyof StandardHeaders]?: string | null | undefined }
  readonly body: RawBody
  /** More than one while the receiver changes its secret. */
  readonly secrets: ReadonlyArray<string>
  readonly now: Instant
}): Either.Either<Instant, SignatureProblem> => {
  const { body, headers, now, secrets } = received
  const { "webhook-id": id, "webhook-signature": signatures, "webhook-timestamp": seconds } = headers
  if (!isText(id) || !isText(seconds) || !isText(signatures) || !idForm.test(id)) {
    return Either.left("malformed")
  }
  const given = signatures.split(" ").filter((each) => each.startsWith(version))
  if (given.length === 0) return Either.left("malformed")
  const signedAt = readSignedAt(seconds, now)
  if (Either.isLeft(signedAt)) return signedAt
  const expected = signaturesOf({ id, seconds, body, secrets })
  return anyMatches(given, expected) ? signedAt : Either.left("wrong_signature")
}

const version = "v1,"

const idForm = /^[^.]+$/

/** The values come from outside: callers without types may pass lists or numbers. */
const isText = (value: unknown): value is string => typeof value === "string"

const signaturesOf = ({ body, id, seconds, secrets }: {
  readonly id: string
  readonly seconds: string
  readonly body: RawBody
  readonly secrets: ReadonlyArray<string>
}): ReadonlyArray<string> =>
  secrets.flatMap((secret) => {
    const key = secretKey(secret)
    return key === undefined ? [] : [version + Encoding.encodeBase64(macOf(key, `${id}.${seconds}.`, body))]
  })
