import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** Fills the columns of a table that name the groups of an invoice, at every scale and under a label. */
const fillGroups = (table: string, label: string): string => {
  const days = {
    ever: "null, null, null",
    month: "month_of(last_day_in_time), month_of(fecha_emision), month_of(fecha_vencimiento)",
    day: "last_day_in_time, fecha_emision, fecha_vencimiento",
  }
  const fills = Object.entries(days).map(([scale, given]) =>
    `ALTER ${scale}_group TYPE uuid USING invoice_group_id(`
    + `organization_id, ${label}, '${scale}', tipo_documento, tipo, serie, standing, ${given}),`
    + ` ALTER ${scale}_group SET NOT NULL`)
  return `ALTER TABLE ${table} ADD COLUMN ever_group uuid, ADD COLUMN month_group uuid, ADD COLUMN day_group uuid;
    ALTER TABLE ${table} ${fills.join(", ")};`
}

/** The invoices of each group in either order. Groups of months and days have the amounts too, which lists look through. */
const groupIndexes = (table: string): string => `
  CREATE INDEX ${table}_ever_created ON ${table} (ever_group, created_sequence);
  CREATE INDEX ${table}_ever_modified ON ${table} (ever_group, modified_sequence);
  CREATE INDEX ${table}_month_created ON ${table} (month_group, created_sequence) INCLUDE (modified_sequence, total);
  CREATE INDEX ${table}_month_modified ON ${table} (month_group, modified_sequence);
  CREATE INDEX ${table}_day_created ON ${table} (day_group, created_sequence) INCLUDE (modified_sequence, total);
  CREATE INDEX ${table}_day_modified ON ${table} (day_group, modified_sequence);`

/** The columns that invoices are grouped by, and those of their places. */
const counted = "tipo_documento, tipo, serie, standing, last_day_in_time, fecha_emision, fecha_vencimiento,"
  + " created_sequence, modified_sequence"

/** Groups of invoices (groups/groups.ts), of all invoices and of those with each label. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
-- What has no last day in time never falls overdue, so it is sent for good.
UPDATE invoice SET standing = 'sent' WHERE standing = 'due' AND last_day_in_time IS NULL;

CREATE FUNCTION month_of(day date) RETURNS date LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN day - (extract(day FROM day)::integer - 1);

-- As adapters/postgres/groups/invoiceGroups.ts names a group; for whatever fills tables past it.
CREATE FUNCTION invoice_group_id(
  organization_id uuid, etiqueta text, scale text, tipo_documento text, tipo text, serie text, standing text,
  last_day date, emision date, vencimiento date
) RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  RETURN md5(replace(organization_id::text, '-', '') || ' ' || scale || ' ' || tipo_documento || ' ' || tipo
    || ' ' || standing || ' ' || coalesce(to_char(last_day, 'YYYY-MM-DD'), '')
    || ' ' || coalesce(to_char(emision, 'YYYY-MM-DD'), '')
    || ' ' || coalesce(to_char(vencimiento, 'YYYY-MM-DD'), '') || ' ' || serie || ' ' || etiqueta)::uuid;

-- The labels of each invoice, with what lists filter by and all of its groups; invoices without labels cost nothing here.
CREATE TABLE invoice_label (
  organization_id uuid NOT NULL,
  etiqueta text COLLATE "C" NOT NULL,
  created_sequence bigint NOT NULL,
  modified_sequence bigint NOT NULL,
  tipo_documento text NOT NULL,
  tipo text NOT NULL,
  serie text NOT NULL,
  standing text NOT NULL,
  last_day_in_time date,
  fecha_emision date NOT NULL,
  fecha_vencimiento date,
  total bigint NOT NULL,
  PRIMARY KEY (organization_id, etiqueta, created_sequence)
);
INSERT INTO invoice_label (organization_id, etiqueta, created_sequence, modified_sequence, tipo_documento, tipo, serie,
    standing, last_day_in_time, fecha_emision, fecha_vencimiento, total)
  SELECT DISTINCT organization_id, held.etiqueta, created_sequence, modified_sequence, tipo_documento, tipo, serie,
    standing, last_day_in_time, fecha_emision, fecha_vencimiento, total
  FROM invoice, unnest(etiquetas) AS held (etiqueta);

-- How many invoices each group holds, and which places theirs have not gone beyond. The label is empty where it does not
-- matter; days are the first of their month at the scale 'month', null at 'ever'.
CREATE TABLE invoice_group (
  organization_id uuid NOT NULL,
  etiqueta text COLLATE "C" NOT NULL,
  scale text NOT NULL,
  tipo_documento text NOT NULL,
  tipo text NOT NULL,
  serie text NOT NULL,
  standing text NOT NULL,
  last_day date,
  emision date,
  vencimiento date,
  n bigint NOT NULL,
  first_created bigint,
  last_created bigint,
  first_modified bigint,
  last_modified bigint,
  id uuid NOT NULL,
  PRIMARY KEY (organization_id, id)
) WITH (fillfactor = 50);
INSERT INTO invoice_group (organization_id, etiqueta, scale, tipo_documento, tipo, serie, standing, last_day, emision,
    vencimiento, n, first_created, last_created, first_modified, last_modified, id)
  SELECT counted.*, invoice_group_id(
    organization_id, etiqueta, scale, tipo_documento, tipo, serie, standing, last_day, emision, vencimiento)
  FROM (SELECT organization_id, etiqueta, s.scale, tipo_documento, tipo, serie, standing,
    s.last_day, s.emision, s.vencimiento, count(*),
    min(created_sequence), max(created_sequence), min(modified_sequence), max(modified_sequence)
  FROM (SELECT organization_id, '' AS etiqueta, ${counted} FROM invoice
      UNION ALL SELECT organization_id, etiqueta, ${counted} FROM invoice_label) AS listed,
    LATERAL (VALUES
      ('ever', null::date, null::date, null::date),
      ('month', month_of(last_day_in_time), month_of(fecha_emision), month_of(fecha_vencimiento)),
      ('day', last_day_in_time, fecha_emision, fecha_vencimiento)) AS s (scale, last_day, emision, vencimiento)
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) AS counted;
CREATE INDEX invoice_group_issued ON invoice_group (organization_id, etiqueta, scale, emision);
CREATE INDEX invoice_group_due ON invoice_group (organization_id, etiqueta, scale, vencimiento)
  WHERE vencimiento IS NOT NULL;
CREATE INDEX invoice_group_in_time ON invoice_group (organization_id, etiqueta, scale, last_day)
  WHERE last_day IS NOT NULL;

DROP INDEX invoice_standing;
DROP INDEX invoice_day;
DROP INDEX invoice_series;
DROP INDEX invoice_due_date;
DROP INDEX invoice_document;
DROP INDEX invoice_rectifying;
DROP INDEX invoice_labels;
DROP INDEX invoice_contact;
${fillGroups("invoice", "''")}
${fillGroups("invoice_label", "etiqueta")}
${groupIndexes("invoice")}
${groupIndexes("invoice_label")}
CREATE INDEX invoice_contact ON invoice (organization_id, contacto_id, created_sequence) INCLUDE (modified_sequence)
  WHERE contacto_id IS NOT NULL;

-- Of the counters of invoices their number stays, and those by contact are new.
DELETE FROM counter WHERE name LIKE 'invoice/%';
INSERT INTO counter (organization_id, name, n)
  SELECT organization_id, 'invoice/contact/' || replace(contacto_id::text, '-', ''), count(*)
    FROM invoice WHERE contacto_id IS NOT NULL GROUP BY organization_id, contacto_id;
`))
