import type { Statement } from "./Statement.ts"

/** A statement is prepared when it has come up this often. */
const often = 4

/** The most shapes that are counted at once; beyond that all are forgotten, and counting starts anew. */
const watchedMax = 256

/**
 * Gives names to statements that come up often, which has them prepared. At most `most` of them, because neither the driver
 * nor the server ever drops one, and clients have a say in what comes up; the server parses the others each time. `shape`
 * stands for the text: equal shapes have equal texts. The text of a prepared statement is kept, since a string that was put
 * together anew would have to be hashed, and compared with the prepared one, character by character.
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
