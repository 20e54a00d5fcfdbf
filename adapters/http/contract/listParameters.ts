import { ParseResult, Schema } from "effect"
import { foreignCursor } from "../../../core/pagination/askedPage.ts"
import { hasCursorForm } from "../../../core/pagination/cursor.ts"
import { ListOrder } from "../../../core/pagination/listOrder.ts"
import { defaultLimit, largestLimit } from "../../../core/pagination/listPage.ts"

/** Items per page in a query: more than the largest page is the largest page (contract, section 4.1). */
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

/** Of whose form no cursor is, is told here; whether it is of the list that is asked for, where the list is known (askedPage.ts). */
const desde = Schema.String.pipe(
  Schema.filter((text) => hasCursorForm(text) || foreignCursor, { jsonSchema: {} }),
).annotations({ description: "Cursor opaco, tomado de `siguiente`." })

/** The parameters that every list takes (contract, section 4.1); its filters stand beside them. */
export const listParameters = {
  limite: Schema.optional(limite),
  orden: Schema.optional(orden),
  desde: Schema.optional(desde),
}
