import { Schema } from "effect"
import { defaultLimit } from "../../../core/pagination/listPage.ts"

/** The envelope of every list (contract, section 2.10), under a name for the document. */
export const listOf = <A, I>(identifier: string, item: Schema.Schema<A, I>) =>
  Schema.Struct({
    datos: Schema.Array(item),
    total: Schema.Int.annotations({ description: "Cuenta exacta con los filtros aplicados.", examples: [1] }),
    limite: Schema.Int.annotations({ description: "Máximo de elementos de esta página.", examples: [defaultLimit] }),
    siguiente: Schema.NullOr(Schema.String).annotations({
      description: "Dirección completa de la página siguiente; null cuando no queda nada.",
    }),
  }).annotations({ identifier })

/** A page as the contract shows it. */
export interface ListResource<A> {
  readonly datos: ReadonlyArray<A>
  readonly total: number
  readonly limite: number
  readonly siguiente: string | null
}
