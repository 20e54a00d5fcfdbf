/** Upper case without blanks, dots or hyphens: how every identifier of a person or account is stored. */
export const withoutSeparators = (text: string): string =>
  text.replace(/[\s.\-\u2010-\u2015]/g, "").replace(/\p{L}/gu, capital)

/** A letter that would become several, such as ß, stays: what is stored is no longer than what was sent. */
const capital = (letter: string): string => {
  const upper = letter.toUpperCase()
  return upper.length === letter.length ? upper : letter
}
