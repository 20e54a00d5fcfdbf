import { dayMillis } from "../../../../core/calendar/instant.ts"
import type { Change, ChangeSet, Tables } from "../../../../core/commit/tables.ts"
import type { Expense } from "../../../../core/expenses/Expense.ts"
import type { Invoice } from "../../../../core/invoices/Invoice.ts"
import { groupsOf, storedStanding } from "../../groups/invoiceGroups.ts"
import { type RowGroup, rowGroups } from "../../groups/rowGroups.ts"
import type { Statement } from "../../Statement.ts"
import { amountsOf, companyScales, groupScales, isCounted, kindOf } from "../grouped/amounts.ts"
import { addedUp, countChanges, ends, type GroupCounts, isLarge, type Placed } from "./groupCounts.ts"

// Where a list asks for more than what tells groups apart (for amounts, or for the days of a contact), the rows of its groups
// have to be counted. In a small group they are counted one by one as the list is read. The rows of a large group are counted
// by commits, in parts (table group_part): by the first digits of their totals, or by day (function parts_of_row). A group is
// large from the first commit on that finds it with `largeFrom` rows, and for good. That commit counts all of its rows, and
// then it and all later ones add what they change.
//
// The statements here look at groups and rows as they were before the commit, under the lock of their company. So they come
// before those that write rows, and before those that count groups.

/**
 * Part of the rows of a group: those whose totals begin with the same digits, or those of one day. The invoices of a whole
 * company have parts too, under the company's id in place of a group's.
 */
interface Part {
  readonly id: string
  readonly organization_id: string
  readonly group_id: string
  /** By what its rows are told: `amount3` for three first digits, or the name of a day. */
  readonly kind: string
  /** The amount in cents, or the days since 1970. */
  readonly value: number
}

/** Counts changes of invoices in the parts of their companies, and in those of their large groups. */
export const countInvoiceParts = (changes: ReadonlyArray<Change<Invoice>>): ReadonlyArray<Statement> => {
  const ofCompany = countedParts(partsOfCompany, changes.filter(({ after, before }) => before?.total !== after?.total))
  return partStatements("count parts of invoices", invoicePartsText, countedParts(partsOfInvoice, changes), ofCompany)
}

/** Lists whose rows have one day, and name a contact or a member who may have a large group. */
const datedTables = ["expense", "purchaseOrder", "donation"] as const
type DatedTable = (typeof datedTables)[number]

/** Counts changes of expenses, purchase orders and donations in the days of the large groups of whom they name. */
export const countDayParts = (changes: Pick<ChangeSet, DatedTable>): ReadonlyArray<Statement> =>
  datedTables.flatMap((list) => countDays(list, changes))

const countDays = <T extends DatedTable>(list: T, changes: Pick<ChangeSet, DatedTable>): ReadonlyArray<Statement> => {
  const made: ReadonlyArray<Change<Tables[T]>> = changes[list]
  const partsOf = (row: Tables[T]): ReadonlyArray<Part> => dayParts(row, rowGroups[list].of(row))
  return partStatements(`count parts of ${list}`, dayPartsTexts[list], countedParts(partsOf, made), [])
}

const partsOfCompany = ({ organizationId, total }: Invoice): ReadonlyArray<Part> =>
  amountsOf(total, companyScales).map(({ amount, digits }) => partOf(organizationId, organizationId, kindOf(digits), amount))

const partsOfInvoice = (invoice: Invoice): ReadonlyArray<Part> => {
  const { fecha_emision: emision, fecha_vencimiento: vencimiento, organizationId, total } = invoice
  const { last_day } = storedStanding(invoice)
  return groupsOf(invoice).flatMap(({ id, scale }) => {
    if (!isCounted(scale)) return []
    const amounts = amountsOf(total, groupScales[scale])
      .map(({ amount, digits }) => partOf(organizationId, id, kindOf(digits), amount))
    return scale === "contact" ? [...amounts, ...partsByDay(organizationId, id, { emision, vencimiento, last_day })] : amounts
  })
}

/** The parts of a row with one day, in those of its groups that are of a contact. */
const dayParts = (
  { fecha, organizationId }: Pick<Expense, "fecha" | "organizationId">,
  groups: ReadonlyArray<RowGroup>,
): ReadonlyArray<Part> =>
  groups.flatMap(({ id, scale }) => (scale === "contact" ? partsByDay(organizationId, id, { emision: fecha }) : []))

const partsByDay = (
  organizationId: string,
  groupId: string,
  days: Readonly<Record<string, string | null>>,
): ReadonlyArray<Part> =>
  Object.entries(days).flatMap(([kind, day]) =>
    day === null ? [] : [partOf(organizationId, groupId, kind, Date.parse(day) / dayMillis)])

const partOf = (organization_id: string, group_id: string, kind: string, value: number): Part =>
  ({ id: `${group_id} ${kind} ${value}`, organization_id, group_id, kind, value })

const countedParts = <Row extends Placed>(
  partsOf: (row: Row) => ReadonlyArray<Part>,
  changes: ReadonlyArray<Change<Row>>,
): ReadonlyArray<Part> => {
  const counts: GroupCounts<Part> = new Map()
  countChanges(counts, partsOf, changes)
  return [...counts.values()]
}

const partStatements = (
  name: string,
  text: string,
  parts: ReadonlyArray<Part>,
  ofCompany: ReadonlyArray<Part>,
): ReadonlyArray<Statement> => {
  const groups = new Map(parts.map(({ group_id, organization_id }) => [group_id, organization_id]))
  if (groups.size === 0) return []
  return [{ name, text, values: [[...groups.values()], [...groups.keys()], JSON.stringify(parts), JSON.stringify(ofCompany)] }]
}

const partKey = "organization_id, group_id, kind, value"

/**
 * Adds to parts. $1 and $2 are the groups that the commit changes, $3 what it adds to their parts, $4 what it adds to those of
 * the company. `groups` is the table of the groups, and `rows` a query of the rows of a group `g`, with what parts are told by.
 *
 * - `large_groups`: those of the groups that are large, or get so by this commit (`gets_large`),
 * - `added`: the changes of the company's parts and of the large groups' parts, and all rows of those that get large.
 *
 * The ends by changes are left out for the company's parts: every change of an invoice would have to write them.
 */
const partsText = (groups: string, rows: string): string => `WITH large_groups AS MATERIALIZED (
  SELECT g.*
  FROM unnest($1::uuid[], $2::uuid[]) AS v (organization_id, id)
  CROSS JOIN LATERAL (
    SELECT g.organization_id, g.id, g.scale, g.etiqueta, NOT g.large AS gets_large
    FROM ${groups} AS g
    WHERE g.organization_id = v.organization_id AND g.id = v.id AND ${isLarge} OFFSET 0
  ) AS g
), added AS (
  SELECT ${partKey}, n, first_created, last_created, null::bigint AS first_modified, null::bigint AS last_modified
  FROM json_populate_recordset(null::group_part, $4::json)
  UNION ALL
  SELECT ${partKey}, n, ${ends.join(", ")}
  FROM json_populate_recordset(null::group_part, $3::json)
  WHERE EXISTS (SELECT FROM large_groups) AND group_id IN (SELECT id FROM large_groups)
  UNION ALL
  SELECT g.organization_id, g.id, p.kind, p.value, 1,
    r.created_sequence, r.created_sequence, r.modified_sequence, r.modified_sequence
  FROM large_groups AS g
  CROSS JOIN LATERAL (${rows}) AS r
  CROSS JOIN LATERAL parts_of_row(g.scale, r.total, r.emision, r.vencimiento, r.last_day) AS p
  WHERE g.gets_large
)
INSERT INTO group_part AS a (${partKey}, n, ${ends.join(", ")})
SELECT ${partKey}, sum(n), min(first_created), max(last_created), min(first_modified), max(last_modified)
FROM added GROUP BY ${partKey}
ON CONFLICT (${partKey}) DO UPDATE SET ${addedUp("a")}`

/** At the scale of contacts a group is under a label when that follows the contact's id, after a space. */
const invoicePartsText = partsText("invoice_group", `SELECT * FROM invoices_of_group(
  g.id, g.scale, CASE g.scale WHEN 'contact' THEN g.etiqueta LIKE '% %' ELSE g.etiqueta <> '' END
)`)

const dayPartsTextOf = (table: string): string => partsText("row_group", `SELECT
    null::bigint AS total, t.fecha AS emision, null::date AS vencimiento, null::date AS last_day,
    t.created_sequence, t.modified_sequence
  FROM ${table} AS t WHERE t.contact_group = g.id OFFSET 0`)

const dayPartsTexts: Readonly<Record<DatedTable, string>> = {
  expense: dayPartsTextOf("expense"),
  purchaseOrder: dayPartsTextOf("purchase_order"),
  donation: dayPartsTextOf("donation"),
}
