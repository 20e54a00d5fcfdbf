import type { Instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"

/** The answer to a write, stored to be given again byte for byte. */
export interface StoredReply {
  readonly status: number
  /** Value of the Location header, null without one. */
  readonly location: string | null
  readonly body: string
}

/** What was answered under an Idempotency-Key of one access key (decisions, section 1, "Idempotency"). */
export interface IdempotencyRecord {
  readonly organizationId: OrganizationId
  /** Made by `idempotencyId`. */
  readonly id: string
  /** SHA-256 of the request's method, path and body. */
  readonly fingerprint: string
  readonly reply: StoredReply
  readonly creado: Instant
}

/** The id of the record for this value of the Idempotency-Key header, sent with this access key. */
export const idempotencyId = (accessKeyId: string, value: string): string => `${accessKeyId}:${value}`

/** Whether the text may be an Idempotency-Key: 1 to 255 printable ASCII characters (decisions, section 1). */
export const isIdempotencyKey = (value: string): boolean => /^[\x20-\x7E]{1,255}$/.test(value)

/** The Spanish reason against a text that may not. */
export const idempotencyKeyIssue = "debe tener de 1 a 255 caracteres ASCII imprimibles"
