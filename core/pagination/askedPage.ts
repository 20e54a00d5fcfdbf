import { Either } from "effect"
import { type FieldIssue, invalidField, type InvalidInput } from "../refusals/refusal.ts"
import { type CursorContext, type Cursors, hasCursorForm } from "./cursor.ts"
import { isListOrder } from "./listOrder.ts"
import { defaultLimit, type ListRequest } from "./listPage.ts"
import { foreignCursor, type ListParameters } from "./listParameters.ts"

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

/** What is wrong with the cursor of a query that is refused anyway. Without an order that is one, only whose it is. */
export const cursorIssues = (
  cursors: Cursors,
  context: CursorContext,
  { desde, orden = "reciente" }: { readonly desde?: string; readonly orden?: string },
): ReadonlyArray<FieldIssue> => {
  // Another form was refused by the schema of the query.
  if (desde === undefined || !hasCursorForm(desde)) return []
  const read = cursors.read(desde, context)
  const asked = isListOrder(orden) ? orden : Either.getOrUndefined(read)?.orden
  const page = askedPage(cursors, context, { desde, orden: asked })
  return Either.isLeft(page) ? page.left.campos : []
}
