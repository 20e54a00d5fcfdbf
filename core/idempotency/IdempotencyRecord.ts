import type { Instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"

/** The answer of a write as it was given, to be given again byte for byte. */
export interface StoredReply {
  readonly status: number
  /** Value of the Location header, null without one. */
  readonly location: string | null
  readonly body: string
}

/** What an Idempotency-Key stands for; belongs to one access key (decisions, "Idempotency"). */
export interface IdempotencyRecord {
  readonly organizationId: OrganizationId
  /** `idempotencyId(accessKeyId, key)`. */
  readonly id: string
  /** SHA-256 of method, path and body. */
  readonly fingerprint: string
  readonly reply: StoredReply
  readonly creado: Instant
}

/** The id of the record of one key value under one access key. */
export const idempotencyId = (accessKeyId: string, value: string): string => `${accessKeyId}:${value}`

/** What a key may be: 1 to 255 printable ASCII characters (decisions, section 1). */
export const isIdempotencyKey = (value: string): boolean => /^[\x20-\x7E]{1,255}$/.test(value)

/** Why another key is refused. */
export const idempotencyKeyIssue = "debe tener de 1 a 255 caracteres ASCII imprimibles"
