import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** Stores, whose lists ask for the state, and their orders that have become invoices. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
CREATE TABLE store (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  nombre text NOT NULL,
  plataforma text NOT NULL,
  estado text NOT NULL,
  creado timestamptz NOT NULL,
  created_sequence bigint NOT NULL,
  modified_sequence bigint NOT NULL,
  ever_group uuid NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX store_created ON store (organization_id, created_sequence);
CREATE UNIQUE INDEX store_modified ON store (organization_id, modified_sequence);
CREATE INDEX store_ever_created ON store (ever_group, created_sequence);
CREATE INDEX store_ever_modified ON store (ever_group, modified_sequence);

-- One row per order, by its store and the id that this gave it: it makes an order one invoice. Never changed or removed.
CREATE TABLE store_order (
  organization_id uuid NOT NULL,
  id text NOT NULL,
  factura_id uuid NOT NULL,
  PRIMARY KEY (organization_id, id)
);
`))
