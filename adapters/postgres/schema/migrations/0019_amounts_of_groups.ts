import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** The invoices of a group by their amounts, and in either order together with their amounts. */
const amountIndexes = (table: string): string => `
  DROP INDEX ${table}_ever_created;
  DROP INDEX ${table}_ever_modified;
  CREATE INDEX ${table}_ever_created ON ${table} (ever_group, created_sequence) INCLUDE (total);
  CREATE INDEX ${table}_ever_modified ON ${table} (ever_group, modified_sequence) INCLUDE (total);
  CREATE INDEX ${table}_total ON ${table} (ever_group, total) INCLUDE (created_sequence, modified_sequence);`

/** Invoices are counted by their totals within each group too, and found by them there. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
-- How many invoices of a group, whatever their days, have totals that begin with these digits, and which places of creation
-- theirs have not gone beyond; under the company's own id, all of its invoices. Emptied, not made anew: what roles may do to
-- the table stays.
TRUNCATE invoice_amount;
ALTER TABLE invoice_amount DROP CONSTRAINT invoice_amount_pkey, ADD COLUMN group_id uuid NOT NULL,
  ADD PRIMARY KEY (organization_id, group_id, digits, amount);
INSERT INTO invoice_amount (organization_id, group_id, digits, amount, n, first_created, last_created)
  SELECT organization_id, group_id, digits, counted_amount(total, digits), count(*),
    min(created_sequence), max(created_sequence)
  FROM (SELECT organization_id, organization_id AS group_id, s.digits, total, created_sequence
        FROM invoice, (VALUES (1::smallint), (3::smallint)) AS s (digits)
      UNION ALL SELECT organization_id, ever_group, 2::smallint, total, created_sequence FROM invoice
      UNION ALL SELECT organization_id, ever_group, 2::smallint, total, created_sequence FROM invoice_label) AS listed
  GROUP BY 1, 2, 3, 4;

DROP INDEX invoice_total;
${amountIndexes("invoice")}
${amountIndexes("invoice_label")}
`))
