import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/**
 * Requests by caller, see rateLimitStatements.ts. Unlogged: counting waits for no disk, and a crash of the
 * database forgets what was counted, which harms nobody.
 */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
CREATE UNLOGGED TABLE rate_limit (
  caller uuid PRIMARY KEY,
  -- Milliseconds since 1970: of the last look, and of the requests that weigh on the window, oldest first.
  looked bigint NOT NULL,
  times bigint[] NOT NULL,
  -- How many weighed on it before the last look counted more.
  already integer NOT NULL
) WITH (fillfactor = 50, toast_tuple_target = 4000);
-- Instants of large limits: compressing them at each look costs more than it saves.
ALTER TABLE rate_limit ALTER COLUMN times SET STORAGE EXTERNAL;
`))
