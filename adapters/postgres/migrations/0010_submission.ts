import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** How records come to the tax authority, and what it says of them. */
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

-- Seals of records (core/registry/seal.ts); those that are there are sealed as they are found.
ALTER TABLE registry_record ADD COLUMN sello text;
ALTER TABLE chain_head ADD COLUMN sello text;
ALTER TABLE registry_record DISABLE TRIGGER registry_record_append_only;
DO $$
DECLARE
  company uuid;
  seal text;
  r record;
BEGIN
  FOR r IN SELECT * FROM registry_record ORDER BY organization_id, orden LOOP
    seal := upper(encode(sha256(convert_to(concat_ws(E'\\n',
      CASE WHEN r.organization_id = company THEN seal ELSE '' END,
      replace(r.organization_id::text, '-', ''), replace(r.id::text, '-', ''), replace(r.factura_id::text, '-', ''),
      r.orden, r.tipo, CASE WHEN r.subsanacion THEN 'true' ELSE 'false' END,
      (extract(epoch FROM r.generado) * 1000)::bigint, r.huella, coalesce(r.qr, ''), r.campos), 'UTF8')), 'hex'));
    company := r.organization_id;
    UPDATE registry_record SET sello = seal WHERE organization_id = r.organization_id AND id = r.id;
  END LOOP;
END $$;
UPDATE chain_head AS h SET sello = coalesce(
  (SELECT r.sello FROM registry_record AS r WHERE r.organization_id = h.organization_id AND r.orden = h.orden), '');
ALTER TABLE registry_record ENABLE TRIGGER registry_record_append_only;
ALTER TABLE registry_record ALTER COLUMN sello SET NOT NULL;
ALTER TABLE chain_head ALTER COLUMN sello SET NOT NULL;
`))
