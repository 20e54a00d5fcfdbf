import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** How far a company's records have been sent to the tax authority, what it has said of them, and certificates to send with. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
-- Beside the record, which is never changed.
CREATE TABLE record_verdict (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  factura_id uuid NOT NULL,
  orden bigint NOT NULL,
  estado text NOT NULL,
  csv text,
  codigo integer,
  descripcion text,
  -- json, not jsonb: kept in the order in which it came.
  respuesta json NOT NULL,
  recibido timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);

CREATE TABLE submission_state (
  organization_id uuid NOT NULL,
  id uuid NOT NULL CHECK (id = organization_id),
  answered_through bigint NOT NULL,
  sent_through bigint NOT NULL,
  not_before timestamptz,
  failures integer NOT NULL,
  failing_since timestamptz,
  problem text,
  PRIMARY KEY (organization_id, id)
);

CREATE TABLE registry_verification (
  organization_id uuid NOT NULL,
  id uuid NOT NULL CHECK (id = organization_id),
  verificado timestamptz NOT NULL,
  registros bigint NOT NULL,
  primer_error jsonb,
  PRIMARY KEY (organization_id, id)
);

CREATE TABLE certificate (
  organization_id uuid NOT NULL,
  id uuid NOT NULL CHECK (id = organization_id),
  tipo text NOT NULL,
  -- Sealed: neither is in any table or log in clear.
  sealed_pkcs12 text NOT NULL,
  sealed_password text NOT NULL,
  titular text NOT NULL,
  caduca timestamptz NOT NULL,
  creado timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);

ALTER TABLE organization ADD COLUMN sends_records boolean NOT NULL DEFAULT false;

UPDATE invoice SET registry = registry || jsonb_build_object('aeat', null, 'held', null, 'lastRecord', (
    SELECT replace(r.id::text, '-', '') FROM registry_record AS r
    WHERE r.organization_id = invoice.organization_id AND r.factura_id = invoice.id ORDER BY r.orden DESC LIMIT 1))
  WHERE registry IS NOT NULL;
`))
