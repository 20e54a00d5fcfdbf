import { ParseResult, Schema } from "effect"
import { parseCivilDate } from "../calendar/civilDate.ts"
import { civilDateOfDateTime } from "../calendar/civilZone.ts"
import { type Cents, cents, centsFromNumber, centsToNumber } from "../money/cents.ts"
import { isCurrency } from "../money/currency.ts"
import {
  type Decimal6,
  decimal6 as decimal6Of,
  decimal6FromNumber,
  decimal6ToNumber,
  type Decimal8,
  decimal8 as decimal8Of,
  decimal8FromNumber,
  decimal8ToNumber,
  decimalMax,
  isDecimal8,
} from "../money/decimal.ts"
import { spanishNumber } from "../money/spanishFormat.ts"

// The kinds of fields that bodies are made of, each with its Spanish reasons for a refusal. A reason never quotes the value, so
// that no secret and no personal datum gets into a log. The `arbitrary` of each lets property tests make any valid body.

/** The control characters and noncharacters that XML or PostgreSQL do not accept; tabs and line ends are no part of them. */
// oxlint-disable-next-line no-control-regex -- control characters are what this looks for
const unstorable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u

/** The length of a text as JSON Schema counts it: in code points. */
const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

const plural = (count: number, one: string, many: string): string => `${spanishNumber(count)} ${count === 1 ? one : many}`

/** A text of bounded length, in code points. With `min` 1 it is not blank. Refuses control characters and lone surrogates. */
export const text = (bounds: { readonly min?: 0 | 1; readonly max: number }) => {
  const min = bounds.min ?? 0
  return Schema.String.pipe(
    Schema.filter((value) => {
      if (value.length > bounds.max && codePoints(value) > bounds.max) {
        return `no puede tener más de ${plural(bounds.max, "carácter", "caracteres")}`
      }
      if (min > 0 && value.trim().length < min) return "no puede estar vacío"
      return unstorable.test(value) ? "contiene caracteres no admitidos" : undefined
    }, {
      jsonSchema: { ...(min > 0 ? { minLength: min } : {}), maxLength: bounds.max },
      arbitrary: () => (fc) => fc.string({ minLength: min, maxLength: bounds.max, unit: "grapheme" }),
    }),
  )
}

/** Something that can be seen: a letter, digit, punctuation mark or symbol. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Tabs and line ends, Unicode's included, as printed pages break lines at them. */
const notOnOneLine = /[\t\n\r\u0085\u2028\u2029]/

/** Why a text cannot be a name, in Spanish; undefined where it can. */
const nameProblem = (value: string): string | undefined => {
  if (notOnOneLine.test(value)) return "debe ocupar una sola línea"
  return visible.test(value) ? undefined : "no puede estar vacío"
}

/** How many characters a name or an e-mail address has at most (contract, section 2). */
const nameMax = 200

/** A name of at most `max` characters: on one line, without tabs, and with something to see. */
export const nameUpTo = (max: number) =>
  text({ min: 1, max }).pipe(
    Schema.filter(nameProblem, { arbitrary: () => (fc) => fc.string({ maxLength: max - 1 }).map((rest) => `N${rest}`) }),
  )

/** A name of at most 200 characters, as most resources have one. */
export const name = nameUpTo(nameMax)

/** Like `name`, or empty text for no name. */
export const nameOrEmpty = text({ max: nameMax }).pipe(
  Schema.filter((value) => (value === "" ? undefined : nameProblem(value)), {
    arbitrary: () => (fc) => fc.constantFrom("", "Talleres Núñez SL"),
  }),
)

/** ASCII words joined by dots before the @, a host name after it: RFC 5321 without quoted words and address literals. */
const emailForm =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d](?:[a-z\d-]*[a-z\d])?$/i

/** An e-mail address (contract, section 2.2). */
export const email = text({ max: nameMax }).pipe(
  Schema.filter((value) => emailForm.test(value) || "debe ser una dirección de correo válida", {
    jsonSchema: { format: "email" },
    arbitrary: () => (fc) => fc.constantFrom("a@b.es", "nombre.apellido+x@sub.ejemplo.es"),
  }),
)

/** A whole number within bounds, both included. */
export const wholeNumber = (min: number, max: number) =>
  Schema.Number.pipe(
    Schema.filter((value) => {
      if (!Number.isInteger(value)) return "debe ser un número entero"
      return outOfBounds(value, { min, max })
    }, { jsonSchema: { type: "integer", minimum: min, maximum: max } }),
    // Makes 0 of -0.
    Schema.transform(Schema.Number.annotations({ arbitrary: () => (fc) => fc.integer({ min, max }) }), {
      strict: true,
      decode: (value) => value + 0,
      encode: (value) => value,
    }),
  )

/** The least and the greatest value of a field, as it is sent; both are allowed themselves. */
interface Bounds {
  readonly min?: number
  readonly max?: number
}

const outOfBounds = (value: number, { max, min }: Bounds): string | undefined => {
  if (min !== undefined && max !== undefined && (value < min || value > max)) {
    return `debe estar entre ${spanishNumber(min)} y ${spanishNumber(max)}`
  }
  if (min !== undefined && value < min) return `no puede ser menor que ${spanishNumber(min)}`
  return max !== undefined && value > max ? `no puede ser mayor que ${spanishNumber(max)}` : undefined
}

const decimal = <D>(
  brand: Schema.Schema<D>,
  bounds: Bounds,
  read: (value: number) => D | undefined,
  write: (value: D) => number,
) =>
  Schema.transformOrFail(Schema.Number, brand, {
    strict: true,
    decode: (value, _, ast) => {
      const problem = outOfBounds(value, bounds)
      if (problem !== undefined) return ParseResult.fail(new ParseResult.Type(ast, value, problem))
      const decimalValue = read(value)
      return decimalValue === undefined
        ? ParseResult.fail(new ParseResult.Type(ast, value, "está fuera del intervalo admitido"))
        : ParseResult.succeed(decimalValue)
    },
    encode: (value) => ParseResult.succeed(write(value)),
  })

/** A number rounded to six decimals, such as `cantidad`, a percentage or `tipo_cambio` (decisions, section 1). */
export const decimal6 = (bounds: Bounds = {}) =>
  decimal(
    Schema.declare((value): value is Decimal6 => Number.isSafeInteger(value), {
      arbitrary: () => (fc) => fc.integer(unitBounds(bounds, 1e6)).map(decimal6Of),
    }),
    bounds,
    decimal6FromNumber,
    decimal6ToNumber,
  ).annotations({ jsonSchema: { type: "number", ...jsonBounds(bounds) } })

/** A unit price, rounded to eight decimals (decisions, section 1). */
export const unitPrice = (bounds: Bounds = {}) =>
  decimal(
    Schema.declare((value): value is Decimal8 => typeof value === "bigint" && isDecimal8(value), {
      arbitrary: () => (fc) => fc.integer(unitBounds(bounds, 1e6)).map((units) => decimal8Of(BigInt(units) * 100n)),
    }),
    bounds,
    decimal8FromNumber,
    decimal8ToNumber,
  ).annotations({ jsonSchema: { type: "number", ...jsonBounds(bounds) } })

/** The bounds of every amount: 12 integer digits (decisions, section 1). */
export const anyAmount = { min: -999_999_999_999.99, max: 999_999_999_999.99 }

/** An amount of money, refused with more than two decimals. OpenAPI shows the Spanish `description`, and says that after it. */
export const amount = (bounds: Bounds = {}, description = "") =>
  Schema.transformOrFail(Schema.Number, centsWithin(bounds), {
    strict: true,
    decode: (value, _, ast) => {
      const problem = outOfBounds(value, bounds)
      const read = problem === undefined ? centsFromNumber(value) : undefined
      const form = Math.abs(value) < 1e12 ? "debe tener dos decimales como máximo" : "no puede pasar de 12 cifras enteras"
      return read === undefined
        ? ParseResult.fail(new ParseResult.Type(ast, value, problem ?? form))
        : ParseResult.succeed(read)
    },
    encode: (value) => ParseResult.succeed(centsToNumber(value)),
  }).annotations({
    jsonSchema: {
      type: "number",
      ...jsonBounds({ ...anyAmount, ...bounds }),
      description: `${description} Dos decimales como máximo.`.trim(),
    },
  })

const centsWithin = (bounds: Bounds) =>
  Schema.declare((value): value is Cents => Number.isSafeInteger(value), {
    arbitrary: () => (fc) => fc.integer(unitBounds(bounds, 100)).map(cents),
  })

/** The bounds for property tests as integers, with `units` to one; without bounds those of prices. */
const unitBounds = ({ max = decimalMax, min = -decimalMax }: Bounds, units: number) =>
  ({ min: Math.ceil(min * units), max: Math.floor(max * units) })

const jsonBounds = ({ max, min }: Bounds) => ({
  ...(min === undefined ? {} : { minimum: min }),
  ...(max === undefined ? {} : { maximum: max }),
})

/** Whether a date is between the years 1900 and 2200. Others are typing errors, and due dates shall not pass the year 9999. */
export const isInReach = (date: string): boolean => date >= "1900-01-01" && date <= "2200-12-31"

/** The Spanish reason against a text that is no `dateOrDateTime`. */
export const noDay = "debe ser una fecha AAAA-MM-DD o una fecha con hora ISO 8601, entre los años 1900 y 2200"

/**
 * A date (YYYY-MM-DD) or an ISO 8601 date-time. It stays text, since the civil day of a date-time depends on the company's
 * zone: `givenDay` reads it. Whether the text is valid is the same in every zone, but for the years at either end, which are
 * judged by the written date here and again by the civil day there.
 */
export const dateOrDateTime = Schema.String.pipe(
  Schema.filter(
    (value) =>
      (value.length <= 40 && isInReach(value.slice(0, 10))
        && (parseCivilDate(value) ?? civilDateOfDateTime(value, "Europe/Madrid")) !== undefined) || noDay,
    {
      jsonSchema: {
        maxLength: 40,
        description: "Fecha AAAA-MM-DD, o fecha con hora ISO 8601, entre los años 1900 y 2200.",
      },
      arbitrary: () => (fc) => fc.constantFrom("2024-10-28", "2026-02-28", "2026-03-01T23:30:00Z", "1900-01-01", "2200-12-31"),
    },
  ),
)

/**
 * An annotation of a filter that is to run even where parts of the value have failed, so that all failures are reported at
 * once. Such a filter must expect parts of any type. Effect marks its own `minItems` and `maxItems` like this, but does not
 * export the mark.
 */
export const besideItsParts = { [Symbol.for("effect/annotation/StableFilter")]: true }

/** A list of `min` to `max` items. */
export const list = <S extends Schema.Schema.Any>(item: S, max: number, min = 0) =>
  Schema.Array(item).pipe(
    Schema.filter((items) => {
      if (items.length < min) return `debe tener al menos ${plural(min, "elemento", "elementos")}`
      return items.length <= max || `no puede tener más de ${plural(max, "elemento", "elementos")}`
    }, { ...besideItsParts, jsonSchema: { ...(min > 0 ? { minItems: min } : {}), maxItems: max } }),
  )

/** A label: 1 to 60 characters. */
const label = text({ min: 1, max: 60 })

/** The free labels of a resource, at most `max` (contract, section 8). */
export const labels = (max: number) => list(label, max)

/** The ISO 4217 code of a currency that is in use: three capital letters. */
export const currency = Schema.String.pipe(
  Schema.filter((value) => isCurrency(value) || "debe ser el código ISO 4217, en mayúsculas, de una divisa en vigor", {
    jsonSchema: { pattern: "^[A-Z]{3}$", description: "Código ISO 4217 de una divisa en vigor." },
    arbitrary: () => (fc) => fc.constantFrom("EUR", "USD", "JPY"),
  }),
)

/** A property that may be left out or sent as null (contract, section 2.2). */
export const optional = <S extends Schema.Schema.Any>(schema: S) => Schema.optional(Schema.NullOr(schema))

/** Null for empty text, as nullable fields are null when empty (contract, section 2.2); any other text as it is. */
export const orNull = (value: string | null | undefined): string | null =>
  value === undefined || value === "" ? null : value

/** A text that a resource shows as null where there is none. */
export const nullableText = Schema.NullOr(Schema.String)

/** A civil day in a resource, "YYYY-MM-DD". */
export const shownDay = Schema.String.annotations({ jsonSchema: { type: "string", format: "date" } })
