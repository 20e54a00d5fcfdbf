import { dayMillis } from "../../../../core/calendar/instant.ts"
import type { Change, ChangeSet, Tables } from "../../../../core/commit/tables.ts"
import type { Expense } from "../../../../core/expenses/Expense.ts"
import type { Invoice } from "../../../../core/invoices/Invoice.ts"
import type { Statement } from "../../Statement.ts"
import { amountsOf, companyScales, groupScales, isCounted, kindOf } from "../groups/amounts.ts"
import { groupsOf, storedStanding } from "../groups/invoiceGroups.ts"
import { type RowGroup, rowGroups } from "../groups/rowGroups.ts"
import { addedUp, countChanges, ends, type GroupCounts, isLarge, type Placed } from "./groupCounts.ts"

/**
 * What a group holds is counted one by one where more is asked than tells groups apart: amounts, or the days of a contact.
 * A large group is counted by its parts (table group_part, function parts_of_row): since a commit found it with so many
 * rows, and for good. That commit counts all that are there, and both it and those that follow add what they change.
 *
 * The groups are taken as the commit finds them, under the lock of their company. So what counts parts comes before what
 * changes rows, and before what counts their groups.
 */

/** Of a group, or of the company itself: the rows whose total begins alike, or of one day (in days since 1970). */
interface Part {
  readonly id: string
  readonly organization_id: string
  readonly group_id: string
  readonly kind: string
  readonly value: number
}

/** Adds what changes of invoices make of the parts of their companies, and of the large ones of their groups. */
export const countInvoiceParts = (changes: ReadonlyArray<Change<Invoice>>): ReadonlyArray<Statement> => {
  const ofCompany = countedParts(partsOfCompany, changes.filter(({ after, before }) => before?.total !== after?.total))
  return adding("count parts of invoices", addInvoiceParts, countedParts(partsOfInvoice, changes), ofCompany)
}

/** The lists of what is of one day, and of a contact or another who may have large groups. */
const datedTables = ["expense", "purchaseOrder", "donation"] as const
type DatedTable = (typeof datedTables)[number]

/** Adds what changes of expenses, purchase orders and donations make of the days of the large groups of whom they name. */
export const countDayParts = (changes: Pick<ChangeSet, DatedTable>): ReadonlyArray<Statement> =>
  datedTables.flatMap((list) => countDays(list, changes))

const countDays = <T extends DatedTable>(list: T, changes: Pick<ChangeSet, DatedTable>): ReadonlyArray<Statement> => {
  const made: ReadonlyArray<Change<Tables[T]>> = changes[list]
  const partsOf = (row: Tables[T]): ReadonlyArray<Part> => dayParts(row, rowGroups[list].of(row))
  return adding(`count parts of ${list}`, addingDays[list], countedParts(partsOf, made), [])
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

/** Of what is of one day, and in these groups. */
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

const adding = (
  name: string,
  text: string,
  parts: ReadonlyArray<Part>,
  ofCompany: ReadonlyArray<Part>,
): ReadonlyArray<Statement> => {
  const groups = new Map(parts.map(({ group_id, organization_id }) => [group_id, organization_id]))
  if (groups.size === 0) return []
  return [{ name, text, values: [[...groups.values()], [...groups.keys()], JSON.stringify(parts), JSON.stringify(ofCompany)] }]
}

const named = "organization_id, group_id, kind, value"

/**
 * Given the table of groups, and the rows of a group `g` as parts are told by. Nothing is read of the changes where no group
 * is large. The company's parts do not tell of changes: each would have to write them.
 */
const addingParts = (groups: string, rows: string): string =>
  "WITH come_upon AS MATERIALIZED (SELECT g.* FROM unnest($1::uuid[], $2::uuid[]) AS v (organization_id, id) CROSS JOIN LATERAL ("
  + `SELECT g.organization_id, g.id, g.scale, g.etiqueta, NOT g.large AS grows FROM ${groups} AS g`
  + ` WHERE g.organization_id = v.organization_id AND g.id = v.id AND ${isLarge} OFFSET 0) AS g), counted AS (`
  + `SELECT ${named}, n, first_created, last_created, null::bigint AS first_modified, null::bigint AS last_modified`
  + " FROM json_populate_recordset(null::group_part, $4::json) UNION ALL "
  + `SELECT ${named}, n, ${ends.join(", ")} FROM json_populate_recordset(null::group_part, $3::json)`
  + " WHERE EXISTS (SELECT FROM come_upon) AND group_id IN (SELECT id FROM come_upon) UNION ALL "
  + "SELECT g.organization_id, g.id, p.kind, p.value, 1, r.created_sequence, r.created_sequence, r.modified_sequence,"
  + ` r.modified_sequence FROM come_upon AS g CROSS JOIN LATERAL (${rows}) AS r`
  + " CROSS JOIN LATERAL parts_of_row(g.scale, r.total, r.emision, r.vencimiento, r.last_day) AS p WHERE g.grows)"
  + ` INSERT INTO group_part AS a (${named}, n, ${ends.join(", ")}) SELECT ${named}, sum(n), min(first_created), max(last_created),`
  + ` min(first_modified), max(last_modified) FROM counted GROUP BY ${named} ON CONFLICT (${named}) DO UPDATE SET ${addedUp("a")}`

// A contact's id comes before the label of its groups.
const addInvoiceParts = addingParts("invoice_group", "SELECT * FROM invoices_of_group(g.id, g.scale,"
  + " CASE g.scale WHEN 'contact' THEN g.etiqueta LIKE '% %' ELSE g.etiqueta <> '' END)")

const addDays = (table: string): string =>
  addingParts("row_group", "SELECT null::bigint AS total, t.fecha AS emision, null::date AS vencimiento,"
    + ` null::date AS last_day, t.created_sequence, t.modified_sequence FROM ${table} AS t`
    + " WHERE t.contact_group = g.id OFFSET 0")

const addingDays: Readonly<Record<DatedTable, string>> = {
  expense: addDays("expense"),
  purchaseOrder: addDays("purchase_order"),
  donation: addDays("donation"),
}
