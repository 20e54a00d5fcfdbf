/**
 * A text as texts are compared: lower case, without accents. A sigma is the same wherever it stands: in lower case it looks
 * otherwise at the end of a word, so the beginning of a word would not be found in it.
 */
export const plainText = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll("ς", "σ")
