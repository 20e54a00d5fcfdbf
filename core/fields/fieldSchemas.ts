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

/**
 * The field kinds that request bodies are made of, with their Spanish reasons.
 * Refusals never quote the value, so that no secret or personal datum reaches a log through them.
 * Each tells how to make values of its kind, so that `Arbitrary.make` gives any valid body for property tests.
 */

/** C0 controls but tab and line ends, and the noncharacters that XML and PostgreSQL do not take. */
// oxlint-disable-next-line no-control-regex -- control characters are what this looks for
const unstorable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u

/** Characters as a reader counts them in JSON Schema: code points. */
const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

const plural = (count: number, one: string, many: string): string => `${spanishNumber(count)} ${count === 1 ? one : many}`

/** A text of so many characters (code points); refuses control characters and lone surrogates. */
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

/** Anything that a reader can see: a letter, digit, sign or symbol. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Tabs and line ends, those of Unicode too: a page is set in as many lines. */
const notOnOneLine = /[\t\n\r\u0085\u2028\u2029]/

/** Why a text is no name, in Spanish. */
const nameProblem = (value: string): string | undefined => {
  if (notOnOneLine.test(value)) return "debe ocupar una sola línea"
  return visible.test(value) ? undefined : "no puede estar vacío"
}

/** Characters of a name, and of an e-mail address (contract, section 2). */
const nameMax = 200

/** A name of so many characters at most on one line: no tabs or line ends, and something to see. */
export const nameUpTo = (max: number) =>
  text({ min: 1, max }).pipe(
    Schema.filter(nameProblem, { arbitrary: () => (fc) => fc.string({ maxLength: max - 1 }).map((rest) => `N${rest}`) }),
  )

/** A name as most resources have it. */
export const name = nameUpTo(nameMax)

/** The same, or empty text for none. */
export const nameOrEmpty = text({ max: nameMax }).pipe(
  Schema.filter((value) => (value === "" ? undefined : nameProblem(value)), {
    arbitrary: () => (fc) => fc.constantFrom("", "Talleres Núñez SL"),
  }),
)

/** Words joined by dots before the sign, labels of a host after it (RFC 5321 without quotes and literals): ASCII. */
const emailForm =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d](?:[a-z\d-]*[a-z\d])?$/i

/** An e-mail address (contract: email format). */
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
    // -0 is an integer for JavaScript but not for JSON readers.
    Schema.transform(Schema.Number.annotations({ arbitrary: () => (fc) => fc.integer({ min, max }) }), {
      strict: true,
      decode: (value) => value + 0,
      encode: (value) => value,
    }),
  )

/** What a decimal field may be: bounds in units of the field itself, both included. */
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

/** A decimal read to six places: cantidad, percentages, tipo_cambio (decisions, section 1). */
export const decimal6 = (bounds: Bounds = {}) =>
  decimal(
    Schema.declare((value): value is Decimal6 => Number.isSafeInteger(value), {
      arbitrary: () => (fc) => fc.integer(unitBounds(bounds, 1e6)).map(decimal6Of),
    }),
    bounds,
    decimal6FromNumber,
    decimal6ToNumber,
  ).annotations({ jsonSchema: { type: "number", ...jsonBounds(bounds) } })

/** A unit price, read to eight places (decisions, section 1). */
export const unitPrice = (bounds: Bounds = {}) =>
  decimal(
    Schema.declare((value): value is Decimal8 => typeof value === "bigint" && isDecimal8(value), {
      arbitrary: () => (fc) => fc.integer(unitBounds(bounds, 1e6)).map((units) => decimal8Of(BigInt(units) * 100n)),
    }),
    bounds,
    decimal8FromNumber,
    decimal8ToNumber,
  ).annotations({ jsonSchema: { type: "number", ...jsonBounds(bounds) } })

/** Every amount has 12 integer digits at most (decisions, section 1). */
export const anyAmount = { min: -999_999_999_999.99, max: 999_999_999_999.99 }

/** An amount of money with at most two decimals, which the document says after the description, in Spanish. */
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

/** The bounds in whole units, of which so many make one; without bounds, as far as prices go. */
const unitBounds = ({ max = decimalMax, min = -decimalMax }: Bounds, units: number) =>
  ({ min: Math.ceil(min * units), max: Math.floor(max * units) })

const jsonBounds = ({ max, min }: Bounds) => ({
  ...(min === undefined ? {} : { minimum: min }),
  ...(max === undefined ? {} : { maximum: max }),
})

/** Beyond these years a date is a typing error; they also keep every due date within four digits of year. */
export const isInReach = (date: string): boolean => date >= "1900-01-01" && date <= "2200-12-31"

/** What `dateOrDateTime` is not. */
export const noDay = "debe ser una fecha AAAA-MM-DD o una fecha con hora ISO 8601, entre los años 1900 y 2200"

/**
 * A date (YYYY-MM-DD) or an ISO 8601 date-time, kept as text: its civil day depends on the organization's zone. Whether it is
 * one is the same in every zone; its years go by what is written here, and by its civil day where that is taken (`givenDay`).
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
 * Of a filter that is asked also where parts of the value fail by themselves, so that all is told at once: it has to bear
 * whatever they are. Effect's own filters of how many items there are bear this mark, which has no public name.
 */
export const besideItsParts = { [Symbol.for("effect/annotation/StableFilter")]: true }

/** A list of at most so many items, and at least so many where told. */
export const list = <S extends Schema.Schema.Any>(item: S, max: number, min = 0) =>
  Schema.Array(item).pipe(
    Schema.filter((items) => {
      if (items.length < min) return `debe tener al menos ${plural(min, "elemento", "elementos")}`
      return items.length <= max || `no puede tener más de ${plural(max, "elemento", "elementos")}`
    }, { ...besideItsParts, jsonSchema: { ...(min > 0 ? { minItems: min } : {}), maxItems: max } }),
  )

/** A label: 1 to 60 characters. */
const label = text({ min: 1, max: 60 })

/** Free labels of a resource, at most so many (contract, section 8). */
export const labels = (max: number) => list(label, max)

/** The code of an active currency (ISO 4217), three capital letters. */
export const currency = Schema.String.pipe(
  Schema.filter((value) => isCurrency(value) || "debe ser el código ISO 4217, en mayúsculas, de una divisa en vigor", {
    jsonSchema: { pattern: "^[A-Z]{3}$", description: "Código ISO 4217 de una divisa en vigor." },
    arbitrary: () => (fc) => fc.constantFrom("EUR", "USD", "JPY"),
  }),
)

/** A property that may be left out or sent as null (contract, section 2.2). */
export const optional = <S extends Schema.Schema.Any>(schema: S) => Schema.optional(Schema.NullOr(schema))

/** Empty text means no text: nullable fields are null when empty (contract, section 2.2). */
export const orNull = (value: string | null | undefined): string | null =>
  value === undefined || value === "" ? null : value

/** A text as a resource shows it: null where there is none. */
export const nullableText = Schema.NullOr(Schema.String)

/** A civil day as a resource shows it, "YYYY-MM-DD". */
export const shownDay = Schema.String.annotations({ jsonSchema: { type: "string", format: "date" } })
