import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/**
 * When a letter was sent or given up, since it is kept for some time only. For older letters that is not known: now will do.
 */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
ALTER TABLE outgoing_mail ADD COLUMN settled timestamptz;
UPDATE outgoing_mail SET settled = now() WHERE estado <> 'pending';
CREATE INDEX outgoing_mail_settled ON outgoing_mail (settled) WHERE settled IS NOT NULL;
`))
