import { Effect, Option } from "effect"
import type { KeyMode } from "../../../core/access/keyText.ts"
import type { OrganizationId } from "../../../core/organizations/Organization.ts"
import { Storage, type StorageUnavailable } from "../../../core/ports/Storage.ts"
import { type NotFound, notFound } from "../../../core/refusals/refusal.ts"

/** On whose behalf a call is made: what an access key stands for over HTTP. */
export interface Caller {
  readonly organizationId: OrganizationId
  /** `live` registers what it issues and sends mail; `test` does neither (contract, section 5). */
  readonly modo: KeyMode
}

/** Companies that were seen in a storage: none is ever removed. Transactions of the host's have storages of their own. */
const seen = new WeakMap<Storage["Type"], Set<string>>()

/** Refuses calls for a company that is not there: commands and queries count on it. */
export const companyExists = ({ organizationId }: Caller): Effect.Effect<void, NotFound | StorageUnavailable, Storage> =>
  Effect.flatMap(Storage, (storage) => {
    const known = seen.get(storage) ?? new Set()
    if (known.has(organizationId)) return Effect.void
    return Effect.flatMap(storage.find("organization", organizationId, organizationId), (found) => {
      if (Option.isNone(found)) return Effect.fail(notFound("la organización"))
      seen.set(storage, known.add(organizationId))
      return Effect.void
    })
  })
