/** The text in upper case without blanks, dots or hyphens, as tax ids and IBANs are stored. */
export const withoutSeparators = (text: string): string =>
  text.replace(/[\s.\-\u2010-\u2015]/g, "").replace(/\p{L}/gu, capital)

/** Letters that become several in upper case, such as ß, stay: what is stored must not be longer than what was sent. */
const capital = (letter: string): string => {
  const upper = letter.toUpperCase()
  return upper.length === letter.length ? upper : letter
}
