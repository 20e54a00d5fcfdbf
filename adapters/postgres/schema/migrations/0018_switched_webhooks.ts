import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** At which place in the company's order a webhook was last switched on, and off. One that is off was so by its last change. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
-- The version before writes neither.
ALTER TABLE webhook ADD COLUMN on_sequence bigint NOT NULL DEFAULT 0, ADD COLUMN off_sequence bigint NOT NULL DEFAULT 0;
UPDATE webhook SET on_sequence = created_sequence, off_sequence = CASE WHEN activo THEN 0 ELSE modified_sequence END;
`))
