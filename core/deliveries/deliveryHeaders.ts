import type { Instant } from "../calendar/instant.ts"
import type { RawBody } from "../signing/signedMessage.ts"
import { standardHeaders } from "../signing/standardWebhooks.ts"
import type { SigningSecrets } from "../signing/webhookSecret.ts"
import { firma, webhookSignature } from "../signing/webhookSignature.ts"
import type { NoticeMode } from "../webhooks/Webhook.ts"

/** An attempt, as its headers state it. */
export interface SignedAttempt {
  /** Id of the delivery. */
  readonly envio: string
  readonly suceso: string
  /** Number of the attempt, from 1. */
  readonly intento: number
  readonly modo_aviso: NoticeMode
  /** The body exactly as it is sent. */
  readonly body: RawBody
  /** The secrets that sign now, newest first. */
  readonly secrets: SigningSecrets
  /** The time of this attempt, which is signed too. */
  readonly at: Instant
}

/**
 * All headers of an attempt, their names in lower case: the contract's (section 6.2) and the three of Standard Webhooks.
 * `x-svc-token` carries the newest secret, in mode token only.
 */
export const deliveryHeaders = (attempt: SignedAttempt): Readonly<Record<string, string>> => ({
  "content-type": "application/json",
  "x-svc-suceso": attempt.suceso,
  "x-svc-envio": attempt.envio,
  "x-svc-intento": String(attempt.intento),
  [firma.cabecera]: webhookSignature(attempt),
  ...(attempt.modo_aviso === "token" ? { "x-svc-token": attempt.secrets[0] } : {}),
  ...standardHeaders({ ...attempt, id: attempt.envio }),
})
