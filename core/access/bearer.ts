const bearer = /^bearer +([^\s]+) *$/i

/**
 * The key in an Authorization header (contract, section 5 rule 1). Undefined where the word Bearer (upper or lower case) or
 * the key is missing, and where more than one word follows.
 */
export const bearerKey = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : bearer.exec(header)?.[1]
