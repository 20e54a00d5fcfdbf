import type { ListedTable } from "../../../core/ports/Storage.ts"
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
  /** The field of the contact by which groups are made at the scale of contacts. */
  readonly contact: string | null
}

const rowGrouping = (
  list: GroupedTable,
  fields: ReadonlyArray<string>,
  { contact = null, days = {} }: Partial<Pick<Grouping, "contact" | "days">> = {},
): Grouping => ({
  rows: list,
  labels: null,
  groups: "row_group",
  own: `g.list = '${list}'`,
  fields: new Set(fields),
  days,
  contact,
})

/** The lists whose rows are counted in groups. */
export const groupings: { readonly [T in ListedTable]?: Grouping } & Record<"expense" | "invoice", Grouping> = {
  contact: rowGrouping("contact", ["tipo"]),
  product: rowGrouping("product", ["clase", "categoria"]),
  expense: rowGrouping("expense", ["categoria", "pagado", "estado_aprobacion"], {
    days: { fecha: "fecha" },
    contact: "proveedor_id",
  }),
  payment: rowGrouping("payment", ["forma_pago"], { days: { fecha: "fecha" } }),
  invoice: {
    rows: "invoice",
    labels: "invoice_label",
    groups: "invoice_group",
    own: null,
    fields: new Set(["tipo_documento", "tipo", "serie"]),
    days: { fecha_emision: "emision", fecha_vencimiento: "vencimiento" },
    contact: "contacto_id",
  },
}
