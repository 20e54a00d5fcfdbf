import { Array as Arrays, Effect } from "effect"
import type pg from "pg"
import { thrownText } from "../../../core/text/thrownText.ts"
import { PostgresPool, PostgresUnusable } from "../connections/PostgresPool.ts"
import { holdSchema } from "./holdSchema.ts"

/** What a role may do with the rows of a table. */
type Privilege = "SELECT" | "INSERT" | "UPDATE" | "DELETE"

const appending: ReadonlyArray<Privilege> = ["SELECT", "INSERT"]
const keeping: ReadonlyArray<Privilege> = [...appending, "UPDATE"]
const all: ReadonlyArray<Privilege> = [...keeping, "DELETE"]

/**
 * The privileges that serving and working need, table by table, and no more. Records, the activity log, logos and the orders
 * of stores are never changed. Companies, keys, numbering, the end of the chain and what the tax authority said are never
 * removed. A test finds a table that is missing here.
 */
export const servingPrivileges = {
  migration: ["SELECT"],

  registry_record: appending,
  activity_entry: appending,
  logo: appending,
  store_order: appending,

  organization: keeping,
  company_head: keeping,
  letterhead: keeping,
  access_key: keeping,
  series: keeping,
  chain_head: keeping,
  record_verdict: keeping,
  submission_state: keeping,
  registry_verification: keeping,
  member_book: keeping,
  webhook_count: keeping,
  counter: keeping,
  invoice_group: keeping,
  group_part: keeping,
  row_group: keeping,

  contact: all,
  product: all,
  product_sku: all,
  expense: all,
  deal: all,
  store: all,
  purchase_order: all,
  member: all,
  member_number: all,
  donation: all,
  subscription: all,
  invoice: all,
  payment: all,
  certificate: all,
  webhook: all,
  delivery: all,
  outgoing_mail: all,
  outbox_event: all,
  idempotency_record: all,
  invoice_label: all,
  row_label: all,
  job: all,
  rate_limit: all,
  writer: all,
} as const satisfies Readonly<Record<string, ReadonlyArray<Privilege>>>

const tables = Object.entries<ReadonlyArray<Privilege>>(servingPrivileges)

/**
 * The functions that statements call, and those that these call. Everybody may call a function, unless the database was
 * hardened (ALTER DEFAULT PRIVILEGES).
 */
const functions = [
  "counted_amount(bigint, smallint)",
  "invoices_of_group(uuid, text, boolean)",
  "numbers_with(text, text, bigint, bigint)",
  "parts_of_row(text, bigint, date, date, date)",
]

/** Finds what the current role lacks: a text `table: privileges` for each table on which it lacks some, and so for functions. */
export const missingPrivileges = {
  text: "SELECT needed.table || ': ' || string_agg(needed.privilege, ', ') AS missing"
    + " FROM unnest($1::text[], $2::text[]) AS needed (\"table\", privilege)"
    + " WHERE NOT coalesce(has_table_privilege(to_regclass(needed.table), needed.privilege), false)"
    + " GROUP BY needed.table"
    + " UNION ALL SELECT called || ': EXECUTE' FROM unnest($3::text[]) AS called"
    + " WHERE NOT coalesce(has_function_privilege(to_regprocedure(called), 'EXECUTE'), false) ORDER BY missing",
  values: [
    tables.flatMap(([table, privileges]) => privileges.map(() => table)),
    tables.flatMap(([, privileges]) => [...privileges]),
    functions,
  ],
}

/** What is known of the database and of a role. */
interface RoleFacts {
  readonly database: string
  /** Of our tables. */
  readonly schema: string
  /** The schemas on the search path. */
  readonly path: ReadonlyArray<string>
  /** Of the server, such as 170002. */
  readonly version: number
  /** Whether the current role, which asks, may grant. */
  readonly grants: boolean
  /** Whether the role, or one that it may become, is a superuser or may create roles. */
  readonly powerful: boolean
  /** Whether it may act as the server's operating system user, who can change any file of the database. */
  readonly commands: boolean
  /** Whether the role is the owner of the tables, or a member of that role. */
  readonly owns: boolean
}

const roleFacts = {
  text: "SELECT current_database() AS database, n.nspname AS schema, current_schemas(false)::text[] AS path,"
    + " current_setting('server_version_num')::int AS version, pg_has_role(t.relowner, 'USAGE') AS grants,"
    + " pg_has_role(r.oid, t.relowner, 'MEMBER') AS owns,"
    + " EXISTS (SELECT FROM pg_roles AS s WHERE (s.rolsuper OR s.rolcreaterole) AND pg_has_role(r.oid, s.oid, 'MEMBER'))"
    + " AS powerful, pg_has_role(r.oid, 'pg_execute_server_program', 'MEMBER')"
    + " OR pg_has_role(r.oid, 'pg_write_server_files', 'MEMBER') AS commands"
    + " FROM pg_roles AS r, pg_class AS t JOIN pg_namespace AS n ON n.oid = t.relnamespace"
    + " WHERE r.rolname = $1 AND t.oid = to_regclass('registry_record')",
}

/** The statements that make a role a serving one. The first of them take away privileges that it may have beyond that. */
const statementsFor = (role: string, { database, schema, path, version }: RoleFacts): ReadonlyArray<string> => {
  const to = quoted(role)
  const byPrivileges = Object.entries(Arrays.groupBy(tables, ([, privileges]) => privileges.join(", ")))
  const every = tables.map(([table]) => table).join(", ")
  return [
    `REVOKE CREATE ON SCHEMA ${path.map(quoted).join(", ")} FROM PUBLIC, ${to}`,
    `REVOKE CREATE, TEMPORARY ON DATABASE ${quoted(database)} FROM PUBLIC, ${to}`,
    `REVOKE ALL ON ${every} FROM PUBLIC, ${to}`,
    `GRANT CONNECT ON DATABASE ${quoted(database)} TO ${to}`,
    `GRANT USAGE ON SCHEMA ${quoted(schema)} TO ${to}`,
    ...byPrivileges.map(([privileges, group]) =>
      `GRANT ${privileges} ON ${group.map(([table]) => table).join(", ")} TO ${to}`),
    `GRANT EXECUTE ON FUNCTION ${functions.join(", ")} TO ${to}`,
    // To gather statistics of young tables (youngTables.ts). Older servers have no such privilege: autovacuum does it.
    ...(version < 170_000 ? [] : [`GRANT MAINTAIN ON ${every} TO ${to}`]),
  ]
}

const quoted = (name: string): string => `"${name.replaceAll("\"", "\"\"")}"`

/**
 * Lets a role serve and work on the database and nothing beyond that: it may change no schema and no record. The role must
 * exist, and must not own the tables. Answers the statements; all of them have been carried out, or, on failure, none.
 */
export const grantServing = (role: string): Effect.Effect<ReadonlyArray<string>, PostgresUnusable, PostgresPool> =>
  Effect.flatMap(PostgresPool, (pool) =>
    Effect.tryPromise({
      try: async () => {
        const client = await pool.connect()
        try {
          await client.query("BEGIN")
          // Without the lock, one of two that grant at the same time would fail: both change the same rows of the catalogue.
          await client.query(holdSchema)
          const granted = await granting(client, role)
          await client.query("COMMIT")
          return granted
        } finally {
          client.release(true)
        }
      },
      catch: (error) =>
        error instanceof PostgresUnusable ? error : refused(role, `could not be given the tables: ${thrownText(error)}`),
    }))

const granting = async (client: pg.PoolClient, role: string): Promise<ReadonlyArray<string>> => {
  const { rows: [facts] } = await client.query<RoleFacts & pg.QueryResultRow>(roleFacts.text, [role])
  if (facts === undefined) throw refused(role, `does not exist: CREATE ROLE ${quoted(role)} LOGIN PASSWORD '…'`)
  if (!facts.grants) throw refused(role, "can be given the tables by their owner only")
  if (facts.powerful) throw refused(role, "is, or may become, a superuser or one who may create roles: nothing can hold it back")
  if (facts.commands) throw refused(role, "may run programs or write files on the server: nothing can hold it back")
  if (facts.owns) throw refused(role, "owns the tables: migrate as another role than the one that serves")
  const statements = statementsFor(role, facts)
  for (const statement of statements) await client.query(statement)
  // What roles may do that it is a member of, even if it has to SET ROLE for that, and privileges on what belongs to another
  // owner were not taken away. In a schema that comes later on the search path, a function that suits a call better than the
  // one that is meant would be called by the owner.
  const { rows: [left] } = await client.query<{ creates: boolean; hides: boolean; changes: boolean }>(
    "SELECT bool_or(EXISTS (SELECT FROM unnest($2::text[]) AS n WHERE has_schema_privilege(s.oid, n, 'CREATE'))) AS creates,"
      + " bool_or(has_database_privilege(s.oid, current_database(), 'CREATE, TEMPORARY')) AS hides,"
      + " bool_or(has_table_privilege(s.oid, 'registry_record', 'UPDATE, DELETE, TRUNCATE, TRIGGER')) AS changes"
      + " FROM pg_roles AS s WHERE pg_has_role($1, s.oid, 'MEMBER')",
    [role, facts.path],
  )
  if (left?.creates !== false) {
    throw refused(role, `may still create tables or functions; as the owner of the schema: ${statements[0] ?? ""}`)
  }
  // Tables of the same names, temporary or in a schema named like the owner, would be found before ours.
  if (left.hides) {
    throw refused(role, `may still make schemas or temporary tables; as the owner of the database: ${statements[1] ?? ""}`)
  }
  if (left.changes) throw refused(role, "may still change records, by a role that it is a member of")
  return statements
}

const refused = (role: string, why: string): PostgresUnusable =>
  new PostgresUnusable({ message: `the role ${role} ${why}` })
