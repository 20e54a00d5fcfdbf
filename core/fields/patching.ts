/** The properties that a patch gives: one that is undefined counts as left out. */
export const given = <Patch extends object>(patch: Patch): Patch => {
  const copy = { ...patch }
  for (const name in copy) if (copy[name] === undefined) delete copy[name]
  return copy
}

/** Whether two versions of a row hold the same plain values and lists of them. */
export const isSameRow = <Row extends object>(before: Row, after: Row): boolean => {
  for (const name in before) if (!isSame(before[name], after[name])) return false
  return true
}

const isSame = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? one.length === other.length && one.every((item, i) => item === other[i])
    : one === other

/**
 * What is as it was stays the very same value, and so does the whole where all of it is: by that a row that holds it is known
 * to be the same, and is not written again.
 */
export const kept = <A extends object>(items: ReadonlyArray<A>, stored: ReadonlyArray<A>): ReadonlyArray<A> => {
  const after = items.map((item, i) => {
    const before = stored[i]
    return before !== undefined && isSameRow(before, item) ? before : item
  })
  return isSame(after, stored) ? stored : after
}
