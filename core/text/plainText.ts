/**
 * A text as it is compared with others: lower case, without accents. The Greek final sigma is made an ordinary one;
 * otherwise a word that ends in one would not be found in a longer word.
 */
export const plainText = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll("ς", "σ")
