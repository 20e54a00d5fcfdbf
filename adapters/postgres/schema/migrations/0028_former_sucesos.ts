import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/**
 * Which events a webhook asked for before its last changes: an event goes to the webhooks that asked for it when it happened.
 */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
-- The version before does not write it.
ALTER TABLE webhook ADD COLUMN former_sucesos json NOT NULL DEFAULT '[]';
`))
