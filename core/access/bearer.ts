const bearer = /^bearer +([^\s]+) *$/i

/**
 * The key of an Authorization header (contract, section 5 rule 1). Undefined without the word Bearer (in any
 * case), with an empty key, or with more than one word after it.
 */
export const bearerKey = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : bearer.exec(header)?.[1]
