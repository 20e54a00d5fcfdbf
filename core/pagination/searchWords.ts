import { plainText } from "../text/plainText.ts"

/** The most words that `buscar` may have, because each costs a look at an index. */
export const maxSearchWords = 10

/** The words of a text for `buscar`. Each must be part of a word of the row (decisions, section 5). */
export const searchWords = (query: string): ReadonlyArray<string> =>
  plainText(query).split(/\s+/).filter((word) => word !== "")

/** Whether a row's search text contains every word. */
export const matchesWords = (text: string, words: ReadonlyArray<string>): boolean =>
  words.every((word) => text.includes(word))
