/** Half a character at the end of a text, where it was cut in two. */
const halfPair = /\p{Surrogate}$/u

/** The beginning of a text, at most so many UTF-16 code units long, without cutting a character in two. */
export const cutText = (text: string, most: number): string => text.slice(0, most).replace(halfPair, "")
