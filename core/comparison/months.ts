import { Array as Arrays } from "effect"
import type { CivilDate } from "../calendar/civilDate.ts"

/** A month as the tax authority's queries name it. */
export interface Month {
  readonly ejercicio: number
  /** 1 to 12. */
  readonly periodo: number
}

/** Writes a month, "2026-11". */
export const monthText = ({ ejercicio, periodo }: Month): string => `${ejercicio}-${String(periodo).padStart(2, "0")}`

/** Reads a month, "2026-11"; undefined for any other text. */
export const parseMonth = (text: string): Month | undefined => {
  const [, year, month] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(text) ?? []
  return year === undefined ? undefined : { ejercicio: Number(year), periodo: Number(month) }
}

/** The month of a day as the tax authority writes it, DD-MM-YYYY. */
export const monthOfAeatDate = (day: string): Month => {
  const [, month, year] = day.split("-")
  return { ejercicio: Number(year), periodo: Number(month) }
}

/** The month of a day. */
export const monthOf = (day: CivilDate): Month =>
  ({ ejercicio: Number(day.slice(0, 4)), periodo: Number(day.slice(5, 7)) })

/** The months from one to another, both included, or only the last `most` of them. */
export const monthsBetween = (from: Month, to: Month, most: number): Arrays.NonEmptyReadonlyArray<Month> => {
  const last = number(to)
  const first = Math.max(Math.min(number(from), last), last - most + 1)
  return Arrays.makeBy(last - first + 1, (i) => monthNumbered(first + i))
}

/** Months since the year 0. */
const number = ({ ejercicio, periodo }: Month): number => ejercicio * 12 + periodo - 1

const monthNumbered = (n: number): Month => ({ ejercicio: Math.floor(n / 12), periodo: (n % 12) + 1 })

/** When a month begins in UTC, which is within hours of when it begins in Spain. */
export const startOfMonth = ({ ejercicio, periodo }: Month): number => Date.UTC(ejercicio, periodo - 1, 1)
