import { ParseResult, Schema } from "effect"
import { parseCivilDate } from "../../../core/calendar/civilDate.ts"
import { text } from "../../../core/fields/fieldSchemas.ts"
import { type Cents, centsFromNumber, centsToNumber } from "../../../core/money/cents.ts"

/** The kinds of filters that lists take in their query, where everything is text. */

/** A text that is held against a field as it stands. */
export const textFilter = text({ min: 1, max: 300 })

/** What `buscar` looks for. */
export const searchFilter = textFilter.annotations({
  description: "Palabras; cada una debe ser parte de alguna palabra del recurso, sin distinguir tildes ni mayúsculas.",
})

/** "true" or "false". */
export const booleanFilter = Schema.transform(
  Schema.Literal("true", "false"),
  Schema.Boolean,
  { strict: true, decode: (text) => text === "true", encode: (value) => (value ? "true" as const : "false" as const) },
).annotations({ jsonSchema: { type: "boolean" } })

/** A civil date, bounds included. */
export const dateFilter = Schema.String.pipe(
  Schema.filter((value) => parseCivilDate(value) !== undefined || "debe ser una fecha AAAA-MM-DD", {
    jsonSchema: { format: "date" },
  }),
)

const cents = Schema.declare((value): value is Cents => typeof value === "number")

/** An amount with at most two decimals, bounds included. */
export const amountFilter = Schema.transformOrFail(Schema.String, cents, {
  strict: true,
  decode: (text, _, ast) => {
    const amount = /^-?\d{1,12}(\.\d{1,2})?$/.test(text) ? centsFromNumber(Number(text)) : undefined
    return amount === undefined
      ? ParseResult.fail(new ParseResult.Type(ast, text, "debe ser un importe con dos decimales como máximo"))
      : ParseResult.succeed(amount)
  },
  encode: (value) => ParseResult.succeed(String(centsToNumber(value))),
}).annotations({ jsonSchema: { type: "number" } })

/** A whole number from 1 on. */
export const numberFilter = Schema.transformOrFail(Schema.String, Schema.Number, {
  strict: true,
  decode: (text, _, ast) =>
    /^[1-9]\d{0,11}$/.test(text)
      ? ParseResult.succeed(Number(text))
      : ParseResult.fail(new ParseResult.Type(ast, text, "debe ser un número entero mayor que 0")),
  encode: (value) => ParseResult.succeed(String(value)),
}).annotations({ jsonSchema: { type: "integer", minimum: 1 } })
