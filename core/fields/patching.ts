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
