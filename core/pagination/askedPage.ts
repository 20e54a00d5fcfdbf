import { Either } from "effect"
import { type FieldIssue, invalidField, type InvalidInput } from "../refusals/refusal.ts"
import { type CursorContext, type Cursors, hasCursorForm } from "./cursor.ts"
import { isListOrder } from "./listOrder.ts"
import { defaultLimit, type ListRequest } from "./listPage.ts"
import { foreignCursor, type ListParameters } from "./listParameters.ts"

/** The request for a page of a list. Refuses `desde` if it is no cursor of this list and order (contract, section 4.1). */
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

/**
 * What is wrong with the cursor of a query that is refused for other reasons, so that all are answered at once. If `orden` is
 * no order, the cursor is only checked for its list.
 */
export const cursorIssues = (
  cursors: Cursors,
  context: CursorContext,
  { desde, orden = "reciente" }: { readonly desde?: string; readonly orden?: string },
): ReadonlyArray<FieldIssue> => {
  // A text of another form was refused by the schema of the query already.
  if (desde === undefined || !hasCursorForm(desde)) return []
  const read = cursors.read(desde, context)
  const asked = isListOrder(orden) ? orden : Either.getOrUndefined(read)?.orden
  const page = askedPage(cursors, context, { desde, orden: asked })
  return Either.isLeft(page) ? page.left.campos : []
}
