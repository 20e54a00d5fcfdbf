import { Effect, Option, Schema } from "effect"
import { isoInstant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { Storage, type StorageUnavailable } from "../ports/Storage.ts"

/** The last verification as the contract shows it. Before the first one all is null and `registros` is 0. */
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

/** The result of the last verification of a company's registry. */
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
