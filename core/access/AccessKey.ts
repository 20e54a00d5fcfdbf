import type { Instant } from "../calendar/instant.ts"
import { nameOrEmpty, optional } from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { KeyMode } from "./keyText.ts"
import type { Scope } from "./scopes.ts"

/** What its owner calls a key, for lists of keys and the activity log: one line; empty text means no name. */
export const AccessKeyName = optional(nameOrEmpty)

/** A key to one company's data. The key itself is shown once and never stored. */
export interface AccessKey {
  readonly organizationId: OrganizationId
  readonly id: string
  /** SHA-256 of the key's text, lower-case hex. */
  readonly fingerprint: string
  readonly modo: KeyMode
  readonly scopes: ReadonlyArray<Scope>
  readonly nombre: string | null
  readonly creada: Instant
  readonly revocada: Instant | null
  /** When it was last used, to the hour (`lastUseIsStale`); null before its first use. */
  readonly ultimo_uso: Instant | null
}
