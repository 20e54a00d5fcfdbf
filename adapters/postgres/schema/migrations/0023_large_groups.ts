import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** How many rows make a group large: in a smaller one they are counted one by one. */
const largeFrom = 256

const invoiceDays = "fecha_emision, fecha_vencimiento, last_day_in_time"

/** Counts the rows of a table in the parts of their large groups at a scale. */
const parts = (table: string, groups: string, scale: string, row: string): string => `
  INSERT INTO group_part (organization_id, group_id, kind, value, n, first_created, last_created, first_modified, last_modified)
    SELECT g.organization_id, g.id, p.kind, p.value, count(*), min(t.created_sequence), max(t.created_sequence),
      min(t.modified_sequence), max(t.modified_sequence)
    FROM ${table} AS t JOIN ${groups} AS g ON g.organization_id = t.organization_id AND g.id = t.${scale}_group AND g.large
      CROSS JOIN LATERAL parts_of_row('${scale}', ${row}) AS p
    GROUP BY 1, 2, 3, 4;`

const amountIndex = (table: string): string =>
  `CREATE INDEX ${table}_month_total ON ${table} (month_group, total) INCLUDE (created_sequence, modified_sequence);`

const contactAmountIndex = (table: string): string =>
  `CREATE INDEX ${table}_contact_total ON ${table} (contact_group, total) INCLUDE (created_sequence, modified_sequence)
    WHERE contact_group IS NOT NULL;`

/** An index like that of invoices. */
const contactIndex = (order: string): string =>
  `CREATE INDEX invoice_label_contact_${order} ON invoice_label (contact_group, ${order}_sequence)
    INCLUDE (organization_id, standing, last_day_in_time, fecha_emision, fecha_vencimiento, total) WHERE contact_group IS NOT NULL;`

const invoicesAt = (table: string, scale: string): string =>
  `RETURN QUERY SELECT t.total, t.fecha_emision, t.fecha_vencimiento, t.last_day_in_time, t.created_sequence,
     t.modified_sequence FROM ${table} AS t WHERE t.${scale}_group = of_group;`

/** Large groups are counted by parts: months and contacts by amounts too, contacts by days. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
-- The documents of a contact in groups under each of their labels, which comes after the contact's id.
ALTER TABLE invoice_label ADD COLUMN contact_group uuid;
UPDATE invoice_label AS l SET contact_group = invoice_group_id(l.organization_id,
    replace(t.contacto_id::text, '-', '') || ' ' || l.etiqueta, 'contact', l.tipo_documento, l.tipo, l.serie, l.standing,
    null, null, null)
  FROM invoice AS t WHERE t.organization_id = l.organization_id AND t.created_sequence = l.created_sequence
    AND t.contacto_id IS NOT NULL;
INSERT INTO invoice_group (organization_id, etiqueta, scale, tipo_documento, tipo, serie, standing, n, first_created,
    last_created, first_modified, last_modified, id)
  SELECT l.organization_id, replace(t.contacto_id::text, '-', '') || ' ' || l.etiqueta, 'contact', l.tipo_documento, l.tipo,
    l.serie, l.standing, count(*), min(created_sequence), max(created_sequence), min(l.modified_sequence),
    max(l.modified_sequence), l.contact_group
  FROM invoice_label AS l JOIN invoice AS t USING (organization_id, created_sequence) WHERE l.contact_group IS NOT NULL
  GROUP BY 1, 2, 4, 5, 6, 7, l.contact_group;

-- Whether a group has held so many that its parts are counted; set by the first commit that comes upon it after that, and
-- for good.
ALTER TABLE invoice_group ADD COLUMN large boolean NOT NULL DEFAULT false;
ALTER TABLE row_group ADD COLUMN large boolean NOT NULL DEFAULT false;
UPDATE invoice_group SET large = true WHERE n >= ${largeFrom};
UPDATE row_group SET large = true WHERE n >= ${largeFrom};

-- How many rows of a large group have totals that begin with these digits, or a day (in days since 1970), and which places of
-- creation and of change theirs have not gone beyond. Under the company's own id, the totals of all of its invoices, of whose
-- changes nothing is told.
ALTER TABLE invoice_amount RENAME TO group_part;
ALTER INDEX invoice_amount_pkey RENAME TO group_part_pkey;
ALTER TABLE group_part RENAME COLUMN digits TO kind;
ALTER TABLE group_part RENAME COLUMN amount TO value;
DELETE FROM group_part WHERE group_id <> organization_id;
ALTER TABLE group_part ADD COLUMN first_modified bigint, ADD COLUMN last_modified bigint;
ALTER TABLE group_part ALTER kind TYPE text COLLATE "C" USING 'amount' || kind;

-- In which parts of a group a row is.
CREATE FUNCTION parts_of_row(scale text, total bigint, emision date, vencimiento date, last_day date)
RETURNS TABLE (kind text, value bigint) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT v.kind, v.value FROM (VALUES
    ('amount2', counted_amount(total, 2::smallint), scale = 'month'),
    ('amount3', counted_amount(total, 3::smallint), scale IN ('ever', 'contact')),
    ('emision', (emision - date '1970-01-01')::bigint, scale = 'contact'),
    ('vencimiento', (vencimiento - date '1970-01-01')::bigint, scale = 'contact'),
    ('last_day', (last_day - date '1970-01-01')::bigint, scale = 'contact')) AS v (kind, value, counted)
  WHERE v.counted AND v.value IS NOT NULL
$$;

-- In a statement's own snapshot: without what it changes itself.
CREATE FUNCTION invoices_of_group(of_group uuid, scale text, labelled boolean)
RETURNS TABLE (total bigint, emision date, vencimiento date, last_day date, created_sequence bigint, modified_sequence bigint)
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  IF scale = 'contact' AND labelled THEN ${invoicesAt("invoice_label", "contact")}
  ELSIF scale = 'contact' THEN ${invoicesAt("invoice", "contact")}
  ELSIF scale = 'ever' AND labelled THEN ${invoicesAt("invoice_label", "ever")}
  ELSIF scale = 'ever' THEN ${invoicesAt("invoice", "ever")}
  ELSIF scale = 'month' AND labelled THEN ${invoicesAt("invoice_label", "month")}
  ELSIF scale = 'month' THEN ${invoicesAt("invoice", "month")}
  END IF;
END
$$;
${parts("invoice", "invoice_group", "ever", `t.total, ${invoiceDays}`)}
${parts("invoice", "invoice_group", "month", `t.total, ${invoiceDays}`)}
${parts("invoice", "invoice_group", "contact", `t.total, ${invoiceDays}`)}
${parts("invoice_label", "invoice_group", "ever", `t.total, ${invoiceDays}`)}
${parts("invoice_label", "invoice_group", "month", `t.total, ${invoiceDays}`)}
${parts("invoice_label", "invoice_group", "contact", `t.total, ${invoiceDays}`)}
${parts("expense", "row_group", "contact", "null, t.fecha, null, null")}
${amountIndex("invoice")}
${amountIndex("invoice_label")}
${contactAmountIndex("invoice")}
${contactAmountIndex("invoice_label")}
${contactIndex("created")}
${contactIndex("modified")}
`))
