import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** What was stored before is searched with one form of sigma, as core/text/plainText.ts makes it. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(["contact", "product", "expense", "invoice"].map((table) =>
    `UPDATE ${table} SET search = replace(search, 'ς', 'σ') WHERE search LIKE '%ς%';`).join("\n")))
