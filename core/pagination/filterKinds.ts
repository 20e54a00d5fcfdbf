import { ParseResult, Schema } from "effect"
import { anyAmount, text } from "../fields/fieldSchemas.ts"
import { dayIn } from "../fields/givenDay.ts"
import { type Cents, centsFromNumber, centsToNumber } from "../money/cents.ts"
import { maxSearchWords, searchWords } from "./searchWords.ts"

/**
 * The kinds of filters that lists take. In a query everything is text. All filters are optional, and each has a description in
 * Spanish for the OpenAPI document.
 */

/** A text that is compared with a field as it is. */
export const textFilter = (description: string) =>
  Schema.optional(text({ min: 1, max: 300 }).annotations({ description }))

const searched = text({ min: 1, max: 300 }).pipe(
  Schema.filter((value) => {
    const words = searchWords(value).length
    // Of accents alone nothing is left, and nothing would be found everywhere.
    if (words === 0) return "no puede estar vacío"
    return words <= maxSearchWords || `debe tener ${maxSearchWords} palabras como máximo`
  }, { jsonSchema: {} }),
)

/** `buscar`. `where` names the fields that it looks through, in Spanish. */
export const searchFilter = (where: string) =>
  Schema.optional(searched.annotations({
    description: `Hasta ${maxSearchWords} palabras; cada una debe ser parte de alguna palabra de ${where}, sin distinguir`
      + " tildes ni mayúsculas.",
  }))

/** One of the values of a field. */
export const choiceFilter = <A extends string>(values: Schema.Schema<A>, description: string) =>
  Schema.optional(values.annotations({ description }))

/** "true" or "false". */
export const booleanFilter = (description: string) =>
  Schema.optional(
    Schema.transform(Schema.Literal("true", "false"), Schema.Boolean, {
      strict: true,
      decode: (text) => text === "true",
      encode: (value) => (value ? "true" as const : "false" as const),
    }).annotations({ jsonSchema: { type: "boolean", description } }),
  )

/** Only "true", which narrows the list; there is no filter for the rest. */
export const onlyTrueFilter = (description: string) =>
  Schema.optional(
    Schema.transform(Schema.Literal("true"), Schema.Literal(true), {
      strict: true,
      decode: () => true as const,
      encode: () => "true" as const,
    }).annotations({ jsonSchema: { type: "boolean", enum: [true], description } }),
  )

/** Whether a text is a date or a date-time. */
const isDay = (value: string): boolean => value.length <= 40 && dayIn(value, "Europe/Madrid") !== undefined

/** A bound, included: a date, or a date-time that stands for its civil day in the company's zone (decisions, section 5). */
export const dateFilter = (description: string) =>
  Schema.optional(
    Schema.transformOrFail(Schema.String, Schema.String, {
      strict: true,
      decode: (sent, _, ast) => {
        // In a query, a plus sign that the client did not encode arrives as a blank.
        const value = sent.replace(/ (?=\d\d:\d\d$)/, "+")
        const motivo = "debe ser una fecha AAAA-MM-DD o una fecha con hora ISO 8601"
        return isDay(value) ? ParseResult.succeed(value) : ParseResult.fail(new ParseResult.Type(ast, sent, motivo))
      },
      encode: (value) => ParseResult.succeed(value),
    }).annotations({
      jsonSchema: {
        type: "string",
        maxLength: 40,
        description: `${description} Fecha AAAA-MM-DD, o fecha con hora ISO 8601, de la que cuenta su día.`,
      },
    }),
  )

const cents = Schema.declare((value): value is Cents => Number.isSafeInteger(value))

/** Why a text is no amount. One that is written correctly can only be too long. */
const amountProblem = (text: string): string =>
  /^-?\d+(\.\d{1,2})?$/.test(text)
    ? "no puede pasar de 12 cifras enteras"
    : "debe ser un importe como 1234.56, con dos decimales como máximo"

/** A bound, included: an amount with at most two decimals. */
export const amountFilter = (description: string) =>
  Schema.optional(
    Schema.transformOrFail(Schema.String, cents, {
      strict: true,
      decode: (text, _, ast) => {
        const amount = /^-?\d{1,12}(\.\d{1,2})?$/.test(text) ? centsFromNumber(Number(text)) : undefined
        return amount === undefined
          ? ParseResult.fail(new ParseResult.Type(ast, text, amountProblem(text)))
          : ParseResult.succeed(amount)
      },
      encode: (value) => ParseResult.succeed(String(centsToNumber(value))),
    }).annotations({
      jsonSchema: {
        type: "number",
        minimum: anyAmount.min,
        maximum: anyAmount.max,
        description: `${description} Con dos decimales como máximo.`,
      },
    }),
  )

/** A whole number, at least 1. */
export const numberFilter = (description: string) =>
  Schema.optional(
    Schema.transformOrFail(Schema.String, Schema.Number, {
      strict: true,
      decode: (text, _, ast) =>
        /^[1-9]\d{0,14}$/.test(text)
          ? ParseResult.succeed(Number(text))
          : ParseResult.fail(new ParseResult.Type(ast, text, "debe ser un número entero entre 1 y 999.999.999.999.999")),
      encode: (value) => ParseResult.succeed(String(value)),
    }).annotations({ jsonSchema: { type: "integer", minimum: 1, maximum: 999_999_999_999_999, description } }),
  )
