import { md5 } from "@noble/hashes/legacy.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"

// How lists count and find their rows without looking at all of them. The words that this folder and `lists` use:
//
// - A row's *place* is its number in the company's order of creations, or of changes; every list is in one of these orders.
// - A *group* is all rows of a list of one company that are alike in everything that the list can be filtered by, but for
//   amounts and words. It has a row in invoice_group or row_group, with the number of its rows (`n`) and its *ends*: the first
//   and the last place of its rows.
// - A list by some filters is made up of whole groups: its total is the sum of their `n`, its page is merged from their rows.
// - Each row is in one group at every *scale*, so that a list takes few groups whatever it asks for: groups of rows whatever
//   their days, of those of a month, of those of a day, and of those of a contact whatever their days.
// - A *large* group has its rows counted by *parts* as well: by the first digits of amounts, or by days.
// - A *walk* meets the rows of a group in an order, from the place of the last row that was seen (walks.ts).

/** The scales by days, coarsest first; all rows with a day have groups at each of these. */
export const scales = ["ever", "month", "day"] as const

/** At which scale rows are grouped; rows that name a contact are grouped by it too. */
export type Scale = (typeof scales)[number] | "contact"

/** In the place of a label (`etiqueta`): that of groups which hold rows whatever their labels. */
export const anyLabel = ""

type Day = string | null

/**
 * The day (YYYY-MM-DD) of a group that holds rows of this day: at the scale of months the first of its month, at the coarser
 * ones none.
 */
export const dayAt: Readonly<Record<Scale, (day: Day) => Day>> = {
  ever: () => null,
  contact: () => null,
  month: (day) => (day === null ? null : `${day.slice(0, 8)}01`),
  day: (day) => day,
}

/** Ids of groups that came up lately, by what they are made of: the same few come up again and again. */
const known = new Map<string, string>()
const knownMax = 8192

/**
 * The id of a group, made of all that tells it from other groups. It is an MD5, which the database can make too (migrations
 * do). A company that managed to make two groups of one id would only confuse its own lists.
 */
export const groupId = (told: string): string => {
  const found = known.get(told)
  if (found !== undefined) return found
  if (known.size === knownMax) known.clear()
  const id = bytesToHex(md5(utf8ToBytes(told)))
  known.set(told, id)
  return id
}
