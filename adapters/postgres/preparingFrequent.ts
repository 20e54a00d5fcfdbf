import type { Statement } from "./Statement.ts"

/** What has come up so often is prepared. */
const often = 4

/** Texts that are watched at once; beyond, all are forgotten and watched anew. */
const watchedMax = 256

/**
 * Names, and so has prepared, the statements that come up often: at most `most`, for neither driver nor server ever
 * drops one, and clients have a say in what comes up. The others are parsed each time. `shape` stands for the text:
 * equal shapes have equal texts.
 */
export const preparingFrequent = (
  prefix: string,
  most: number,
): (shape: string, statement: Statement) => Statement => {
  const names = new Map<string, string>()
  const watched = new Map<string, number>()
  return (shape, statement) => {
    const known = names.get(shape)
    if (known !== undefined) return { name: known, ...statement }
    if (names.size === most) return statement
    const times = (watched.get(shape) ?? 0) + 1
    if (times < often) {
      if (watched.size >= watchedMax) watched.clear()
      watched.set(shape, times)
      return statement
    }
    watched.delete(shape)
    const name = `${prefix} ${names.size + 1}`
    names.set(shape, name)
    return { name, ...statement }
  }
}
