import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** Subscriptions, which become an invoice each period (`/suscripciones`); their lists ask for the state and the contact. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
CREATE TABLE subscription (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  contacto_id uuid NOT NULL,
  nombre text NOT NULL,
  periodicidad text NOT NULL,
  inicio date NOT NULL,
  fin date,
  serie text,
  -- As they were sent: decimals are exact texts.
  lineas jsonb NOT NULL,
  precios_con_iva boolean NOT NULL,
  emitir boolean NOT NULL,
  estado text NOT NULL,
  modo text NOT NULL,
  -- How many since inicio are over with.
  periodos integer NOT NULL,
  facturada boolean NOT NULL,
  detenida boolean NOT NULL,
  -- The draft of the last period, while it is to be issued.
  por_emitir uuid,
  creado timestamptz NOT NULL,
  created_sequence bigint NOT NULL,
  modified_sequence bigint NOT NULL,
  ever_group uuid NOT NULL,
  contact_group uuid NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX subscription_created ON subscription (organization_id, created_sequence);
CREATE UNIQUE INDEX subscription_modified ON subscription (organization_id, modified_sequence);
CREATE INDEX subscription_ever_created ON subscription (ever_group, created_sequence);
CREATE INDEX subscription_ever_modified ON subscription (ever_group, modified_sequence);
CREATE INDEX subscription_contact_created ON subscription (contact_group, created_sequence);
CREATE INDEX subscription_contact_modified ON subscription (contact_group, modified_sequence);
`))
