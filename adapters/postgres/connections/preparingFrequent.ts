import type { Statement } from "../Statement.ts"

/** What has come up so often is prepared. */
const often = 4

/** Texts that are watched at once; beyond, all are forgotten and watched anew. */
const watchedMax = 256

/**
 * Names, and so has prepared, the statements that come up often: at most `most`, for neither driver nor server ever
 * drops one, and clients have a say in what comes up. The others are parsed each time. `shape` stands for the text:
 * equal shapes have equal texts. That of one that is prepared is kept: put together anew it would be compared with what is
 * prepared, and hashed, sign by sign.
 */
export const preparingFrequent = (
  prefix: string,
  most: number,
): (shape: string, values: Statement["values"], textOf: () => string) => Statement => {
  const prepared = new Map<string, { readonly name: string; readonly text: string }>()
  const watched = new Map<string, number>()
  return (shape, values, textOf) => {
    const known = prepared.get(shape)
    if (known !== undefined) return { values, ...known }
    const text = textOf()
    if (prepared.size === most) return { values, text }
    const times = (watched.get(shape) ?? 0) + 1
    if (times < often) {
      if (watched.size >= watchedMax) watched.clear()
      watched.set(shape, times)
      return { values, text }
    }
    watched.delete(shape)
    const one = { name: `${prefix} ${prepared.size + 1}`, text }
    prepared.set(shape, one)
    return { values, ...one }
  }
}
