import type { Change } from "../../../../core/commit/tables.ts"

/** What a commit adds to a group, and the places of the rows that come in or change there: null when none does. */
interface Added {
  n: number
  first_created: number | null
  last_created: number | null
  first_modified: number | null
  last_modified: number | null
}

/** What a commit adds to groups, by their ids. */
export type GroupCounts<Group> = Map<string, Group & Added>

/** What has places among the rows of its list. */
export interface Placed {
  readonly createdSequence: number
  readonly modifiedSequence: number
}

/** Counts the rows of changes out of the groups that they were in, and into those that they are in, found by `groupsOf`. */
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

const comesIn = (count: Added, { createdSequence, modifiedSequence }: Placed): void => {
  count.n += 1
  count.first_created = Math.min(count.first_created ?? createdSequence, createdSequence)
  count.last_created = Math.max(count.last_created ?? createdSequence, createdSequence)
  count.first_modified = Math.min(count.first_modified ?? modifiedSequence, modifiedSequence)
  count.last_modified = Math.max(count.last_modified ?? modifiedSequence, modifiedSequence)
}

/** Rows that make a group large. */
const largeFrom = 256

/** Whether the parts of a group `g` are counted (largeGroups.ts), from this commit on at the latest. */
export const isLarge = `(g.large OR g.n >= ${largeFrom})`

/**
 * Adds counts to a table of groups, given the columns that tell these apart. Ends of places only move outwards: a row that
 * leaves may leave them too far out, which harms no walk.
 */
export const addingToGroups = (table: string, told: ReadonlyArray<string>): string => {
  const columns = ["organization_id", "id", "etiqueta", "scale", ...told, "n", ...ends]
  return `INSERT INTO ${table} AS g (${columns.join(", ")}) SELECT ${columns.map((column) => `v.${column}`).join(", ")}`
    + ` FROM json_populate_recordset(null::${table}, $1::json) AS v`
    + ` ON CONFLICT (organization_id, id) DO UPDATE SET large = ${isLarge}, ${addedUp("g")}`
}

/** The columns of the places that what is counted has not gone beyond. */
export const ends = ["first_created", "last_created", "first_modified", "last_modified"]

/** What a count that is there already, in the table of this alias, becomes. */
export const addedUp = (counted: string): string =>
  [
    `n = ${counted}.n + excluded.n`,
    ...ends.map((end) => `${end} = ${end.startsWith("first") ? "least" : "greatest"}(${counted}.${end}, excluded.${end})`),
  ].join(", ")
