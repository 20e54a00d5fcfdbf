import { Schema } from "effect"
import { isoInstant, isoInstantOrNull } from "../calendar/instant.ts"
import type { AccessKey } from "./AccessKey.ts"
import { KeyMode } from "./keyText.ts"
import { Scope } from "./scopes.ts"

/** A key as its owner sees it, without its fingerprint (its text is stored nowhere). */
export const AccessKeyResource = Schema.Struct({
  id: Schema.String,
  empresa_id: Schema.String,
  nombre: Schema.NullOr(Schema.String),
  modo: KeyMode,
  scopes: Schema.Array(Scope),
  creada: Schema.String,
  revocada: Schema.NullOr(Schema.String),
  ultimo_uso: Schema.NullOr(Schema.String),
}).annotations({ identifier: "ClaveDeAcceso" })
export type AccessKeyResource = typeof AccessKeyResource.Type

/** Writes the key as its owner sees it. */
export const accessKeyResource = (key: AccessKey): AccessKeyResource => ({
  id: key.id,
  empresa_id: key.organizationId,
  nombre: key.nombre,
  modo: key.modo,
  scopes: key.scopes,
  creada: isoInstant(key.creada),
  revocada: isoInstantOrNull(key.revocada),
  ultimo_uso: isoInstantOrNull(key.ultimo_uso),
})
