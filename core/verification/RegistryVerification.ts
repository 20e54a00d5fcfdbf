import { Clock, Effect, Either, Option, Schema } from "effect"
import { type Instant, instant, isoInstant } from "../calendar/instant.ts"
import type { Command } from "../commit/Command.ts"
import { GroupCommit } from "../commit/GroupCommit.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { Storage, type StorageUnavailable } from "../ports/Storage.ts"
import { type RegistryReport, verifyRegistry } from "./verifyRegistry.ts"

/** The last check of a company's registry. */
export interface RegistryVerification extends RegistryReport {
  readonly organizationId: OrganizationId
  /** Equal to `organizationId`. */
  readonly id: string
  readonly verificado: Instant
}

/** The last check as it is shown; all null, and no record counted, before the first. */
export const VerificationResource = Schema.Struct({
  verificado: Schema.NullOr(Schema.String),
  registros: Schema.Int,
  intacta: Schema.NullOr(Schema.Boolean),
  primer_error: Schema.NullOr(Schema.Struct({
    orden: Schema.Int,
    huella: Schema.String,
    factura_id: Schema.NullOr(Schema.String),
    clase: Schema.Literal("edited", "missing", "duplicated", "forked"),
    mensaje: Schema.String,
  })),
}).annotations({ identifier: "VerificacionDelRegistro" })
export type VerificationResource = typeof VerificationResource.Type

/** Checks a company's registry, and keeps what was found for those who ask later. */
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
  decide: () => Either.right({ result: undefined, rows: [{ table: "registryVerification", row }], events: [] }),
})

/** What the last check of a company's registry found. */
export const readVerification = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
): Effect.fn.Return<VerificationResource, StorageUnavailable, Storage> {
  const { find } = yield* Storage
  const last = yield* find("registryVerification", organizationId, organizationId)
  return Option.match(last, {
    onNone: () => ({ verificado: null, registros: 0, intacta: null, primer_error: null }),
    onSome: ({ primer_error, registros, verificado }) =>
      ({ verificado: isoInstant(verificado), registros, intacta: primer_error === null, primer_error }),
  })
})
