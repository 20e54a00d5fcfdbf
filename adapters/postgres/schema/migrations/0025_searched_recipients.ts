import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** The number of a document comes first in its text, and has no blank in it. */
const reference = "CASE WHEN numero IS NULL THEN '' ELSE split_part(search, ' ', 1) END"

/** The text of a contact's group: its recipient, and the series of what has numbers. */
const common = `btrim(substr(search, length(${reference}) + 1)) || CASE WHEN numero IS NULL THEN '' ELSE ' ' || lower(serie COLLATE "C") || '-' END`

const contactGroup = `invoice_group_id(organization_id, replace(contacto_id::text, '-', ''), 'contact', tipo_documento, tipo, serie,
    standing, null, null, null, ${common})`

const ofContacts = "scale = 'contact' AND etiqueta NOT LIKE '% %'"

/** Recipients are looked for once, with all of their documents, instead of in each. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
-- What all documents of a contact's group are found by; those with another text are another group.
ALTER TABLE invoice_group ADD COLUMN search text;
CREATE FUNCTION invoice_group_id(
  organization_id uuid, etiqueta text, scale text, tipo_documento text, tipo text, serie text, standing text,
  last_day date, emision date, vencimiento date, search text
) RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  RETURN md5(replace(organization_id::text, '-', '') || ' ' || scale || ' ' || tipo_documento || ' ' || tipo
    || ' ' || standing || ' ' || coalesce(to_char(last_day, 'YYYY-MM-DD'), '')
    || ' ' || coalesce(to_char(emision, 'YYYY-MM-DD'), '')
    || ' ' || coalesce(to_char(vencimiento, 'YYYY-MM-DD'), '') || ' ' || serie || ' ' || etiqueta
    || coalesce(E'\\n' || search, ''))::uuid;

DELETE FROM group_part AS p USING invoice_group AS g
  WHERE g.organization_id = p.organization_id AND g.id = p.group_id AND ${ofContacts};
DELETE FROM invoice_group WHERE ${ofContacts};
INSERT INTO invoice_group (organization_id, etiqueta, scale, tipo_documento, tipo, serie, standing, search, n, first_created,
    last_created, first_modified, last_modified, large, id)
  SELECT organization_id, replace(contacto_id::text, '-', ''), 'contact', tipo_documento, tipo, serie, standing, min(${common}),
    count(*), min(created_sequence), max(created_sequence), min(modified_sequence), max(modified_sequence), count(*) >= 256,
    ${contactGroup}
  FROM invoice WHERE contacto_id IS NOT NULL GROUP BY organization_id, contacto_id, tipo_documento, tipo, serie, standing, 15;

DROP INDEX invoice_search;
ALTER TABLE invoice
  ALTER contact_group TYPE uuid USING CASE WHEN contacto_id IS NOT NULL THEN ${contactGroup} END,
  ALTER search TYPE text USING CASE WHEN contacto_id IS NULL THEN search ELSE ${reference} END;
CREATE INDEX invoice_search ON invoice USING gin (organization_id, search gin_trgm_ops) WHERE search <> '';
CREATE INDEX invoice_alone ON invoice (organization_id, created_sequence) INCLUDE (modified_sequence, search)
  WHERE contact_group IS NULL AND search <> '';
CREATE INDEX invoice_group_search ON invoice_group USING gin (organization_id, search gin_trgm_ops) WHERE search <> '';

INSERT INTO group_part (organization_id, group_id, kind, value, n, first_created, last_created, first_modified, last_modified)
  SELECT g.organization_id, g.id, p.kind, p.value, count(*), min(t.created_sequence), max(t.created_sequence),
    min(t.modified_sequence), max(t.modified_sequence)
  FROM invoice AS t JOIN invoice_group AS g ON g.organization_id = t.organization_id AND g.id = t.contact_group AND g.large
    CROSS JOIN LATERAL parts_of_row('contact', t.total, t.fecha_emision, t.fecha_vencimiento, t.last_day_in_time) AS p
  GROUP BY 1, 2, 3, 4;
`))
