import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** The queue of jobs, in place of looking for due deliveries and letters; indexes for pruning. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
-- Jobs come and go in place: room in each page keeps their new versions there.
CREATE TABLE job (
  kind text NOT NULL,
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  due timestamptz NOT NULL,
  -- This taking of the job, until when it holds, and whether the job was put since.
  lease uuid,
  leased_until timestamptz,
  put_again boolean NOT NULL DEFAULT false,
  ready timestamptz GENERATED ALWAYS AS (greatest(due, leased_until)) STORED,
  -- Not the kind first: what is ready of a kind is for the other index to find, also when this one looks smaller.
  PRIMARY KEY (organization_id, id, kind)
) WITH (fillfactor = 50);
CREATE INDEX job_ready ON job (kind, ready);
CREATE INDEX job_lease ON job (lease) WHERE lease IS NOT NULL;

INSERT INTO job (kind, organization_id, id, due)
  SELECT 'fanOut', organization_id, organization_id, now() FROM outbox_event GROUP BY organization_id
  UNION ALL
  SELECT 'webhook', organization_id, webhook_id, min(proximo_intento) FROM delivery
    WHERE estado = 'pending' GROUP BY organization_id, webhook_id
  UNION ALL
  SELECT 'mail', organization_id, id, proximo_intento FROM outgoing_mail WHERE estado = 'pending';

DROP INDEX outgoing_mail_due;
DROP INDEX delivery_due;
CREATE INDEX delivery_due ON delivery (organization_id, webhook_id, proximo_intento) WHERE estado = 'pending';
CREATE INDEX delivery_settled ON delivery (settled) WHERE settled IS NOT NULL;
`))
