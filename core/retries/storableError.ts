/** Characters of `ultimo_error`. */
const maxLength = 500

/** An error that may quote a stranger's server: cut, and without what PostgreSQL or a log would choke on. */
export const storableError = (error: string): string => {
  const cut = error.length > maxLength ? `${error.slice(0, maxLength - 1)}…` : error
  return cut.replace(/\p{Cc}|\p{Surrogate}|[\uFFFE\uFFFF]/gu, " ")
}
