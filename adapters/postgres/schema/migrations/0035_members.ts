import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** Members, and their numbers. */
export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`
CREATE TABLE member (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  numero bigint NOT NULL,
  nombre text NOT NULL,
  nif text,
  email text,
  cuota bigint NOT NULL,
  periodicidad text NOT NULL,
  alta date NOT NULL,
  baja date CHECK (baja >= alta),
  creado timestamptz NOT NULL,
  created_sequence bigint NOT NULL,
  modified_sequence bigint NOT NULL,
  search text NOT NULL,
  ever_group uuid NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX member_created ON member (organization_id, created_sequence);
CREATE UNIQUE INDEX member_modified ON member (organization_id, modified_sequence);
CREATE INDEX member_search ON member USING gin (organization_id, search gin_trgm_ops);
CREATE INDEX member_ever_created ON member (ever_group, created_sequence);
CREATE INDEX member_ever_modified ON member (ever_group, modified_sequence);

-- One row per number in use: it makes numbers unique in a company.
CREATE TABLE member_number (
  organization_id uuid NOT NULL,
  id text NOT NULL,
  socio_id uuid NOT NULL,
  PRIMARY KEY (organization_id, id)
);

-- The greatest number that a company has ever given.
CREATE TABLE member_book (
  organization_id uuid NOT NULL,
  id uuid NOT NULL CHECK (id = organization_id),
  last bigint NOT NULL,
  PRIMARY KEY (organization_id, id)
);
`))
