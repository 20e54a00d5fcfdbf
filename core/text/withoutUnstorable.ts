/** The text with blanks for what PostgreSQL or a log would choke on: control characters, lone surrogates, noncharacters. */
export const withoutUnstorable = (text: string): string => text.replace(/\p{Cc}|\p{Surrogate}|[\uFFFE\uFFFF]/gu, " ")
