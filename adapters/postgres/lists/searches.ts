import { anyLabel } from "./groups/groups.ts"
import type { Matches } from "./groups/groupWalk.ts"
import type { Parameter } from "./parameters.ts"
import type { Walk } from "./walks.ts"

/**
 * `buscar` among invoices. Most of what is looked for is a recipient, whose invoices are in groups (invoiceGroups.ts): these
 * have the recipient's texts, and the series of those with numbers, so whatever all of a group's invoices have in common is
 * looked for once. What an invoice has for itself is its number. So beside the groups that have every word come the invoices
 * that have a word by their numbers: digits within a number, or the end of a series, a hyphen and first digits. Which numbers
 * these are follows from the first and the last of a series (function numbers_with); they are read where numbers are sorted.
 */

/** LIKE goes back and forth in a text, so much of a word at most; the rest is matched in one go. */
const likeMax = 20

/** What an index of words has something of. Asked for any other, it goes through all that it has, of every company. */
const indexed = /[a-z\d]{3}/

/** That what is searched of a row has the word. */
export const wordText = (alias: string, word: string, parameter: Parameter): string =>
  isPartOf(`${alias}.search`, word, parameter)

const isPartOf = (text: string, word: string, parameter: Parameter): string => {
  const signs = [...word]
  const first = signs.slice(0, likeMax).join("")
  // As an expression it asks no index; after three stars and "=" every sign stands for itself.
  const like = `${indexed.test(first) ? text : `${text} || ''`} LIKE ${parameter(`%${escaped(first)}%`)}`
  return signs.length <= likeMax ? like : `(${like} AND ${text} || '' ~ ${parameter(`***=${word}`)})`
}

/** The signs that LIKE gives a meaning of their own. */
const escaped = (word: string): string => word.replaceAll(/[\\%_]/g, "\\$&")

const everyWord = (alias: string, words: ReadonlyArray<string>, parameter: Parameter): string =>
  words.map((word) => wordText(alias, word, parameter)).join(" AND ")

/** That all invoices of a group `g` have every word. */
export const groupHasWords = (words: ReadonlyArray<string>, parameter: Parameter): string =>
  `g.search <> '' AND ${everyWord("g", words, parameter)}`

/** That an invoice `t` is in such a group. */
const inGroup = (words: ReadonlyArray<string>, parameter: Parameter): string =>
  `t.contact_group IN (SELECT g.id FROM invoice_group AS g WHERE g.organization_id = $1::uuid AND ${groupHasWords(words, parameter)})`

/** That the reference of an invoice `t` has the word; null without a number. */
const inReference = (word: string, parameter: Parameter): string =>
  isPartOf(`(lower(t.serie COLLATE "C") || '-' || t.numero)`, word, parameter)

/** That an invoice `t` has the word, in its reference or in its group's texts. */
export const invoiceWordText = (word: string, parameter: Parameter): string =>
  `(${inReference(word, parameter)} OR ${inGroup([word], parameter)})`

/** Whether an invoice can have the word by its number. */
export const isOfNumbers = (word: string): boolean => /[0-9]$/.test(word)

/** Query `alone`: the places of the invoices `t` that have every word, but not their groups, and meet the other conditions. */
export const matchingAlone = (
  words: ReadonlyArray<string>,
  others: ReadonlyArray<string>,
  { column }: Walk,
  parameter: Parameter,
): string => {
  // What is asked of those found is an expression, which asks no index.
  const each = words.map((word) => `(${inReference(word, parameter)} OR ${asked(inGroup([word], parameter))})`)
  const where = [
    "t.organization_id = $1::uuid AND t.serie = s.serie AND t.numero BETWEEN r.lowest AND r.highest",
    ...each,
    `NOT ${asked(inGroup(words, parameter))}`,
    ...others,
  ].join(" AND ")
  // Each range once: of several single digits all are the same.
  const found = words.filter(isOfNumbers)
    .map((word) => `SELECT * FROM numbers_with(${parameter(word)}, s.serie, n.first, n.last)`).join(" UNION ")
  // Range by range: to the planner they are a guess, and all numbers seem the better one.
  return `alone AS MATERIALIZED (SELECT DISTINCT t.place FROM (${numberedSeries}) AS s`
    + ` CROSS JOIN LATERAL (SELECT (${endOfNumbers("ASC")}) AS first, (${endOfNumbers("DESC")}) AS last OFFSET 0) AS n`
    + ` CROSS JOIN LATERAL (${found}) AS r`
    + ` CROSS JOIN LATERAL (SELECT t.${column} AS place FROM invoice AS t WHERE ${where} OFFSET 0) AS t)`
}

const numberedSeries = "SELECT DISTINCT g.serie FROM invoice_group AS g"
  + ` WHERE g.organization_id = $1::uuid AND g.etiqueta = '${anyLabel}' AND g.scale = 'ever'`

/** The least or the greatest number of a series `s`. */
const endOfNumbers = (direction: "ASC" | "DESC"): string =>
  "SELECT t.numero FROM invoice AS t WHERE t.organization_id = $1::uuid AND t.serie = s.serie AND t.numero IS NOT NULL"
  + ` ORDER BY t.numero ${direction} LIMIT 1`

const asked = (condition: string): string => `coalesce(${condition}, false)`

/** The matches of groups, and those alone. */
export const alsoAlone = (ofGroups: Matches, alone: string, { comes, direction }: Walk): Matches => ({
  ...ofGroups,
  with: [...ofGroups.with, alone],
  total: `SELECT g.list_total + (SELECT count(*) FROM alone) AS list_total FROM (${ofGroups.total}) AS g`,
  taken: [
    ...ofGroups.taken,
    `SELECT place FROM (SELECT place FROM alone WHERE place ${comes} $2::bigint ORDER BY place ${direction} LIMIT $3::integer) AS n`,
  ],
})
