import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/**
 * Columns of groups for what the lists of purchase orders, subscriptions, deals, members, donations and stores are filtered by.
 */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
ALTER TABLE row_group
  ADD COLUMN estado text,
  ADD COLUMN etapa text,
  ADD COLUMN periodicidad text,
  ADD COLUMN de_baja boolean;
`))
