import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** Invoices are counted by their totals and found by them. The indexes of both orders have the totals too. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
-- As adapters/postgres/lists/grouped/amounts.ts counts them; for whatever fills tables past it.
CREATE FUNCTION counted_amount(total bigint, digits smallint) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN total - total % power(10::numeric, greatest(0, length(abs(total)::text) - digits))::bigint;

-- How many invoices have totals that begin with these digits, all digits at the scale 15; and which places of creation
-- theirs have not gone beyond.
CREATE TABLE invoice_amount (
  organization_id uuid NOT NULL,
  digits smallint NOT NULL,
  amount bigint NOT NULL,
  n bigint NOT NULL,
  first_created bigint,
  last_created bigint,
  PRIMARY KEY (organization_id, digits, amount)
) WITH (fillfactor = 70);
INSERT INTO invoice_amount (organization_id, digits, amount, n, first_created, last_created)
  SELECT organization_id, 15, total, count(*), min(created_sequence), max(created_sequence)
  FROM invoice GROUP BY organization_id, total;
INSERT INTO invoice_amount (organization_id, digits, amount, n, first_created, last_created)
  SELECT organization_id, s.digits, counted_amount(amount, s.digits), sum(n), min(first_created), max(last_created)
  FROM invoice_amount, (VALUES (1::smallint), (3::smallint)) AS s (digits)
  GROUP BY 1, 2, 3;

CREATE INDEX invoice_total ON invoice (organization_id, total) INCLUDE (created_sequence, modified_sequence);
DROP INDEX invoice_created;
DROP INDEX invoice_modified;
CREATE UNIQUE INDEX invoice_created ON invoice (organization_id, created_sequence) INCLUDE (total);
CREATE UNIQUE INDEX invoice_modified ON invoice (organization_id, modified_sequence) INCLUDE (total);
`))
