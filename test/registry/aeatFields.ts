import type { RecordField, RecordFields } from "../../core/registry/RegistryRecord.ts"

const isList = (field: RecordField): field is ReadonlyArray<RecordFields> => Array.isArray(field)

/** A text among the fields; undefined also if it is blank, since AEAT trims what it reads. */
export const textIn = (fields: RecordFields | undefined, name: string): string | undefined => {
  const field = fields?.[name]
  return typeof field === "string" && field.trim() !== "" ? field : undefined
}

/** The blocks under a name: those of a list, a single one, or none. */
export const blocksIn = (fields: RecordFields | undefined, name: string): ReadonlyArray<RecordFields> => {
  const field = fields?.[name]
  if (field === undefined || typeof field === "string") return []
  return isList(field) ? field : [field]
}

/** The only block under a name, or the first. */
export const blockIn = (fields: RecordFields | undefined, name: string): RecordFields | undefined =>
  blocksIn(fields, name)[0]

/** AEAT allows no leading zeros (SW 6.8). */
const amountForm = /^[+-]?(?:0|[1-9]\d{0,11})(?:\.\d{0,2})?$/
const rateForm = /^(?:0|[1-9]\d{0,2})(?:\.\d{0,2})?$/

/** Whether it has up to twelve digits and two decimals, with or without a sign. */
export const isAmount = (text: string): boolean => amountForm.test(text)

/** Whether it has up to three digits and two decimals. */
export const isRate = (text: string): boolean => rateForm.test(text)

/** An amount in cents, or a rate in hundredths of a percent; undefined if it is missing or malformed. */
export const hundredthsIn = (fields: RecordFields, name: string): bigint | undefined => {
  const text = textIn(fields, name)
  if (text === undefined || !isAmount(text)) return undefined
  const [whole = "", decimals = ""] = text.replace(/^[+-]/, "").split(".")
  const size = BigInt(whole + decimals.padEnd(2, "0"))
  return text.startsWith("-") ? -size : size
}

/** Turns "31-12-2026" into "2026-12-31", so that texts compare as days do; undefined if there is no such day. */
export const isoDay = (text: string): string | undefined => {
  const [, day = "", month = "", year = ""] = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text) ?? []
  const leap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0)
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(month) - 1] ?? 0
  return Number(day) >= 1 && Number(day) <= days ? `${year}-${month}-${day}` : undefined
}

/** The day under a name, as `isoDay` writes it. */
export const dayIn = (fields: RecordFields | undefined, name: string): string | undefined => {
  const text = textIn(fields, name)
  return text === undefined ? undefined : isoDay(text)
}
