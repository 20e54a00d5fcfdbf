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

/** What a new key may do. `clave` is the key itself: it is fingerprinted here and kept nowhere. */
export interface NewAccessKey {
  readonly clave: string
  readonly modo: KeyMode
  readonly scopes: ReadonlyArray<Scope>
  readonly nombre: string | null
}

/** Adds a key to a company; an entry of the activity log tells of it. Refuses a company that is not there. */
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
    const entry = told(row, "key_created", `Se creó la clave de acceso ${nameOf(row)}.`, supply)
    return Either.right({ result: row, rows: [{ table: "accessKey", row }, entry], events: [] })
  },
})

/** Makes a key useless at once, on every node. Revoking it again changes nothing. */
export const revokeAccessKey = (organizationId: OrganizationId, id: string): Command<AccessKey> => ({
  organizationId,
  reads: () => [key("accessKey", organizationId, id)],
  decide: (view, supply) => {
    const present = view.get("accessKey", organizationId, id)
    if (present === undefined) return Either.left(notFound("la clave de acceso"))
    if (present.revocada !== null) return Either.right(unchanged(present))
    const row = { ...present, revocada: supply.now }
    const entry = told(row, "key_revoked", `Se revocó la clave de acceso ${nameOf(row)}.`, supply)
    return Either.right({ result: row, rows: [{ table: "accessKey", row }, entry], events: [] })
  },
})

/** How exactly the last use of a key is known: it is written at most this often. */
const lastUseResolutionMillis = 60 * 60 * 1000

/** True when the use of a key at this instant is worth writing down. */
export const lastUseIsStale = (accessKey: AccessKey, now: Instant): boolean =>
  accessKey.ultimo_uso === null || accessKey.ultimo_uso + lastUseResolutionMillis <= now

/** Notes that a key was used. */
export const recordKeyUse = (organizationId: OrganizationId, id: string): Command<void> => ({
  organizationId,
  reads: () => [key("accessKey", organizationId, id)],
  decide: (view, { now }) => {
    const present = view.get("accessKey", organizationId, id)
    if (present === undefined || !lastUseIsStale(present, now)) {
      return Either.right(unchanged(undefined))
    }
    const row = { ...present, ultimo_uso: now }
    return Either.right({ result: undefined, rows: [{ table: "accessKey", row }], events: [] })
  },
})

const nameOf = ({ id, modo, nombre }: AccessKey): string =>
  `${nombre === null ? id : `«${nombre}»`} (${modo === "live" ? "real" : "prueba"})`

const told = (accessKey: AccessKey, tipo: ActivityKind, mensaje: string, supply: Supply): TableRow<"activityEntry"> => {
  const { id: recurso_id, organizationId } = accessKey
  return activityEntry(supply, { organizationId, tipo, mensaje, recurso: "clave", recurso_id })
}
