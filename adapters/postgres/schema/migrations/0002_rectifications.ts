import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** What an invoice rectifies or is issued in exchange for, and why it was annulled. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
ALTER TABLE invoice
  ADD COLUMN rectifica jsonb,
  ADD COLUMN sustituye jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN motivo_anulacion text;
-- The rectifications of an invoice.
CREATE INDEX invoice_rectifies ON invoice (organization_id, ((rectifica -> 'original' ->> 'factura_id')), created_sequence)
  WHERE rectifica IS NOT NULL;
`))
