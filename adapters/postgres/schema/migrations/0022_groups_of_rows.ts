import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** How the rows of a table are grouped, as in adapters/postgres/groups/rowGroups.ts. */
interface Grouped {
  readonly table: string
  /** In the order in which ids are made of them. */
  readonly traits: ReadonlyArray<string>
  /** The expressions of traits that are no columns. */
  readonly named?: Readonly<Record<string, string>>
  /** The days of the groups, by scale. */
  readonly days: Readonly<Record<string, string>>
}

const whatever = { ever: "null::date" }
const everyScale = { ...whatever, month: "month_of(fecha)", day: "fecha" }

const grouped: ReadonlyArray<Grouped> = [
  { table: "contact", traits: ["tipo"], days: whatever },
  {
    table: "product",
    traits: ["clase", "bajo_minimo", "categoria"],
    named: { bajo_minimo: "(stock < stock_minimo)" },
    days: whatever,
  },
  { table: "expense", traits: ["pagado", "estado_aprobacion", "categoria"], days: { ...everyScale, contact: "null::date" } },
  { table: "payment", traits: ["forma_pago"], days: everyScale },
]

/** Gives the rows of a table their groups, and counts the groups. */
const group = ({ days, named = {}, table, traits }: Grouped): string => {
  const given = traits.map((trait) => named[trait] ?? trait)
  const told = `ARRAY[${given.map((trait) => `${trait}::text`).join(", ")}]`
  const labelAt = (scale: string) => (scale === "contact" ? "replace(proveedor_id::text, '-', '')" : "''")
  const columns = Object.entries(days).map(([scale, day]) => ({ scale, day, label: labelAt(scale), column: `${scale}_group` }))
  const fills = columns.map(({ column, day, label, scale }) =>
    `ALTER ${column} TYPE uuid USING row_group_id(organization_id, '${table}', '${scale}', ${day}, ${label}, ${told})`)
  const always = columns.filter(({ scale }) => scale !== "contact")
  return `
    ALTER TABLE ${table} ${columns.map(({ column }) => `ADD COLUMN ${column} uuid`).join(", ")};
    ALTER TABLE ${table} ${[...fills, ...always.map(({ column }) => `ALTER ${column} SET NOT NULL`)].join(", ")};
    ${columns.map(({ column, day, label, scale }) => `
      INSERT INTO row_group (organization_id, list, etiqueta, scale, ${traits.join(", ")}, fecha, id, n, first_created,
          last_created, first_modified, last_modified)
        SELECT organization_id, '${table}', label, '${scale}', ${traits.join(", ")}, day, id, count(*), min(created_sequence),
          max(created_sequence), min(modified_sequence), max(modified_sequence)
        FROM (SELECT organization_id, ${label} AS label, ${given.map((one, i) => `${one} AS ${traits[i]}`).join(", ")},
            ${day} AS day, ${column} AS id, created_sequence, modified_sequence FROM ${table} WHERE ${column} IS NOT NULL) AS t
        GROUP BY organization_id, label, ${traits.join(", ")}, day, id;`).join("")}`
}

/** The rows of a group in either order. For one contact the index has their days too, which lists look through. */
const indexes = (table: string, scale: string, orders: ReadonlyArray<string>, beside = ""): string =>
  orders.map((order) => `CREATE INDEX ${table}_${scale}_${order} ON ${table} (${scale}_group, ${order}_sequence)${beside};`).join("\n")

const both = ["created", "modified"]

/** Groups of contacts, products, expenses and payments (groups/groups.ts). */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
-- How many rows of a list each group holds, and which places theirs have not gone beyond. At the scale 'contact' the label is
-- the supplier's id, else it is empty; days are the first of their month at the scale 'month'. Of the other columns a list
-- has those that it is filtered by.
CREATE TABLE row_group (
  organization_id uuid NOT NULL,
  list text NOT NULL,
  etiqueta text COLLATE "C" NOT NULL,
  scale text NOT NULL,
  tipo text,
  clase text,
  bajo_minimo boolean,
  pagado boolean,
  estado_aprobacion text,
  forma_pago text,
  categoria text,
  fecha date,
  n bigint NOT NULL,
  first_created bigint,
  last_created bigint,
  first_modified bigint,
  last_modified bigint,
  id uuid NOT NULL,
  PRIMARY KEY (organization_id, id)
) WITH (fillfactor = 50);

-- As adapters/postgres/groups/rowGroups.ts names a group; for whatever fills tables past it.
CREATE FUNCTION row_group_id(organization_id uuid, list text, scale text, fecha date, etiqueta text, traits text[])
RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  RETURN md5(replace(organization_id::text, '-', '') || ' ' || list || ' ' || scale || ' '
    || coalesce(to_char(fecha, 'YYYY-MM-DD'), '') || ' ' || etiqueta || ' '
    || (SELECT string_agg(coalesce('=' || trait, ''), ' ' ORDER BY nth) FROM unnest(traits) WITH ORDINALITY AS t (trait, nth)))::uuid;
${grouped.map(group).join("")}
CREATE INDEX row_group_days ON row_group (organization_id, list, etiqueta, scale, fecha);

DROP INDEX expense_supplier;
DROP INDEX expense_date;
DROP INDEX payment_date;
-- Payments are never changed.
DROP INDEX payment_modified;
ALTER TABLE expense ADD CHECK ((contact_group IS NULL) = (proveedor_id IS NULL));
${indexes("contact", "ever", both)}
${indexes("product", "ever", both)}
${indexes("expense", "ever", both)}
${indexes("expense", "month", both)}
${indexes("expense", "day", both)}
${indexes("expense", "contact", both, " INCLUDE (fecha) WHERE contact_group IS NOT NULL")}
${indexes("payment", "ever", ["created"])}
${indexes("payment", "month", ["created"])}
${indexes("payment", "day", ["created"])}
`))
