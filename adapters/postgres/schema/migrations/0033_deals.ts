import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** Deals; their lists ask for the state, the stage and the contact. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
CREATE TABLE deal (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  titulo text NOT NULL,
  contacto_id uuid,
  importe bigint NOT NULL,
  etapa text NOT NULL,
  estado text NOT NULL,
  motivo text,
  creado timestamptz NOT NULL,
  created_sequence bigint NOT NULL,
  modified_sequence bigint NOT NULL,
  ever_group uuid NOT NULL,
  contact_group uuid,
  PRIMARY KEY (organization_id, id),
  CHECK ((contact_group IS NULL) = (contacto_id IS NULL)),
  CHECK (motivo IS NULL OR estado = 'lost')
);
CREATE UNIQUE INDEX deal_created ON deal (organization_id, created_sequence);
CREATE UNIQUE INDEX deal_modified ON deal (organization_id, modified_sequence);
CREATE INDEX deal_ever_created ON deal (ever_group, created_sequence);
CREATE INDEX deal_ever_modified ON deal (ever_group, modified_sequence);
CREATE INDEX deal_contact_created ON deal (contact_group, created_sequence) WHERE contact_group IS NOT NULL;
CREATE INDEX deal_contact_modified ON deal (contact_group, modified_sequence) WHERE contact_group IS NOT NULL;
`))
