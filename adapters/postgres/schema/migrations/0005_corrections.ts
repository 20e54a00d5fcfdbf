import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** An index of exchanged invoices. Documents that are not invoices are never due: older rows, which said so, are corrected. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
CREATE INDEX invoice_exchanges ON invoice USING gin (sustituye jsonb_path_ops) WHERE sustituye <> '[]';

-- As core/invoices/status.ts and adapters/postgres/lists/counts/counters.ts do.
WITH due AS (
  SELECT organization_id, id, 'invoice/due/' || coalesce(to_char(last_day_in_time, 'YYYY-MM-DD'), 'never') AS name
    FROM invoice WHERE tipo_documento <> 'invoice' AND standing = 'due'
), moved AS (
  UPDATE invoice AS t SET standing = 'sent', last_day_in_time = NULL
    FROM due WHERE t.organization_id = due.organization_id AND t.id = due.id
)
INSERT INTO counter (organization_id, name, n)
  SELECT organization_id, name, sum(n) FROM (
    SELECT organization_id, name, -1 AS n FROM due UNION ALL SELECT organization_id, 'invoice/sent', 1 FROM due
  ) AS delta GROUP BY organization_id, name
  ON CONFLICT (organization_id, name) DO UPDATE SET n = counter.n + excluded.n;
`))
