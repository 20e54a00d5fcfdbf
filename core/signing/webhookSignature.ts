import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Either } from "effect"
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

/** The signature as a webhook describes it (contract, section 2.7; decisions, section 2, "Webhooks"). */
export const firma = {
  cabecera: "x-svc-firma",
  formato: "t=<unix>,v1=<hex>",
  se_firma: "<t>.<cuerpo>",
} as const

/**
 * The value of `x-svc-firma` (contract, section 6.3): `t=<unix seconds>,v1=<hex>`, with a v1 for each secret, newest first.
 * The key is the text of the secret, not decoded, so that Stripe's verifier accepts the signature (decisions, section 5).
 */
export const webhookSignature = (message: {
  readonly at: Instant
  readonly body: RawBody
  readonly secrets: SigningSecrets
}): string => {
  const t = String(unixSeconds(message.at))
  return [`t=${t}`, ...message.secrets.map((secret) => `v1=${v1(secret, t, message.body)}`)].join(",")
}

/**
 * For receivers: checks `x-svc-firma` against the raw body and returns when it was signed. There must be one t; one correct
 * v1 is enough; other schemes are ignored. A text that is no `whsec_` secret matches nothing.
 */
export const verifyWebhookSignature = (received: {
  /** Value of the header; null or undefined when it was not sent. */
  readonly header: string | null | undefined
  readonly body: RawBody
  /** More than one while the receiver changes its secret. */
  readonly secrets: ReadonlyArray<string>
  readonly now: Instant
}): Either.Either<Instant, SignatureProblem> => {
  const { signatures, times: [t, ...others] } = readHeader(received.header)
  if (t === undefined || others.length > 0 || signatures.length === 0) return Either.left("malformed")
  const signedAt = readSignedAt(t, received.now)
  if (Either.isLeft(signedAt)) return signedAt
  const secrets = received.secrets.filter((secret) => secretKey(secret) !== undefined)
  const expected = secrets.map((secret) => v1(secret, t, received.body))
  return anyMatches(signatures, expected) ? signedAt : Either.left("wrong_signature")
}

const v1 = (secret: string, t: string, body: RawBody): string =>
  bytesToHex(macOf(utf8ToBytes(secret), `${t}.`, body))

const readHeader = (header: unknown) => {
  const times: Array<string> = []
  const signatures: Array<string> = []
  for (const item of typeof header === "string" ? header.split(",") : []) {
    const text = item.trim()
    if (text.startsWith("t=")) times.push(text.slice(2))
    else if (text.startsWith("v1=")) signatures.push(text.slice(3))
  }
  return { times, signatures }
}
