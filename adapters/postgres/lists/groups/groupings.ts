import type { ListedTable } from "../../../../core/ports/Storage.ts"
import { snakeCase } from "../../tables/StoredTable.ts"
import { anyLabel } from "./groups.ts"
import type { GroupedTable } from "./rowGroups.ts"

/** What groups of the rows of a list decide, and where they are. */
export interface Grouping {
  /** The table of its rows, which name their groups in columns `<scale>_group`. */
  readonly rows: string
  /** Its table of the rows by their labels, of the same columns, if it has one. */
  readonly labels: string | null
  /** The table of its groups `g`, and what tells these from those of other lists there. */
  readonly groups: string
  readonly own: string | null
  /** What the rows of a group have in common: fields, which are columns of the group. */
  readonly fields: ReadonlySet<string>
  /** The columns of the days of a group, by fields of its rows. */
  readonly days: Readonly<Record<string, string | undefined>>
  /** The field of the contact by which groups are made at the scale of contacts, and what is counted by days there. */
  readonly contact: {
    readonly field: string
    /** Another field by whose ids such groups are made, under the field's name as a label (labelOfContacts). */
    readonly other?: string
    readonly days: Grouping["days"]
  } | null
  /** Whether the groups of contacts are found by `buscar` too (searches.ts). */
  readonly searched: boolean
}

const rowGrouping = (
  list: GroupedTable,
  fields: ReadonlyArray<string>,
  { contact = null, days = {}, labels = null }: Partial<Pick<Grouping, "contact" | "days" | "labels">> = {},
): Grouping => ({
  rows: snakeCase(list),
  labels,
  groups: "row_group",
  own: `g.list = '${list}'`,
  fields: new Set(fields),
  days,
  contact,
  searched: false,
})

const invoiceDays = { fecha_emision: "emision", fecha_vencimiento: "vencimiento" }

/** The lists whose rows are counted in groups. */
export const groupings: { readonly [T in ListedTable]?: Grouping } & Record<"expense" | "invoice", Grouping> = {
  contact: rowGrouping("contact", ["tipo"], { labels: "row_label" }),
  product: rowGrouping("product", ["clase", "categoria"], { labels: "row_label" }),
  expense: rowGrouping("expense", ["categoria", "pagado", "estado_aprobacion"], {
    days: { fecha: "fecha" },
    contact: { field: "proveedor_id", days: { fecha: "emision" } },
  }),
  deal: rowGrouping("deal", ["estado", "etapa"], { contact: { field: "contacto_id", days: {} } }),
  store: rowGrouping("store", ["estado"]),
  purchaseOrder: rowGrouping("purchaseOrder", ["estado"], {
    days: { fecha: "fecha" },
    contact: { field: "proveedor_id", days: { fecha: "emision" } },
  }),
  member: rowGrouping("member", ["periodicidad"]),
  donation: rowGrouping("donation", ["forma_pago"], {
    days: { fecha: "fecha" },
    contact: { field: "contacto_id", other: "socio_id", days: { fecha: "emision" } },
  }),
  subscription: rowGrouping("subscription", ["estado"], { contact: { field: "contacto_id", days: {} } }),
  payment: rowGrouping("payment", ["forma_pago"], { days: { fecha: "fecha" } }),
  invoice: {
    rows: "invoice",
    labels: "invoice_label",
    groups: "invoice_group",
    own: null,
    fields: new Set(["tipo_documento", "tipo", "serie"]),
    days: invoiceDays,
    contact: { field: "contacto_id", days: invoiceDays },
    searched: true,
  },
}

/** What the groups of the ids of a field have for a label, after the id; undefined where there are none by this field. */
export const labelOfContacts = ({ contact }: Pick<Grouping, "contact">, field: string): string | undefined => {
  if (field === contact?.field) return anyLabel
  return field === contact?.other ? field : undefined
}
