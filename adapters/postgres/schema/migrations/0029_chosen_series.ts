import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** Whether a draft's series is only the default. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
-- The version before does not write it: where it is true, the series need not be the default.
ALTER TABLE invoice ADD COLUMN serie_por_defecto boolean NOT NULL DEFAULT true;
`))
