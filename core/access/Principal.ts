import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { KeyMode } from "./keyText.ts"
import type { Scope } from "./scopes.ts"

/** On whose behalf a request acts: what its key stands for. */
export interface Principal {
  readonly organizationId: OrganizationId
  readonly accessKeyId: string
  readonly modo: KeyMode
  readonly scopes: ReadonlyArray<Scope>
}

/** No key, an unknown one or a revoked one. Answered as 401. */
export interface Unauthenticated {
  readonly _tag: "Unauthenticated"
}

/** The key lacks a scope. Answered as 403. */
export interface MissingScope {
  readonly _tag: "MissingScope"
  readonly scope: Scope
}

/** The one value of `Unauthenticated`. */
export const unauthenticated: Unauthenticated = { _tag: "Unauthenticated" }

/** A refusal that names the scope which the key lacks. */
export const missingScope = (scope: Scope): MissingScope => ({ _tag: "MissingScope", scope })
