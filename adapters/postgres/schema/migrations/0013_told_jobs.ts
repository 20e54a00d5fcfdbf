import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** When a job's name was last sent to those who are to do it, by who looks for names that were lost. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
-- Not before the job was due.
ALTER TABLE job ADD COLUMN told timestamptz;
`))
