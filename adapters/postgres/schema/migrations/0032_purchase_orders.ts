import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** The rows of a group in either order. */
const indexes = (scale: string, beside = ""): string =>
  ["created", "modified"].map((order) =>
    `CREATE INDEX purchase_order_${scale}_${order} ON purchase_order (${scale}_group, ${order}_sequence)${beside};`).join("\n")

/** Purchase orders, listed by their groups as expenses are. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
CREATE TABLE purchase_order (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  proveedor_id uuid NOT NULL,
  lineas jsonb NOT NULL,
  fecha date NOT NULL,
  notas text,
  estado text NOT NULL,
  creado timestamptz NOT NULL,
  created_sequence bigint NOT NULL,
  modified_sequence bigint NOT NULL,
  ever_group uuid NOT NULL,
  month_group uuid NOT NULL,
  day_group uuid NOT NULL,
  contact_group uuid NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX purchase_order_created ON purchase_order (organization_id, created_sequence);
CREATE UNIQUE INDEX purchase_order_modified ON purchase_order (organization_id, modified_sequence);
${indexes("ever")}
${indexes("month")}
${indexes("day")}
${indexes("contact", " INCLUDE (fecha)")}
`))
