import type { Change } from "../../../../core/commit/tables.ts"

/**
 * What a commit adds to the count of a group, and the ends of the places of the rows that come in or change there; null when
 * none does.
 */
interface Added {
  n: number
  first_created: number | null
  last_created: number | null
  first_modified: number | null
  last_modified: number | null
}

/** Groups by their ids, with what a commit adds to each. */
export type GroupCounts<Group> = Map<string, Group & Added>

/** A row's places: see groups.ts. */
export interface Placed {
  readonly createdSequence: number
  readonly modifiedSequence: number
}

/** Counts changed rows out of the groups that they were in, and into those that they are in now; `groupsOf` finds both. */
export const countChanges = <Group extends { readonly id: string }, Row extends Placed>(
  counts: GroupCounts<Group>,
  groupsOf: (row: Row) => ReadonlyArray<Group>,
  changes: ReadonlyArray<Change<Row>>,
): void => {
  for (const { after, before } of changes) {
    if (before !== undefined) for (const group of groupsOf(before)) countOf(counts, group).n -= 1
    if (after !== undefined) for (const group of groupsOf(after)) comesIn(countOf(counts, group), after)
  }
}

const countOf = <Group extends { readonly id: string }>(counts: GroupCounts<Group>, group: Group): Group & Added => {
  const known = counts.get(group.id)
  if (known !== undefined) return known
  const count = { n: 0, first_created: null, last_created: null, first_modified: null, last_modified: null, ...group }
  counts.set(group.id, count)
  return count
}

/** Counts a row into a group. */
const comesIn = (count: Added, { createdSequence, modifiedSequence }: Placed): void => {
  count.n += 1
  count.first_created = Math.min(count.first_created ?? createdSequence, createdSequence)
  count.last_created = Math.max(count.last_created ?? createdSequence, createdSequence)
  count.first_modified = Math.min(count.first_modified ?? modifiedSequence, modifiedSequence)
  count.last_modified = Math.max(count.last_modified ?? modifiedSequence, modifiedSequence)
}

/** A group is large from so many rows on. */
const largeFrom = 256

/** The condition that a group `g` is large (largeGroups.ts), or gets so by this commit. */
export const isLarge = `(g.large OR g.n >= ${largeFrom})`

/**
 * Adds counts to a table of groups; `traits` are the columns that tell its groups apart. Ends only move outwards: after a row
 * has left the group they may be too far out, which harms no walk.
 */
export const addingToGroups = (table: string, traits: ReadonlyArray<string>): string => {
  const columns = ["organization_id", "id", "etiqueta", "scale", ...traits, "n", ...ends]
  return `INSERT INTO ${table} AS g (${columns.join(", ")})
SELECT ${columns.map((column) => `v.${column}`).join(", ")}
FROM json_populate_recordset(null::${table}, $1::json) AS v
ON CONFLICT (organization_id, id) DO UPDATE SET large = ${isLarge}, ${addedUp("g")}`
}

/** The columns of the ends of a group, or of a part: its first and last places in both orders. */
export const ends = ["first_created", "last_created", "first_modified", "last_modified"]

/** The SET clause that adds to a row of counts which is there already, in the table of this alias. */
export const addedUp = (counted: string): string =>
  [
    `n = ${counted}.n + excluded.n`,
    ...ends.map((end) => `${end} = ${end.startsWith("first") ? "least" : "greatest"}(${counted}.${end}, excluded.${end})`),
  ].join(", ")
