import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** The tables that `buscar` looks through. */
const searched = ["contact", "product", "expense", "member", "invoice_group"]

/** Has the planner look for words in their index also where one company has many rows and a thousand others have few. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(searched.map((table) => `
-- What a company has on average is less to read than that index. With this the planner takes any for the largest it has seen.
ALTER TABLE ${table} ALTER organization_id SET (n_distinct = 1);
ANALYZE ${table};`).join("\n")))
