import { Clock, Effect, Either } from "effect"
import { type Instant, instant } from "../calendar/instant.ts"
import { type Command, unchanged } from "../commit/Command.ts"
import { GroupCommit } from "../commit/GroupCommit.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type RegistryReport, verifyRegistry } from "./verifyRegistry.ts"

/** The last check of a company's registry. */
export interface RegistryVerification extends RegistryReport {
  readonly organizationId: OrganizationId
  /** Equal to `organizationId`. */
  readonly id: string
  readonly verificado: Instant
}

/**
 * Checks a company's registry and stores the result for `readVerification`, unless that of a later check is there already.
 * `hash`: see `chainVerifier`.
 */
export const checkRegistry = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  hash?: (cadena: string) => string,
) {
  const { run } = yield* GroupCommit
  const verificado = instant(yield* Clock.currentTimeMillis)
  const report = yield* verifyRegistry(organizationId, hash)
  yield* run(noteVerification({ ...report, organizationId, id: organizationId, verificado }))
  return report
})

const noteVerification = (row: RegistryVerification): Command<void> => ({
  organizationId: row.organizationId,
  reads: () => [key("registryVerification", row.organizationId, row.id)],
  decide: (view, { clock }) => {
    const last = view.get("registryVerification", row.organizationId, row.id)?.verificado
    // One that lies ahead of the clock was made under a wrong clock, and is no later one.
    return Either.right(last !== undefined && last > row.verificado && last <= clock
      ? unchanged(undefined)
      : { result: undefined, rows: [{ table: "registryVerification", row }], events: [] })
  },
})
