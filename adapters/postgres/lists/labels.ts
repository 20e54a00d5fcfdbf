import type { Change } from "../../../core/commit/tables.ts"
import type { Invoice } from "../../../core/invoices/Invoice.ts"
import { groupColumnsOf, labelsOf, storedStanding } from "./invoiceGroups.ts"
import type { PgRecord, Statement } from "../Statement.ts"

/** Keeps the labels of invoices; no statement where no invoice has, or had, any. */
export const labelStatements = (changes: ReadonlyArray<Change<Invoice>>): ReadonlyArray<Statement> => {
  const gone: Array<PgRecord> = []
  const present: Array<PgRecord> = []
  for (const { after, before } of changes) {
    if (before !== undefined) {
      gone.push(...underLabels(before).filter(({ etiqueta }) => after?.etiquetas.includes(etiqueta) !== true))
    }
    if (after !== undefined) present.push(...underLabels(after))
  }
  return [
    ...(gone.length === 0 ? [] : [{ name: "remove labels", text: removal, values: [JSON.stringify(gone)] }]),
    ...(present.length === 0 ? [] : [{ name: "keep labels", text: keeping, values: [JSON.stringify(present)] }]),
  ]
}

/** An invoice under each of its labels, with its places and what lists filter by: lists by a label walk these. */
const underLabels = (invoice: Invoice): ReadonlyArray<PgRecord & { readonly etiqueta: string }> => {
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

const key = ["organization_id", "etiqueta", "created_sequence"]

const rest = [
  "modified_sequence", "tipo_documento", "tipo", "serie", "standing", "last_day_in_time", "fecha_emision",
  "fecha_vencimiento", "total", "ever_group", "month_group", "day_group",
]

const given = "json_populate_recordset(null::invoice_label, $1::json) AS v"

const removal = `DELETE FROM invoice_label AS t USING ${given}`
  + ` WHERE ${key.map((column) => `t.${column} = v.${column}`).join(" AND ")}`

const columns = [...key, ...rest]

const keeping = `INSERT INTO invoice_label (${columns.join(", ")})`
  + ` SELECT ${columns.map((column) => `v.${column}`).join(", ")} FROM ${given} ON CONFLICT (${key.join(", ")})`
  + ` DO UPDATE SET ${rest.map((column) => `${column} = excluded.${column}`).join(", ")}`
