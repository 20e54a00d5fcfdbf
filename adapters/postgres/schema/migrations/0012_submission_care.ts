import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** What the submission of records has to remember beside how far it has got. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
ALTER TABLE submission_state ADD COLUMN last_sent timestamptz;
ALTER TABLE submission_state ADD COLUMN suspects integer;
ALTER TABLE submission_state ADD COLUMN refused_alone integer NOT NULL DEFAULT 0;
ALTER TABLE submission_state ADD COLUMN vigilance text NOT NULL DEFAULT 'watching';
ALTER TABLE submission_state ADD COLUMN announced timestamptz;
`))
