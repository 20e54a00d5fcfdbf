import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** An index of the invoices of a contact's group in one order, with their days and amounts. */
const contactIndex = (order: string): string =>
  `CREATE INDEX invoice_contact_${order} ON invoice (contact_group, ${order}_sequence)`
  + " INCLUDE (organization_id, standing, last_day_in_time, fecha_emision, fecha_vencimiento, total) WHERE contact_group IS NOT NULL;"

/** The documents of a contact in groups of their own, whatever their days. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
-- At the scale 'contact' the label is the contact's id.
DROP INDEX invoice_contact;
ALTER TABLE invoice ADD COLUMN contact_group uuid;
ALTER TABLE invoice ALTER contact_group TYPE uuid USING CASE WHEN contacto_id IS NOT NULL THEN invoice_group_id(
  organization_id, replace(contacto_id::text, '-', ''), 'contact', tipo_documento, tipo, serie, standing, null, null, null) END;
ALTER TABLE invoice ADD CHECK ((contact_group IS NULL) = (contacto_id IS NULL));
${contactIndex("created")}
${contactIndex("modified")}
INSERT INTO invoice_group (organization_id, etiqueta, scale, tipo_documento, tipo, serie, standing, n, first_created,
    last_created, first_modified, last_modified, id)
  SELECT organization_id, replace(contacto_id::text, '-', ''), 'contact', tipo_documento, tipo, serie, standing, count(*),
    min(created_sequence), max(created_sequence), min(modified_sequence), max(modified_sequence), contact_group
  FROM invoice WHERE contact_group IS NOT NULL GROUP BY organization_id, contacto_id, tipo_documento, tipo, serie, standing,
    contact_group;
DELETE FROM counter WHERE name LIKE 'invoice/contact/%';
`))
