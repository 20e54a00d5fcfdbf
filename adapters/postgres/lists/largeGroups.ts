import type { Change } from "../../../core/commit/tables.ts"
import type { Expense } from "../../../core/expenses/Expense.ts"
import type { Invoice } from "../../../core/invoices/Invoice.ts"
import type { OrganizationId } from "../../../core/organizations/Organization.ts"
import type { Statement } from "../Statement.ts"
import { amountsOf, companyScales, kindOf } from "./amounts.ts"
import { groupsOf, storedStanding } from "./invoiceGroups.ts"
import { rowGroups } from "./rowGroups.ts"

/**
 * What a group holds is counted one by one where more is asked than tells groups apart: amounts, or the days of a contact.
 * A large group is counted by its parts (table group_part, function parts_of_row): since a commit found it with so many
 * rows, and for good. That commit counts all that are there, and both it and those that follow add what they change.
 *
 * The groups are taken as the commit finds them, under the lock of their company. So what counts parts comes before what
 * changes rows, and before what counts their groups.
 */

/** Rows that make a group large. */
const largeFrom = 256

/** Whether the parts of a group `g` are counted, from this commit on at the latest. */
export const isLarge = `(g.large OR g.n >= ${largeFrom})`

/** A row before a change or after it: what it adds to parts of its groups. */
interface Moved {
  readonly organization_id: OrganizationId
  readonly groups: ReadonlyArray<string>
  readonly n: 1 | -1
  readonly created_sequence: number
  readonly total: number | null
  readonly emision: string
  readonly vencimiento: string | null
  readonly last_day: string | null
}

/** What it adds to a part of the company itself: of its invoices with totals that begin alike. */
interface CompanyPart {
  readonly organization_id: string
  readonly group_id: string
  readonly kind: string
  readonly value: number
  n: number
  first_created: number | null
  last_created: number | null
}

/** Adds what changes of invoices make of the parts of their companies, and of the large ones of their groups. */
export const countInvoiceParts = (changes: ReadonlyArray<Change<Invoice>>): ReadonlyArray<Statement> => {
  const company = new Map<string, CompanyPart>()
  for (const { after, before } of changes) {
    if (before?.total === after?.total) continue
    if (before !== undefined) addToCompany(company, before, -1)
    if (after !== undefined) addToCompany(company, after, 1)
  }
  return adding("count parts of invoices", addInvoiceParts, changes, movedInvoice, [...company.values()])
}

/** Adds what changes of expenses make of the parts of their suppliers' large groups. */
export const countExpenseParts = (changes: ReadonlyArray<Change<Expense>>): ReadonlyArray<Statement> =>
  adding("count parts of expenses", addExpenseParts, changes, movedExpense, [])

const addToCompany = (
  parts: Map<string, CompanyPart>,
  { createdSequence, organizationId, total }: Invoice,
  n: 1 | -1,
): void => {
  for (const { amount, digits } of amountsOf(total, companyScales)) {
    const key = `${organizationId}/${digits}/${amount}`
    const part = parts.get(key) ?? {
      organization_id: organizationId,
      group_id: organizationId,
      kind: kindOf(digits),
      value: amount,
      n: 0,
      first_created: null,
      last_created: null,
    }
    parts.set(key, part)
    part.n += n
    if (n === -1) continue
    part.first_created = Math.min(part.first_created ?? createdSequence, createdSequence)
    part.last_created = Math.max(part.last_created ?? createdSequence, createdSequence)
  }
}

const movedInvoice = (invoice: Invoice, n: 1 | -1): Moved => ({
  organization_id: invoice.organizationId,
  groups: groupsOf(invoice).flatMap(({ id, scale }) => (scale === "day" ? [] : [id])),
  n,
  created_sequence: invoice.createdSequence,
  total: invoice.total,
  emision: invoice.fecha_emision,
  vencimiento: invoice.fecha_vencimiento,
  last_day: storedStanding(invoice).last_day,
})

const movedExpense = (expense: Expense, n: 1 | -1): Moved => ({
  organization_id: expense.organizationId,
  groups: rowGroups.expense.of(expense).flatMap(({ id, scale }) => (scale === "contact" ? [id] : [])),
  n,
  created_sequence: expense.createdSequence,
  total: null,
  emision: expense.fecha,
  vencimiento: null,
  last_day: null,
})

const adding = <Row>(
  name: string,
  text: string,
  changes: ReadonlyArray<Change<Row>>,
  movedOf: (row: Row, n: 1 | -1) => Moved,
  company: ReadonlyArray<CompanyPart>,
): ReadonlyArray<Statement> => {
  const moved = changes.flatMap(({ after, before }) => [
    ...(before === undefined ? [] : [movedOf(before, -1)]),
    ...(after === undefined ? [] : [movedOf(after, 1)]),
  ])
  const groups = new Map(moved.flatMap((row) => row.groups.map((id) => [id, row.organization_id])))
  if (groups.size === 0) return []
  return [{ name, text, values: [[...groups.values()], [...groups.keys()], JSON.stringify(moved), JSON.stringify(company)] }]
}

const columns = "organization_id, group_id, kind, value, n, first_created, last_created"

const movedColumns = "organization_id uuid, groups uuid[], n integer, created_sequence bigint, total bigint, emision date,"
  + " vencimiento date, last_day date"

/**
 * Given the table of groups, and the rows of a group `g` as parts are told by. Nothing is read of the changes where no group
 * is large.
 */
const addingParts = (groups: string, rows: string): string =>
  "WITH come_upon AS MATERIALIZED (SELECT g.* FROM unnest($1::uuid[], $2::uuid[]) AS v (organization_id, id) CROSS JOIN LATERAL ("
  + `SELECT g.organization_id, g.id, g.scale, g.etiqueta, NOT g.large AS grows FROM ${groups} AS g`
  + ` WHERE g.organization_id = v.organization_id AND g.id = v.id AND ${isLarge} OFFSET 0) AS g), counted AS (`
  + `SELECT ${columns} FROM json_populate_recordset(null::group_part, $4::json) UNION ALL `
  + "SELECT g.organization_id, g.id, p.kind, p.value, v.n, CASE v.n WHEN 1 THEN v.created_sequence END,"
  + ` CASE v.n WHEN 1 THEN v.created_sequence END FROM json_to_recordset($3::json) AS v (${movedColumns})`
  + " CROSS JOIN LATERAL unnest(v.groups) AS named (id) JOIN come_upon AS g ON g.id = named.id"
  + " CROSS JOIN LATERAL parts_of_row(g.scale, v.total, v.emision, v.vencimiento, v.last_day) AS p"
  + " WHERE EXISTS (SELECT FROM come_upon) UNION ALL "
  + "SELECT g.organization_id, g.id, p.kind, p.value, 1, r.created_sequence, r.created_sequence"
  + ` FROM come_upon AS g CROSS JOIN LATERAL (${rows}) AS r`
  + " CROSS JOIN LATERAL parts_of_row(g.scale, r.total, r.emision, r.vencimiento, r.last_day) AS p WHERE g.grows)"
  + ` INSERT INTO group_part AS a (${columns}) SELECT organization_id, group_id, kind, value, sum(n), min(first_created),`
  + " max(last_created) FROM counted GROUP BY organization_id, group_id, kind, value"
  + " ON CONFLICT (organization_id, group_id, kind, value) DO UPDATE SET n = a.n + excluded.n,"
  + " first_created = least(a.first_created, excluded.first_created),"
  + " last_created = greatest(a.last_created, excluded.last_created)"

// A contact's id comes before the label of its groups.
const addInvoiceParts = addingParts("invoice_group", "SELECT * FROM invoices_of_group(g.id, g.scale,"
  + " CASE g.scale WHEN 'contact' THEN g.etiqueta LIKE '% %' ELSE g.etiqueta <> '' END)")

const addExpenseParts = addingParts("row_group", "SELECT null::bigint AS total, t.fecha AS emision, null::date AS vencimiento,"
  + " null::date AS last_day, t.created_sequence FROM expense AS t WHERE t.contact_group = g.id OFFSET 0")
