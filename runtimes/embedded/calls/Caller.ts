import { Effect, Option, Schema } from "effect"
import { KeyMode } from "../../../core/access/keyText.ts"
import { type OrganizationId, organizationId } from "../../../core/identifiers/organizationId.ts"
import { Storage, type StorageUnavailable } from "../../../core/ports/Storage.ts"
import { type NotFound, notFound } from "../../../core/refusals/refusal.ts"

/** On whose behalf a call is made: what an access key stands for over HTTP. */
export interface Caller {
  readonly organizationId: OrganizationId
  /** `live` registers what it issues and sends mail; `test` does neither (contract, section 5). */
  readonly modo: KeyMode
}

/**
 * On behalf of this company. Throws for a mode that is none: a host without types may say anything, and what is not live would
 * be registered nowhere, without a word.
 */
export const callerOf = (id: string, modo: KeyMode): Caller => {
  if (!isKeyMode(modo)) throw new TypeError(`company: "live" or "test", not ${String(modo)}`)
  return { organizationId: organizationId(id), modo }
}

const isKeyMode = Schema.is(KeyMode)

/** Companies that were seen in a storage: none is ever removed. */
const seen = new WeakMap<Storage["Type"], Set<string>>()

/**
 * For the storage of a transaction of the host's, the one that it was joined to: what is committed there can be seen in
 * the transaction too.
 */
const committed = new WeakMap<Storage["Type"], Storage["Type"]>()

/** What was seen in `storage` need not be looked for in `joined`; not the other way round. */
export const takesPartIn = (joined: Storage["Type"], storage: Storage["Type"]): void => {
  committed.set(joined, storage)
}

/** Whether the storage is one that takes part in a transaction of the host's. */
export const isOfHost = (storage: Storage["Type"]): boolean => committed.has(storage)

/** Refuses calls for a company that is not there: commands and queries count on it. */
export const companyExists = (
  { organizationId }: Caller,
): Effect.Effect<void, NotFound | StorageUnavailable, Storage> =>
  Effect.flatMap(Storage, (storage) => {
    if (isKnown(storage, organizationId)) return Effect.void
    return Effect.flatMap(storage.find("organization", organizationId, organizationId), (found) => {
      if (Option.isNone(found)) return Effect.fail(notFound("la organización"))
      const known = seen.get(storage) ?? new Set()
      seen.set(storage, known.add(organizationId))
      return Effect.void
    })
  })

const isKnown = (storage: Storage["Type"], organizationId: OrganizationId): boolean => {
  const joined = committed.get(storage)
  return seen.get(storage)?.has(organizationId) === true || (joined !== undefined && isKnown(joined, organizationId))
}
