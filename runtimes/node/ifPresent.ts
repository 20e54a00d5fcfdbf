import { hasCode } from "./hasCode.ts"

/** What an operation on a file answers; undefined where there is no such file. */
export const ifPresent = <A>(operation: Promise<A>): Promise<A | undefined> =>
  operation.catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return undefined
    throw error
  })
