import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** Seals of records (core/registry/seal.ts). Records that exist already are sealed as they are. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
ALTER TABLE registry_record ADD COLUMN seal text;
ALTER TABLE chain_head ADD COLUMN seal text;
ALTER TABLE registry_record DISABLE TRIGGER registry_record_append_only;
DO $$
DECLARE
  company uuid;
  made text;
  r record;
BEGIN
  FOR r IN SELECT * FROM registry_record ORDER BY organization_id, orden LOOP
    made := upper(encode(sha256(convert_to(concat_ws(E'\\n',
      CASE WHEN r.organization_id = company THEN made ELSE '' END,
      replace(r.organization_id::text, '-', ''), replace(r.id::text, '-', ''), replace(r.factura_id::text, '-', ''),
      r.orden, r.tipo, CASE WHEN r.subsanacion THEN 'true' ELSE 'false' END,
      (extract(epoch FROM r.generado) * 1000)::bigint, r.huella, coalesce('=' || r.qr, ''), r.campos), 'UTF8')), 'hex'));
    company := r.organization_id;
    UPDATE registry_record SET seal = made WHERE organization_id = r.organization_id AND id = r.id;
  END LOOP;
END $$;
UPDATE chain_head AS h SET seal = coalesce(
  (SELECT r.seal FROM registry_record AS r WHERE r.organization_id = h.organization_id AND r.orden = h.orden), '');
ALTER TABLE registry_record ENABLE TRIGGER registry_record_append_only;
ALTER TABLE registry_record ALTER COLUMN seal SET NOT NULL;
ALTER TABLE chain_head ALTER COLUMN seal SET NOT NULL;
`))
