import { ParseResult, Schema } from "effect"
import { hasCursorForm } from "./cursor.ts"
import { ListOrder } from "./listOrder.ts"
import { defaultLimit, largestLimit } from "./listPage.ts"

/** Items per page, in a query. More than the largest page counts as the largest page (contract, section 4.1). */
const limite = Schema.transformOrFail(Schema.String, Schema.Number, {
  strict: true,
  decode: (text, _, ast) =>
    /^\d+$/.test(text) && Number(text) >= 1
      ? ParseResult.succeed(Math.min(Number(text), largestLimit))
      : ParseResult.fail(new ParseResult.Type(ast, text, "debe ser un número entero mayor que 0")),
  encode: (value) => ParseResult.succeed(String(value)),
}).annotations({
  jsonSchema: {
    type: "integer",
    minimum: 1,
    default: defaultLimit,
    description: `Elementos por página; más de ${largestLimit} cuenta como ${largestLimit}.`,
  },
})

const orden = ListOrder.annotations({
  description: "De más reciente a más antiguo (por omisión), al revés, o por última modificación.",
})

/** Why a `desde` is refused that was not signed for the list. */
export const foreignCursor = "no es un cursor de esta lista"

/** Only the form of the cursor is checked here. Which list it must be of is known in askedPage.ts. */
const desde = Schema.String.pipe(
  Schema.filter((text) => hasCursorForm(text) || foreignCursor, { jsonSchema: {} }),
).annotations({ description: "Cursor opaco, tomado de `siguiente`." })

/** The parameters that every list takes besides its filters (contract, section 4.1). */
export const listParameters = {
  limite: Schema.optional(limite),
  orden: Schema.optional(orden),
  desde: Schema.optional(desde),
}
export type ListParameters = Schema.Struct.Type<typeof listParameters>
