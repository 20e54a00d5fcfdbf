import { Either } from "effect"
import { invalidField, type InvalidInput } from "../refusals/refusal.ts"
import type { CursorContext, Cursors } from "./cursor.ts"
import type { ListOrder } from "./listOrder.ts"
import { defaultLimit, type ListRequest } from "./listPage.ts"

/** What the parameters of every list say. */
export interface ListParameters {
  readonly limite?: number | undefined
  readonly orden?: ListOrder | undefined
  /** A cursor; opaque. */
  readonly desde?: string | undefined
}

/** What is wrong with a `desde` that was not signed for the list. */
export const foreignCursor = "no es un cursor de esta lista"

/** What a list is asked for; a cursor that is not of this list and order is refused as `desde` (contract, section 4.1). */
export const askedPage = (
  cursors: Cursors,
  context: CursorContext,
  { desde, limite = defaultLimit, orden = "reciente" }: ListParameters,
): Either.Either<ListRequest, InvalidInput> => {
  if (desde === undefined) return Either.right({ orden, limite, after: null })
  const read = cursors.read(desde, context)
  if (Either.isLeft(read)) return Either.left(invalidField("desde", foreignCursor))
  if (read.right.orden !== orden) return Either.left(invalidField("desde", "es un cursor de otro orden"))
  return Either.right({ orden, limite, after: read.right.position })
}
