import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** By the amounts of a group, and in either order with the amounts at hand. */
const amountIndexes = (table: string): string => `
  DROP INDEX ${table}_ever_created;
  DROP INDEX ${table}_ever_modified;
  CREATE INDEX ${table}_ever_created ON ${table} (ever_group, created_sequence) INCLUDE (total);
  CREATE INDEX ${table}_ever_modified ON ${table} (ever_group, modified_sequence) INCLUDE (total);
  CREATE INDEX ${table}_total ON ${table} (ever_group, total) INCLUDE (created_sequence, modified_sequence);`

/** Invoices counted by their totals within each group, and found by them there. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
-- How many invoices of a group, at the scale 'ever', have totals that begin with these digits; and which places of
-- creation theirs have not gone beyond. The table stays, with what roles may do to it.
TRUNCATE invoice_amount;
ALTER TABLE invoice_amount DROP CONSTRAINT invoice_amount_pkey, ADD COLUMN ever_group uuid NOT NULL,
  ADD PRIMARY KEY (organization_id, ever_group, digits, amount);
INSERT INTO invoice_amount (organization_id, ever_group, digits, amount, n, first_created, last_created)
  SELECT organization_id, ever_group, s.digits, counted_amount(total, s.digits), count(*),
    min(created_sequence), max(created_sequence)
  FROM (SELECT organization_id, ever_group, total, created_sequence FROM invoice
      UNION ALL SELECT organization_id, ever_group, total, created_sequence FROM invoice_label) AS listed,
    (VALUES (1::smallint), (3::smallint)) AS s (digits)
  GROUP BY 1, 2, 3, 4;

DROP INDEX invoice_total;
DROP INDEX invoice_created;
DROP INDEX invoice_modified;
CREATE UNIQUE INDEX invoice_created ON invoice (organization_id, created_sequence);
CREATE UNIQUE INDEX invoice_modified ON invoice (organization_id, modified_sequence);
${amountIndexes("invoice")}
${amountIndexes("invoice_label")}
`))
