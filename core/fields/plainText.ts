/** A text as texts are compared: lower case, without accents. */
export const plainText = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase()
