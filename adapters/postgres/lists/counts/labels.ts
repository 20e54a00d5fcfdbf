import type { Change, ChangeSet } from "../../../../core/commit/tables.ts"
import type { Contact } from "../../../../core/contacts/Contact.ts"
import type { Invoice } from "../../../../core/invoices/Invoice.ts"
import type { Product } from "../../../../core/products/Product.ts"
import { anyLabel } from "../../groups/groups.ts"
import { groupColumnsOf, labelsOf, storedStanding } from "../../groups/invoiceGroups.ts"
import { type RowGroup, rowGroups } from "../../groups/rowGroups.ts"
import type { PgRecord, Statement } from "../../Statement.ts"

// Lists by a label walk tables that have a row for each label of an invoice, contact or product, with its places and groups.

/** Keeps the tables of labels up to date; there are no statements when no changed row has labels, or had any. */
export const labelStatements = (changes: ChangeSet): ReadonlyArray<Statement> => [
  ...kept("labels", invoiceLabels, changes.invoice.map(moved(invoiceUnderLabels))),
  ...kept("labels of others", rowLabels, [
    ...changes.contact.map(moved(contactUnderLabels)),
    ...changes.product.map(moved(productUnderLabels)),
  ]),
]

/** A row of a table of labels. */
type Labelled = PgRecord & { readonly etiqueta: string }

/** The rows of a changed row in a table of labels, before the change and after it. */
interface Moved {
  readonly before: ReadonlyArray<Labelled>
  readonly after: ReadonlyArray<Labelled>
}

const moved = <Row>(under: (row: Row) => ReadonlyArray<Labelled>) => ({ after, before }: Change<Row>): Moved => ({
  before: before === undefined ? [] : under(before),
  after: after === undefined ? [] : under(after),
})

const invoiceUnderLabels = (invoice: Invoice): ReadonlyArray<Labelled> => {
  const { fecha_emision, fecha_vencimiento, serie, tipo, tipo_documento, total } = invoice
  const { last_day, standing } = storedStanding(invoice)
  return labelsOf(invoice).map((etiqueta) => ({
    organization_id: invoice.organizationId,
    etiqueta,
    created_sequence: invoice.createdSequence,
    modified_sequence: invoice.modifiedSequence,
    tipo_documento,
    tipo,
    serie,
    standing,
    last_day_in_time: last_day,
    fecha_emision,
    fecha_vencimiento,
    total,
    ...groupColumnsOf(invoice, etiqueta),
  }))
}

const contactUnderLabels = (contact: Contact) => rowUnderLabels("contact", contact, rowGroups.contact.of(contact))
const productUnderLabels = (product: Product) => rowUnderLabels("product", product, rowGroups.product.of(product))

const rowUnderLabels = (
  list: "contact" | "product",
  { createdSequence, modifiedSequence, organizationId }: Contact | Product,
  groups: ReadonlyArray<RowGroup>,
): ReadonlyArray<Labelled> =>
  groups.flatMap(({ etiqueta, id }) =>
    etiqueta === anyLabel ? [] : [{
      organization_id: organizationId,
      list,
      etiqueta,
      created_sequence: createdSequence,
      modified_sequence: modifiedSequence,
      ever_group: id,
    }])

/** The statements that write a table of labels. */
interface LabelTable {
  /** Inserts rows, or updates them. */
  readonly keeping: string
  readonly removal: string
}

/** A table of labels with the columns of its key and its other columns. */
const labelTable = (table: string, key: ReadonlyArray<string>, rest: ReadonlyArray<string>): LabelTable => {
  const given = `json_populate_recordset(null::${table}, $1::json) AS v`
  const columns = [...key, ...rest]
  return {
    removal: `DELETE FROM ${table} AS t USING ${given} WHERE ${key.map((column) => `t.${column} = v.${column}`).join(" AND ")}`,
    keeping: `INSERT INTO ${table} (${columns.join(", ")})
SELECT ${columns.map((column) => `v.${column}`).join(", ")} FROM ${given}
ON CONFLICT (${key.join(", ")}) DO UPDATE SET ${rest.map((column) => `${column} = excluded.${column}`).join(", ")}`,
  }
}

const invoiceLabels = labelTable("invoice_label", ["organization_id", "etiqueta", "created_sequence"], [
  "modified_sequence", "tipo_documento", "tipo", "serie", "standing", "last_day_in_time", "fecha_emision",
  "fecha_vencimiento", "total", "ever_group", "month_group", "day_group", "contact_group",
])

const rowLabels = labelTable("row_label", ["organization_id", "list", "etiqueta", "created_sequence"], [
  "modified_sequence", "ever_group",
])

const kept = (name: string, { keeping, removal }: LabelTable, rows: ReadonlyArray<Moved>): ReadonlyArray<Statement> => {
  const gone = rows.flatMap(({ after, before }) =>
    before.filter(({ etiqueta }) => after.every((one) => one.etiqueta !== etiqueta)))
  const present = rows.flatMap(({ after }) => after)
  return [
    ...(gone.length === 0 ? [] : [{ name: `remove ${name}`, text: removal, values: [JSON.stringify(gone)] }]),
    ...(present.length === 0 ? [] : [{ name: `keep ${name}`, text: keeping, values: [JSON.stringify(present)] }]),
  ]
}
