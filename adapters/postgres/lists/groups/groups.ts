import { md5 } from "@noble/hashes/legacy.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"

/**
 * Rows that are alike in all that the filters of their list ask for make a group, at each of these scales: by days, by
 * months, and whatever their days; and those of a contact make groups of their own, whatever their days.
 */
export const scales = ["ever", "month", "day"] as const
export type Scale = (typeof scales)[number] | "contact"

/** The label of groups that hold rows whatever their labels and contacts. */
export const anyLabel = ""

type Day = string | null

/** The day, YYYY-MM-DD, by which a group of the scale has a row of this day: the first of its month, or none, at the coarser. */
export const dayAt: Readonly<Record<Scale, (day: Day) => Day>> = {
  ever: () => null,
  contact: () => null,
  month: (day) => (day === null ? null : `${day.slice(0, 8)}01`),
  day: (day) => day,
}

/** Ids of groups that came up lately: the same few come up again and again. */
const known = new Map<string, string>()
const knownMax = 8192

/**
 * The id of a group, by all that tells it from others: MD5, which the database can make too. A company that made two groups
 * of one id would only confuse its own lists.
 */
export const groupId = (told: string): string => {
  const found = known.get(told)
  if (found !== undefined) return found
  if (known.size === knownMax) known.clear()
  const id = bytesToHex(md5(utf8ToBytes(told)))
  known.set(told, id)
  return id
}
