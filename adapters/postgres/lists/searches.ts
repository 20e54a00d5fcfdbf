import { anyLabel } from "../groups/groups.ts"
import type { Matches } from "./grouped/groupWalk.ts"
import type { Parameter } from "./parameters.ts"
import type { Walk } from "./walks.ts"

// `buscar` among invoices. People mostly look for a recipient, whose invoices are in groups (invoiceGroups.ts). A group has the
// texts of the recipient, and the series of invoices with numbers: whatever all of its invoices have in common is looked for
// once. Only its number is an invoice's own. So the groups that have every word are joined by the invoices that have a word by
// their numbers: digits within a number, or the end of a series, a hyphen and first digits. Which numbers these can be follows
// from the first and the last number of a series (function numbers_with); these are read in the index of numbers.
//
// Some conditions are written as expressions (`text || ''`, `coalesce`) on purpose: for these the planner uses no index.

/**
 * LIKE goes back and forth in a text: it is given no more signs of a word than this. A regular expression matches the rest in
 * one go.
 */
const likeMax = 20

/**
 * Words of which an index of words has something. For any other word the planner would go through all of the index, of every
 * company.
 */
const indexed = /[a-z\d]{3}/

/** The condition that what is searched of a row has the word. */
export const wordText = (alias: string, word: string, parameter: Parameter): string =>
  isPartOf(`${alias}.search`, word, parameter)

const isPartOf = (text: string, word: string, parameter: Parameter): string => {
  const signs = [...word]
  const first = signs.slice(0, likeMax).join("")
  const like = `${indexed.test(first) ? text : `${text} || ''`} LIKE ${parameter(`%${escaped(first)}%`)}`
  // After `***=` every sign of a regular expression stands for itself.
  return signs.length <= likeMax ? like : `(${like} AND ${text} || '' ~ ${parameter(`***=${word}`)})`
}

/** The word with a backslash before the signs that mean something to LIKE. */
const escaped = (word: string): string => word.replaceAll(/[\\%_]/g, "\\$&")

/** The condition that all invoices of a group `g` have every word. */
export const groupHasWords = (words: ReadonlyArray<string>, parameter: Parameter): string =>
  ["g.search <> ''", ...words.map((word) => wordText("g", word, parameter))].join(" AND ")

/** The condition that an invoice `t` is in such a group. */
const inGroup = (words: ReadonlyArray<string>, parameter: Parameter): string =>
  `t.contact_group IN (SELECT g.id FROM invoice_group AS g WHERE g.organization_id = $1::uuid AND ${groupHasWords(words, parameter)})`

/** The condition that the reference of an invoice `t` has the word; null for one without a number. */
const inReference = (word: string, parameter: Parameter): string =>
  isPartOf(`(lower(t.serie COLLATE "C") || '-' || t.numero)`, word, parameter)

/** The condition that an invoice `t` has the word, in its reference or by its group. */
export const invoiceWordText = (word: string, parameter: Parameter): string =>
  `(${inReference(word, parameter)} OR ${inGroup([word], parameter)})`

/** Whether an invoice can have the word by its number. */
export const isOfNumbers = (word: string): boolean => /[0-9]$/.test(word)

/**
 * The query `alone`: the places of the invoices `t` that have every word, though their groups have not, and that meet the other
 * conditions. OFFSET 0 makes it read range by range: the planner can only guess how many numbers these are, and would rather
 * read all.
 */
export const matchingAlone = (
  words: ReadonlyArray<string>,
  otherConditions: ReadonlyArray<string>,
  { column }: Walk,
  parameter: Parameter,
): string => {
  const each = words.map((word) => `(${inReference(word, parameter)} OR ${withoutIndex(inGroup([word], parameter))})`)
  const where = [
    "t.organization_id = $1::uuid AND t.serie = s.serie AND t.numero BETWEEN r.lowest AND r.highest",
    ...each,
    `NOT ${withoutIndex(inGroup(words, parameter))}`,
    ...otherConditions,
  ].join(" AND ")
  // UNION leaves each range once: several words of a single digit have the same ranges.
  const ranges = words.filter(isOfNumbers)
    .map((word) => `SELECT * FROM numbers_with(${parameter(word)}, s.serie, n.first, n.last)`).join(" UNION ")
  return `alone AS MATERIALIZED (
    SELECT DISTINCT t.place
    FROM (${numberedSeries}) AS s
    CROSS JOIN LATERAL (SELECT (${endOfNumbers("ASC")}) AS first, (${endOfNumbers("DESC")}) AS last OFFSET 0) AS n
    CROSS JOIN LATERAL (${ranges}) AS r
    CROSS JOIN LATERAL (SELECT t.${column} AS place FROM invoice AS t WHERE ${where} OFFSET 0) AS t
  )`
}

/** Every series of the company. */
const numberedSeries = "SELECT DISTINCT g.serie FROM invoice_group AS g"
  + ` WHERE g.organization_id = $1::uuid AND g.etiqueta = '${anyLabel}' AND g.scale = 'ever'`

/** The least or the greatest number of a series `s`. */
const endOfNumbers = (direction: "ASC" | "DESC"): string =>
  "SELECT t.numero FROM invoice AS t WHERE t.organization_id = $1::uuid AND t.serie = s.serie AND t.numero IS NOT NULL"
  + ` ORDER BY t.numero ${direction} LIMIT 1`

const withoutIndex = (condition: string): string => `coalesce(${condition}, false)`

/** The matches of groups together with those of the query `alone`. */
export const alsoAlone = (ofGroups: Matches, alone: string, { comes, direction }: Walk): Matches => ({
  ...ofGroups,
  with: [...ofGroups.with, alone],
  total: `SELECT g.list_total + (SELECT count(*) FROM alone) AS list_total FROM (${ofGroups.total}) AS g`,
  otherPlaces: [
    ...ofGroups.otherPlaces,
    `SELECT place FROM (SELECT place FROM alone WHERE place ${comes} $2::bigint ORDER BY place ${direction} LIMIT $3::integer) AS n`,
  ],
})
