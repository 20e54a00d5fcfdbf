import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { type CivilDate, parseCivilDate } from "../../../core/calendar/civilDate.ts"
import { type Instant, instant, isoInstant } from "../../../core/calendar/instant.ts"
import { type Cents, cents } from "../../../core/money/cents.ts"
import {
  type Decimal6,
  decimal6FromText,
  decimal6Text,
  type Decimal8,
  decimal8FromText,
  decimal8Text,
} from "../../../core/money/decimal.ts"

/** Thrown when a stored row is not as our own writes leave it. That is corruption, and so a defect. The message begins with where. */
export class CorruptRow extends Error {
  override readonly name = "CorruptRow"
}

/** The error with the place added in which something could not be read. One that is no matter of the row is left as it is. */
export const corruptIn = (place: string, error: unknown): unknown =>
  error instanceof CorruptRow || error instanceof RangeError || error instanceof SyntaxError
    ? new CorruptRow(`${place}: ${error.message}`, { cause: error.cause ?? error })
    : error

/**
 * How one field of a row is written to PostgreSQL and read back. Rows are written as JSON (json_populate_recordset). They
 * come back as our driver reads them (PostgresPool.ts), as JSON (hostSession.ts) or, in lists, as texts (lists/packing.ts).
 * A value that cannot be read throws `CorruptRow`.
 */
export interface Column<A> {
  /** To a value of JSON. */
  readonly encode: (value: A) => unknown
  readonly decode: (value: unknown) => A
  /** Whether the column is selected as a text, since a JSON number would lose decimals. */
  readonly exact?: boolean
  /** The expression, never null, that is selected instead of the column where rows come as texts; the column, when absent. */
  readonly packed?: (column: string) => string
  /** Reads the text of that expression; `decode`, when absent. */
  readonly unpack?: (text: string) => A
  /** Whether that text may be empty, as the text of null is too. */
  readonly mayBeEmpty?: boolean
}

const corrupt = (expected: string, value: unknown): never => {
  throw new CorruptRow(`expected ${expected}, found ${value === null ? "null" : typeof value}`)
}

const column = <A>(expected: string, read: (value: unknown) => A | undefined, encode: (value: A) => unknown): Column<A> => ({
  encode,
  decode: (value) => read(value) ?? corrupt(expected, value),
})

const same = <A>(value: A): A => value

/** The column, with its texts read by `read` before they are decoded. */
export const unpacking = <A>(read: (text: string) => unknown, one: Column<A>): Column<A> => ({
  ...one,
  unpack: (value) => one.decode(read(value)),
})

/** The number of a text; undefined for an empty one, of which `Number` would make 0. */
const numberIn = (value: string): number | undefined => (value === "" ? undefined : Number(value))

/** A column that may be null. */
export const nullable = <A>(
  { decode, encode, exact = false, mayBeEmpty = false, packed = same, unpack = decode }: Column<A>,
): Column<A | null> => ({
  encode: (value) => (value === null ? null : encode(value)),
  decode: (value) => (value === null ? null : decode(value)),
  exact,
  packed: (name) => `coalesce(${mayBeEmpty ? `'=' || ${packed(name)}` : `(${packed(name)})::text`}, '')`,
  unpack: (value) => (value === "" ? null : unpack(mayBeEmpty ? value.slice(1) : value)),
})

/** text */
export const text: Column<string> = {
  ...column("text", (value) => (typeof value === "string" ? value : undefined), same),
  mayBeEmpty: true,
}

/** boolean */
export const boolean: Column<boolean> = {
  ...column("boolean", (value) => (typeof value === "boolean" ? value : undefined), same),
  unpack: (value) => value === "t" || (value !== "f" && corrupt("boolean", value)),
}

/** int4 or int8 within the safe integers. */
export const integer: Column<number> = unpacking(
  numberIn,
  column("integer", (value) => (Number.isSafeInteger(value) ? Number(value) : undefined), same),
)

/** uuid: 32 lower-case hex digits. In JSON they have hyphens between them. */
export const uuid: Column<string> = {
  encode: same,
  decode: (value) => {
    const id = text.decode(value)
    // Faster than a search for the hyphens, and a page of a list has some hundreds of ids.
    return id.length === 36 ? id.slice(0, 8) + id.slice(9, 13) + id.slice(14, 18) + id.slice(19, 23) + id.slice(24) : id
  },
}

/** The row's places in its company's order of creations and of changes. */
export const places = { createdSequence: integer, modifiedSequence: integer }

/** A postal address as it was given (core/fields/addressFields.ts). */
export const postalAddress = {
  direccion: nullable(text),
  ciudad: nullable(text),
  cp: nullable(text),
  provincia: nullable(text),
  pais: nullable(text),
}

/** int8, whole cents. */
export const money: Column<Cents> = unpacking(numberIn, { encode: same, decode: (value) => cents(integer.decode(value)) })

/** numeric, six decimals. */
export const decimal: Column<Decimal6> = {
  encode: decimal6Text,
  decode: (value) => decimal6FromText(text.decode(value)),
  exact: true,
}

/** numeric, or a text within JSON: eight decimals. */
export const price: Column<Decimal8> = {
  encode: decimal8Text,
  decode: (value) => decimal8FromText(text.decode(value)),
  exact: true,
}

/** An instant in milliseconds since 1970, as a number within JSON. */
export const millis: Column<Instant> = unpacking(numberIn, {
  encode: same,
  decode: (value) => instant(integer.decode(value)),
})

/** timestamptz. In JSON it is ISO 8601. */
export const timestamp: Column<Instant> = {
  encode: isoInstant,
  decode: (value) => millis.decode(typeof value === "string" ? Date.parse(value) : value),
  // A whole number: how many digits of any other are shown is a setting of the session (extra_float_digits).
  packed: (name) => `(date_part('epoch', ${name}) * 1000)::bigint`,
  unpack: (value) => millis.decode(numberIn(value)),
}

/** date. */
export const date: Column<CivilDate> = column(
  "date",
  (value) => (typeof value === "string" ? parseCivilDate(value) : undefined),
  same,
)

/** text[] whose items are those of a column. */
const list = <A>({ decode }: Column<A>): Column<ReadonlyArray<A>> => ({
  ...unpacking<ReadonlyArray<A>>(JSON.parse, {
    encode: same,
    decode: (value) => (Array.isArray(value) ? value.map((item) => decode(item)) : corrupt("text[]", value)),
  }),
  packed: (name) => `array_to_json(${name})`,
})

/** text[]. */
export const texts: Column<ReadonlyArray<string>> = list(text)

/** bytea. In JSON it is hex digits. */
export const bytes: Column<Uint8Array> = {
  encode: (value) => `\\x${bytesToHex(value)}`,
  decode: (value) => {
    if (value instanceof Uint8Array) return new Uint8Array(value)
    return typeof value === "string" && value.startsWith("\\x") ? hexToBytes(value.slice(2)) : corrupt("bytea", value)
  },
}

/** A text that is one of a few words. */
export const oneOf = <A extends string>(...words: ReadonlyArray<A>): Column<A> =>
  column(words.join(" | "), (value) => words.find((word) => word === value), same)

/** text[] of uuids. */
export const uuids: Column<ReadonlyArray<string>> = list(uuid)

/** text[] of a few words. */
export const someOf = <A extends string>(...words: ReadonlyArray<A>): Column<ReadonlyArray<A>> => list(oneOf(...words))
