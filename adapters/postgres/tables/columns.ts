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

/** A stored row is not what our own writes leave: corruption, hence a defect. */
export class CorruptRow extends Error {}

/**
 * How one field of a row crosses into PostgreSQL and back. Rows go in as JSON (json_populate_recordset) and come back
 * as our driver reads them (see PostgresPool.ts), as JSON (see hostSession.ts) or, in lists, as texts. A value that
 * cannot be read back is corruption: it throws, and so becomes a defect.
 */
export interface Column<A> {
  readonly encode: (value: A) => unknown
  readonly decode: (value: unknown) => A
  /** Whether it is asked for as text: a number of JSON would not be exact. */
  readonly exact?: boolean
  /** What is asked for instead of the column where rows come as texts (packing.ts). */
  readonly packed?: (column: string) => string
  /** Reads the text that comes then; `decode`, unless told. */
  readonly unpack?: (text: string) => A
  /** Whether that text may be empty, as that of null is. */
  readonly mayBeEmpty?: boolean
}

const corrupt = (expected: string, value: unknown): never => {
  throw new CorruptRow(`corrupt row: expected ${expected}, found ${value === null ? "null" : typeof value}`)
}

const column = <A>(expected: string, read: (value: unknown) => A | undefined, encode: (value: A) => unknown): Column<A> => ({
  encode,
  decode: (value) => read(value) ?? corrupt(expected, value),
})

const same = <A>(value: A): A => value

/** A column whose texts tell what it decodes. */
export const unpacking = <A>(read: (text: string) => unknown, one: Column<A>): Column<A> => ({
  ...one,
  unpack: (value) => one.decode(read(value)),
})

/** Where there is nothing there is no number either. */
const numberIn = (value: string): number | undefined => (value === "" ? undefined : Number(value))

/** A column that may be null. */
export const nullable = <A>(
  { decode, encode, exact = false, mayBeEmpty = false, packed = same, unpack = decode }: Column<A>,
): Column<A | null> => ({
  encode: (value) => (value === null ? null : encode(value)),
  decode: (value) => (value === null ? null : decode(value)),
  exact,
  packed: mayBeEmpty ? (name) => `'=' || ${packed(name)}` : packed,
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

/** uuid: 32 lower-case hex digits, which JSON has hyphens between. */
export const uuid: Column<string> = {
  encode: same,
  decode: (value) => {
    const id = text.decode(value)
    // Faster than to look for the hyphens, and a list has some hundreds of them.
    return id.length === 36 ? id.slice(0, 8) + id.slice(9, 13) + id.slice(14, 18) + id.slice(19, 23) + id.slice(24) : id
  },
}

/** Where a row stands in its company's order of creations, and of changes. */
export const places = { createdSequence: integer, modifiedSequence: integer }

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

/** Milliseconds since 1970, within JSON. */
export const millis: Column<Instant> = unpacking(numberIn, {
  encode: same,
  decode: (value) => instant(integer.decode(value)),
})

/** timestamptz, which JSON has as ISO 8601. */
export const timestamp: Column<Instant> = {
  encode: isoInstant,
  decode: (value) => millis.decode(typeof value === "string" ? Date.parse(value) : value),
  packed: (name) => `date_part('epoch', ${name})`,
  unpack: (seconds) => instant(Math.round(Number(seconds) * 1000)),
}

/** date. */
export const date: Column<CivilDate> = column(
  "date",
  (value) => (typeof value === "string" ? parseCivilDate(value) : undefined),
  same,
)

/** text[] of such texts. */
const list = <A>({ decode }: Column<A>): Column<ReadonlyArray<A>> => ({
  ...unpacking<ReadonlyArray<A>>(JSON.parse, {
    encode: same,
    decode: (value) => (Array.isArray(value) ? value.map((item) => decode(item)) : corrupt("text[]", value)),
  }),
  packed: (name) => `array_to_json(${name})`,
})

/** text[]. */
export const texts: Column<ReadonlyArray<string>> = list(text)

/** bytea, which JSON has as hex digits. */
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

/** text[] of such words. */
export const someOf = <A extends string>(...words: ReadonlyArray<A>): Column<ReadonlyArray<A>> => list(oneOf(...words))
