import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** When somebody was last told of a job because its message may have been lost (core/ports/NamedJobs.ts). */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
-- Not before the job was due.
ALTER TABLE job ADD COLUMN told timestamptz;
`))
