import { orNull } from "./fieldSchemas.ts"

/** A property after a patch: what was stored where the patch leaves it out (undefined), `otherwise` where it is null. */
export const patched = <A>(sent: A | null | undefined, stored: A, otherwise: A): A =>
  sent === undefined ? stored : sent ?? otherwise

/** A nullable text after a patch; empty text is null, as in a new resource. */
export const patchedText = (sent: string | null | undefined, stored: string | null): string | null =>
  sent === undefined ? stored : orNull(sent)

/** The patch without the properties that are undefined, which count as left out. */
export const given = <Patch extends object>(patch: Patch): Patch => {
  const copy = { ...patch }
  for (const name in copy) if (copy[name] === undefined) delete copy[name]
  return copy
}

/**
 * Whether two versions of a row are the same: each property has the same plain value or the same object, or a list of the same
 * ones.
 */
export const isSameRow = <Row extends object>(before: Row, after: Row): boolean => {
  for (const name in before) if (!isSame(before[name], after[name])) return false
  return true
}

const isSame = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? one.length === other.length && one.every((item, i) => item === other[i])
    : one === other

/**
 * The new items of a list, where an item or the whole list that is equal to what is stored is replaced by the stored object
 * itself. Then `isSameRow`, which compares objects by identity, sees that a row with this list has not changed.
 */
export const kept = <A extends object>(items: ReadonlyArray<A>, stored: ReadonlyArray<A>): ReadonlyArray<A> => {
  const after = items.map((item, i) => {
    const before = stored[i]
    return before !== undefined && isSameRow(before, item) ? before : item
  })
  return isSame(after, stored) ? stored : after
}
