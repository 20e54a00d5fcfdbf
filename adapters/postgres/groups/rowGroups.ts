import type { Tables } from "../../../core/commit/tables.ts"
import { isBelowMinimum } from "../../../core/products/stock.ts"
import type { PgRecord } from "../Statement.ts"
import { anyLabel, dayAt, groupId, type Scale, scales } from "./groups.ts"
import { contactUnder } from "./invoiceGroups.ts"

// The groups of all rows but invoices (table row_group; groups.ts tells what groups are), told apart by what the filters of
// their list ask for. Rows with a day have groups at every scale, others only at the scale `ever`. Rows that name a contact, by
// which their list is filtered, are in a group of that contact too. Contacts and products are in a group under each of their
// labels as well.

/** A group as it is stored. Its day is that of `dayAt`. */
export interface RowGroup extends Partial<Traits> {
  readonly organization_id: string
  readonly list: GroupedTable
  /** A label, or an empty text for rows whatever their labels. At the scale of contacts, the id of the contact or member. */
  readonly etiqueta: string
  readonly scale: Scale
  readonly fecha: string | null
  /** Made of all of the above. Its rows name it in a column. */
  readonly id: string
}

/** What the rows of a group have in common, by the columns of row_group. */
interface Traits {
  readonly tipo: string
  readonly clase: string
  readonly bajo_minimo: boolean
  readonly pagado: boolean
  readonly estado_aprobacion: string
  readonly forma_pago: string | null
  readonly categoria: string | null
  readonly estado: string
  readonly etapa: string
  readonly periodicidad: string
  readonly de_baja: boolean
}

/** How the groups of a list are made. */
interface Telling<Row> {
  /** In the order in which ids are made of them: what users write freely comes last. */
  readonly traitsOf: (row: Row) => Partial<Traits>
  readonly dayOf?: (row: Row) => string
  readonly contactOf?: (row: Row) => string | null
  readonly labelsOf?: (row: Row) => ReadonlyArray<string>
}

/** The lists whose rows have such groups. */
export const groupedTables = [
  "contact",
  "product",
  "expense",
  "deal",
  "store",
  "purchaseOrder",
  "member",
  "donation",
  "subscription",
  "payment",
] as const
export type GroupedTable = (typeof groupedTables)[number]

interface Owned {
  readonly organizationId: string
}

/** How the rows of a list are grouped. */
export interface RowGroups<Row> {
  /** All groups of a row. */
  readonly of: (row: Row) => ReadonlyArray<RowGroup>
  /** The columns in which a row names its groups, but for those under labels: which they are, and those of a row. */
  readonly columns: { readonly columns: ReadonlyArray<string>; readonly of: (row: Row) => PgRecord }
}

const groupsBy = <Row extends Owned>(list: GroupedTable, { contactOf, dayOf, labelsOf, traitsOf }: Telling<Row>): RowGroups<Row> => {
  const everywhere = dayOf === undefined ? (["ever"] as const) : scales
  const of = (row: Row): ReadonlyArray<RowGroup> => {
    const traits = traitsOf(row)
    const told = Object.values(traits).map((trait) => (trait === null ? "" : `=${trait}`)).join(" ")
    const day = dayOf?.(row) ?? null
    const groupAt = (etiqueta: string, scale: Scale, toldAs = etiqueta): RowGroup => {
      const fecha = dayAt[scale](day)
      const id = groupId([row.organizationId, list, scale, fecha, toldAs, told].join(" "))
      return { organization_id: row.organizationId, list, etiqueta, scale, ...traits, fecha, id }
    }
    const contact = contactOf?.(row) ?? null
    return [
      ...everywhere.map((scale) => groupAt(anyLabel, scale)),
      ...(contact === null ? [] : [groupAt(contact, "contact")]),
      // A label may hold spaces: its length, which comes first, tells where it ends.
      ...[...new Set(labelsOf?.(row))].map((label) => groupAt(label, "ever", `${[...label].length} ${label}`)),
    ]
  }
  const named: ReadonlyArray<Scale> = contactOf === undefined ? everywhere : [...everywhere, "contact"]
  return {
    of,
    columns: {
      columns: named.map((scale) => `${scale}_group`),
      of: (row) => Object.fromEntries(of(row).flatMap(({ etiqueta, id, scale }) =>
        etiqueta === anyLabel || scale === "contact" ? [[`${scale}_group`, id]] : [])),
    },
  }
}

/** How the rows of each list are grouped. */
export const rowGroups: { readonly [T in GroupedTable]: RowGroups<Tables[T]> } = {
  contact: groupsBy("contact", { traitsOf: ({ tipo }) => ({ tipo }), labelsOf: ({ etiquetas }) => etiquetas }),
  product: groupsBy("product", {
    traitsOf: (product) => ({
      clase: product.clase,
      bajo_minimo: isBelowMinimum(product),
      categoria: product.categoria,
    }),
    labelsOf: ({ etiquetas }) => etiquetas,
  }),
  expense: groupsBy("expense", {
    traitsOf: ({ categoria, estado_aprobacion, pagado }) => ({ pagado, estado_aprobacion, categoria }),
    dayOf: ({ fecha }) => fecha,
    contactOf: ({ proveedor_id }) => proveedor_id,
  }),
  deal: groupsBy("deal", {
    traitsOf: ({ estado, etapa }) => ({ estado, etapa }),
    contactOf: ({ contacto_id }) => contacto_id,
  }),
  store: groupsBy("store", { traitsOf: ({ estado }) => ({ estado }) }),
  purchaseOrder: groupsBy("purchaseOrder", {
    traitsOf: ({ estado }) => ({ estado }),
    dayOf: ({ fecha }) => fecha,
    contactOf: ({ proveedor_id }) => proveedor_id,
  }),
  member: groupsBy("member", { traitsOf: ({ baja, periodicidad }) => ({ periodicidad, de_baja: baja !== null }) }),
  donation: groupsBy("donation", {
    traitsOf: ({ forma_pago }) => ({ forma_pago }),
    dayOf: ({ fecha }) => fecha,
    contactOf: ({ contacto_id, socio_id }) => (socio_id === null ? contacto_id : contactUnder(socio_id, "socio_id")),
  }),
  subscription: groupsBy("subscription", {
    traitsOf: ({ estado }) => ({ estado }),
    contactOf: ({ contacto_id }) => contacto_id,
  }),
  payment: groupsBy("payment", { traitsOf: ({ forma_pago }) => ({ forma_pago }), dayOf: ({ fecha }) => fecha }),
}
