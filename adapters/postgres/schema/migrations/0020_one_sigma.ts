import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** In texts that are searched, both forms of the Greek sigma become one, as in core/text/plainText.ts. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(["contact", "product", "expense", "invoice"].map((table) =>
    `UPDATE ${table} SET search = replace(search, 'ς', 'σ') WHERE search LIKE '%ς%';`).join("\n")))
