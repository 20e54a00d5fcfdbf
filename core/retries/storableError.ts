import { withoutUnstorable } from "../text/withoutUnstorable.ts"

/** The most characters of `ultimo_error`. */
const maxLength = 500

/** An error message, which may quote a stranger's server, cut and made fit to be stored and logged. */
export const storableError = (error: string): string => {
  const cut = error.length > maxLength ? `${error.slice(0, maxLength - 1)}…` : error
  return withoutUnstorable(cut)
}
