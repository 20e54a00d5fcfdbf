import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** The rows of a group in either order. For one donor the index has their days too, which lists look through. */
const indexes = (scale: string, beside = ""): string =>
  ["created", "modified"].map((order) =>
    `CREATE INDEX donation_${scale}_${order} ON donation (${scale}_group, ${order}_sequence)${beside};`).join("\n")

/** Donations. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
-- Whoever is named may be gone.
CREATE TABLE donation (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  importe bigint NOT NULL,
  fecha date NOT NULL,
  forma_pago text,
  socio_id uuid,
  contacto_id uuid CHECK (contacto_id IS NULL OR socio_id IS NULL),
  anonimo boolean NOT NULL,
  creado timestamptz NOT NULL,
  created_sequence bigint NOT NULL,
  modified_sequence bigint NOT NULL,
  ever_group uuid NOT NULL,
  month_group uuid NOT NULL,
  day_group uuid NOT NULL,
  contact_group uuid CHECK ((contact_group IS NULL) = (coalesce(socio_id, contacto_id) IS NULL)),
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX donation_created ON donation (organization_id, created_sequence);
CREATE UNIQUE INDEX donation_modified ON donation (organization_id, modified_sequence);
${indexes("ever")}
${indexes("month")}
${indexes("day")}
${indexes("contact", " INCLUDE (fecha) WHERE contact_group IS NOT NULL")}
`))
