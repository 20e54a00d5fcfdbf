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

/** Whether a key's use at this instant of the clock is worth noting; a last one that is to come was a wrong clock's. */
export const lastUseIsStale = ({ ultimo_uso }: AccessKey, clock: Instant): boolean =>
  ultimo_uso === null || Math.abs(clock - ultimo_uso) >= lastUseResolutionMillis

/** Notes that a key was used. */
export const recordKeyUse = (organizationId: OrganizationId, id: string): Command<void> => ({
  organizationId,
  reads: () => [key("accessKey", organizationId, id)],
  decide: (view, { clock }) => {
    const present = view.get("accessKey", organizationId, id)
    if (present === undefined || !lastUseIsStale(present, clock)) {
      return Either.right(unchanged(undefined))
    }
    const row = { ...present, ultimo_uso: clock }
    return Either.right({ result: undefined, rows: [{ table: "accessKey", row }], events: [] })
  },
})

const nameOf = ({ id, modo, nombre }: AccessKey): string =>
  `${nombre === null ? id : `«${nombre}»`} (${modo === "live" ? "real" : "prueba"})`

const told = (accessKey: AccessKey, tipo: ActivityKind, mensaje: string, supply: Supply): TableRow<"activityEntry"> => {
  const { id: recurso_id, organizationId } = accessKey
  return activityEntry(supply, { organizationId, tipo, mensaje, recurso: "clave", recurso_id })
}
