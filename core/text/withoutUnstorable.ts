/** The text with a blank for each character that PostgreSQL or a log cannot take: controls, lone surrogates, noncharacters. */
export const withoutUnstorable = (text: string): string => text.replace(/\p{Cc}|\p{Surrogate}|[\uFFFE\uFFFF]/gu, " ")
