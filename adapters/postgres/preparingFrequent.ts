import type { Statement } from "./Statement.ts"

/** What has come up so often is prepared. */
const often = 4

/** Texts that are watched at once; beyond, all are forgotten and watched anew. */
const watchedMax = 256

/**
 * Names, and so has prepared, the statements that come up often: at most `most`, for neither driver nor server ever
 * drops one, and clients have a say in what comes up. The others are parsed each time. `shape` stands for the text:
 * equal shapes have equal texts, of which the first is used: one that is put together anew would be compared and hashed
 * sign by sign.
 */
export const preparingFrequent = (
  prefix: string,
  most: number,
): (shape: string, statement: Statement) => Statement => {
  const prepared = new Map<string, { readonly name: string; readonly text: string }>()
  const watched = new Map<string, number>()
  return (shape, statement) => {
    const known = prepared.get(shape)
    if (known !== undefined) return { ...statement, ...known }
    if (prepared.size === most) return statement
    const times = (watched.get(shape) ?? 0) + 1
    if (times < often) {
      if (watched.size >= watchedMax) watched.clear()
      watched.set(shape, times)
      return statement
    }
    watched.delete(shape)
    const one = { name: `${prefix} ${prepared.size + 1}`, text: statement.text }
    prepared.set(shape, one)
    return { ...statement, ...one }
  }
}
