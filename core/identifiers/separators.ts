/** Upper case without blanks, dots or hyphens: how every identifier of a person or account is stored. */
export const withoutSeparators = (text: string): string =>
  text.replace(/[\s.\-\u2010-\u2015]/g, "").toUpperCase()
