import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** Logos at the head of documents; and, in issued invoices, the issuer's IGIC regime, which tells what a zero rate meant. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
CREATE TABLE logo (
  organization_id uuid NOT NULL,
  id text NOT NULL,
  tipo text NOT NULL,
  ancho integer NOT NULL,
  alto integer NOT NULL,
  contenido bytea NOT NULL,
  creado timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);

CREATE TABLE letterhead (
  organization_id uuid NOT NULL,
  id uuid NOT NULL CHECK (id = organization_id),
  logos jsonb NOT NULL,
  PRIMARY KEY (organization_id, id)
);

UPDATE invoice AS t SET issuer = t.issuer || jsonb_build_object('regimen_igic', o.regimen_igic)
  FROM organization AS o WHERE o.organization_id = t.organization_id AND t.issuer IS NOT NULL;
`))
