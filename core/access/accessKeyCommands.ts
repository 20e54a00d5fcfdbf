import { Either } from "effect"
import { activityEntry, type ActivityKind } from "../activity/ActivityEntry.ts"
import type { Instant } from "../calendar/instant.ts"
import { type Command, type Supply, unchanged } from "../commit/Command.ts"
import { key, type TableRow } from "../commit/tables.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { foundOrganization, organizationKey } from "../organizations/presentOrganization.ts"
import { notFound } from "../refusals/refusal.ts"
import type { AccessKey } from "./AccessKey.ts"
import { keyFingerprint, type KeyMode } from "./keyText.ts"
import type { Scope } from "./scopes.ts"

/** A key to be made. `clave` is its text, of which only the fingerprint is stored. */
export interface NewAccessKey {
  readonly clave: string
  readonly modo: KeyMode
  readonly scopes: ReadonlyArray<Scope>
  readonly nombre: string | null
}

/** Adds a key to a company, with an entry in the activity log. Refuses a company that does not exist. */
export const createAccessKey = (organizationId: OrganizationId, input: NewAccessKey): Command<AccessKey> => ({
  organizationId,
  reads: () => [organizationKey(organizationId)],
  decide: (view, supply) => {
    const organization = foundOrganization(view, organizationId)
    if (Either.isLeft(organization)) return Either.left(organization.left)
    const { clave, modo, nombre, scopes } = input
    const row: AccessKey = {
      organizationId,
      id: supply.id(),
      fingerprint: keyFingerprint(clave),
      modo,
      scopes,
      nombre: orNull(nombre),
      creada: supply.now,
      revocada: null,
      ultimo_uso: null,
    }
    const entry = entryOn(row, "key_created", `Se creó la clave de acceso ${nameOf(row)}.`, supply)
    return Either.right({ result: row, rows: [{ table: "accessKey", row }, entry], events: [] })
  },
})

/**
 * Revokes a key, with an entry in the activity log. It stops working at once on every node, as it is looked up for each
 * request. Revoking it again changes nothing; refuses an id that does not exist.
 */
export const revokeAccessKey = (organizationId: OrganizationId, id: string): Command<AccessKey> => ({
  organizationId,
  reads: () => [key("accessKey", organizationId, id)],
  decide: (view, supply) => {
    const present = view.get("accessKey", organizationId, id)
    if (present === undefined) return Either.left(notFound("la clave de acceso"))
    if (present.revocada !== null) return Either.right(unchanged(present))
    const row = { ...present, revocada: supply.now }
    const entry = entryOn(row, "key_revoked", `Se revocó la clave de acceso ${nameOf(row)}.`, supply)
    return Either.right({ result: row, rows: [{ table: "accessKey", row }, entry], events: [] })
  },
})

/** The last use of a key is written at most this often: otherwise every request would write. */
const lastUseResolutionMillis = 60 * 60 * 1000

/**
 * Whether the noted last use of a key is so long ago that a use now is to be written. One noted in the future comes from a
 * clock that was wrong, and is corrected too.
 */
export const lastUseIsStale = ({ ultimo_uso }: AccessKey, clock: Instant): boolean =>
  ultimo_uso === null || Math.abs(clock - ultimo_uso) >= lastUseResolutionMillis

/** Writes that a key is used now, unless that was written a short while ago or the key is gone. */
export const recordKeyUse = (organizationId: OrganizationId, id: string): Command<void> => ({
  organizationId,
  reads: () => [key("accessKey", organizationId, id)],
  decide: (view, { clock }) => {
    const present = view.get("accessKey", organizationId, id)
    if (present === undefined || !lastUseIsStale(present, clock)) return Either.right(unchanged(undefined))
    const row = { ...present, ultimo_uso: clock }
    return Either.right({ result: undefined, rows: [{ table: "accessKey", row }], events: [] })
  },
})

const nameOf = ({ id, modo, nombre }: AccessKey): string =>
  `${nombre === null ? id : `«${nombre}»`} (${modo === "live" ? "real" : "prueba"})`

const entryOn = (accessKey: AccessKey, tipo: ActivityKind, mensaje: string, supply: Supply): TableRow<"activityEntry"> => {
  const { id: recurso_id, organizationId } = accessKey
  return activityEntry(supply, { organizationId, tipo, mensaje, recurso: "clave", recurso_id })
}
