import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** Where a letter is taken for some of its recipients only: who has it, and who is refused for good. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
-- The version before writes neither.
ALTER TABLE outgoing_mail ADD COLUMN reached text[] NOT NULL DEFAULT '{}', ADD COLUMN refused text[] NOT NULL DEFAULT '{}';
`))
