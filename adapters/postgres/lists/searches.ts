import type { Invoice } from "../../../core/invoices/Invoice.ts"
import { documentSearchTexts, searchTexts } from "../../../core/pagination/searchText.ts"
import type { Matches } from "./groupWalk.ts"
import type { Parameter } from "./parameters.ts"
import type { Walk } from "./walks.ts"

/**
 * `buscar` among invoices. Most of what is looked for is a recipient, whose invoices are in groups (invoiceGroups.ts): these
 * have the recipient's texts, and the series of those with numbers, so whatever all of a group's invoices have in common is
 * looked for once. What an invoice has for itself is its number. So beside the groups that have every word come the
 * invoices with a word in their references: one with a digit, for what comes before the digits is the series. Without a
 * recipient an invoice has all of its text for itself.
 */

/** What of an invoice's text no group has, or not alone. */
export const ownSearchText = (invoice: Invoice): string =>
  invoice.contacto_id === null ? searchTexts.invoice(invoice) : documentSearchTexts.reference(invoice)

/** LIKE goes back and forth in a text, so much of a word at most; the rest is matched in one go. */
const likeMax = 20

/** That what is searched of a row has the word. */
export const wordText = (alias: string, word: string, parameter: Parameter): string => {
  const column = `${alias}.search`
  const signs = [...word]
  const like = `${column} LIKE ${parameter(`%${escaped(signs.slice(0, likeMax).join(""))}%`)}`
  // As an expression it asks no index, and after three stars and "=" every sign stands for itself.
  return signs.length <= likeMax ? like : `(${like} AND ${column} || '' ~ ${parameter(`***=${word}`)})`
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

/** That an invoice `t` has the word, in its own text or in its group's. */
export const invoiceWordText = (word: string, parameter: Parameter): string =>
  `(t.search <> '' AND ${wordText("t", word, parameter)} OR ${inGroup([word], parameter)})`

/** Query `alone`: the places of the invoices `t` that have every word, but not their groups, and meet the other conditions. */
export const matchingAlone = (
  words: ReadonlyArray<string>,
  others: ReadonlyArray<string>,
  { column }: Walk,
  parameter: Parameter,
): string => {
  const where = ["t.organization_id = $1::uuid", "t.search <> ''", ...onlyInvoiceHasWords(words, parameter), ...others]
  return `alone AS MATERIALIZED (SELECT t.${column} AS place FROM invoice AS t WHERE ${where.join(" AND ")})`
}

const onlyInvoiceHasWords = (words: ReadonlyArray<string>, parameter: Parameter): ReadonlyArray<string> => {
  const numbers = words.filter((word) => /[0-9]/.test(word))
  if (numbers.length === 0) return ["t.contact_group IS NULL", everyWord("t", words, parameter)]
  // Found by the words of references. What is asked beside that is an expression, which asks no index.
  const found = numbers.map((word) => wordText("t", word, parameter)).join(" OR ")
  const each = words.map((word) => `(${wordText("t", word, parameter)} OR ${asked(inGroup([word], parameter))})`)
  return [`(${found})`, ...each, `NOT ${asked(inGroup(words, parameter))}`]
}

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
