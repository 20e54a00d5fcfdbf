/** What is left at the end of a text of a character that was cut in two. */
const halfPair = /\p{Surrogate}$/u

/** The beginning of a text, of so many UTF-16 code units at most; no character is cut in two. */
export const cutText = (text: string, most: number): string => text.slice(0, most).replace(halfPair, "")
