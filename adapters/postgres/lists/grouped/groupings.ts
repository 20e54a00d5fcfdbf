import type { ListedTable } from "../../../../core/ports/Storage.ts"
import { anyLabel } from "../../groups/groups.ts"
import type { GroupedTable } from "../../groups/rowGroups.ts"
import { snakeCase } from "../../tables/StoredTable.ts"

/** Which filters of a list its groups decide, and where groups and rows are. */
export interface Grouping {
  /** The table of the rows, which name their groups in columns `<scale>_group`. */
  readonly rows: string
  /** The table of the rows by their labels, with the same columns, if there is one. */
  readonly labels: string | null
  /** The table of the groups `g`. */
  readonly groups: string
  /** The condition that tells these groups from those of other lists in that table; null where it has no others. */
  readonly own: string | null
  /** Fields that the rows of a group have in common. They are columns of the group. */
  readonly fields: ReadonlySet<string>
  /** The group's column of days for each field of days of its rows. */
  readonly days: Readonly<Record<string, string | undefined>>
  /** How rows are grouped at the scale of contacts, if they are. */
  readonly contact: {
    /** The field with the contact's id. */
    readonly field: string
    /** A second field by whose ids there are such groups; they have its name as a label (labelOfContacts). */
    readonly other?: string
    /** The kind of the parts of large groups that counts each field of days. */
    readonly days: Grouping["days"]
  } | null
  /** Whether `buscar` finds the groups of contacts (searches.ts). */
  readonly searched: boolean
}

/** The grouping of a list whose groups are in row_group. */
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

/** The grouping of each list whose rows are grouped. */
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

/** The label that follows an id of this field in a group's `etiqueta`; undefined where there are no groups by this field. */
export const labelOfContacts = ({ contact }: Pick<Grouping, "contact">, field: string): string | undefined => {
  if (field === contact?.field) return anyLabel
  return field === contact?.other ? field : undefined
}
