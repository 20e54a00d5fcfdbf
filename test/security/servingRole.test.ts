import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Redacted, Schedule } from "effect"
import * as SecretBoxWebCrypto from "../../adapters/crypto/SecretBoxWebCrypto.ts"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import { makeHttpInterface } from "../../adapters/http/httpInterface.ts"
import * as PdfPrinterNode from "../../adapters/pdf/PdfPrinterNode.ts"
import * as RateLimiterPostgres from "../../adapters/postgres/rateLimit/RateLimiterPostgres.ts"
import { holdSchema } from "../../adapters/postgres/schema/holdSchema.ts"
import { migrate } from "../../adapters/postgres/schema/migrate.ts"
import { grantServing, servingPrivileges } from "../../adapters/postgres/schema/servingRole.ts"
import { revokeAccessKey } from "../../core/access/accessKeyCommands.ts"
import { instant } from "../../core/calendar/instant.ts"
import { removeCertificate, setCertificate } from "../../core/certificates/certificateCommands.ts"
import * as GroupCommit from "../../core/commit/GroupCommit.ts"
import { setLogo } from "../../core/organizations/setLogo.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { talonarioSoftware } from "../../core/registry/talonarioSoftware.ts"
import { prune } from "../../core/retention/prune.ts"
import { makeHarness, openCompany } from "../../runtimes/memory/harness.ts"
import { serveHttp } from "../../runtimes/node/http/httpServer.ts"
import { firstInvoice, type System } from "../e2e/firstInvoice.ts"
import { storedChain } from "../e2e/storedChain.ts"
import { nameOf, operations } from "../fuzz/operations.ts"
import { makeTarget } from "../fuzz/target.ts"
import { png } from "../pdf/samplePng.ts"
import { httpRequest } from "../support/httpRequest.ts"
import { queried } from "../support/queried.ts"
import { later } from "../support/shiftedClock.ts"
import { testDatabase } from "../support/testDatabase.ts"
import { migratedDatabase } from "../support/testStorage.ts"
import { asSuperuser, madeRole, poolOf, servedDatabase, storageFor, urlAs } from "./servingDatabase.ts"

const secret = new Uint8Array(32).fill(7)
const settings = {
  publicUrl: null,
  secret,
  software: talonarioSoftware({ producer: "Talonario", producerNif: "B00000000" }),
  qrHost: "test",
} as const

firstInvoice("over HTTP, under the serving role, counted in the database", Effect.gen(function*() {
  const { serving } = yield* servedDatabase()
  const pool = poolOf(serving)
  const engine = Layer.mergeAll(
    GroupCommit.layer.pipe(Layer.provideMerge(storageFor(serving))),
    Layer.provide(SecretBoxWebCrypto.layer(secret), EntropyWebCrypto.layer),
    Layer.provide(RateLimiterPostgres.layer({ limit: 1_000, windowSeconds: 60 }), pool),
    PdfPrinterNode.layer,
  )
  const context = yield* Layer.build(engine)
  const http = yield* Effect.provide(makeHttpInterface(settings), context)
  const { url } = yield* serveHttp(http, { host: "127.0.0.1", port: 0 })
  const company = yield* Effect.provide(openCompany({ nombre: "Talleres Núñez", nif: "B12345674" }), context)
  const chain = Effect.provide(storedChain(company.organizationId), context)
  const system: System = { ...company, request: httpRequest(url), chain }
  return system
}).pipe(Effect.orDie))

describe("the serving role", () => {
  it.scopedLive("can do everything that the interface, the workers and the command line need", () =>
    Effect.gen(function*() {
      const { serving } = yield* servedDatabase()
      const storage = storageFor(serving)
      const harness = yield* makeHarness({ storage, rateLimit: { limit: 1_000_000, windowSeconds: 60 }, seed: 3 })
      const { seeded: { statuses } } = yield* makeTarget(harness)
      const failed = operations.map(nameOf).filter((name) => ![...statuses.get(name) ?? []].some((status) => status < 300))
      assert.deepStrictEqual(failed, [], "each operation was carried out")
      yield* harness.workOff
      const { organizationId } = yield* harness.openCompany()
      const certificate = { tipo: "personal", pkcs12: new Uint8Array(3), password: "x", titular: "ANA", caduca: instant(0) } as const
      yield* harness.provide(Effect.gen(function*() {
        const { run } = yield* GroupCommit.GroupCommit
        yield* setCertificate(organizationId, certificate)
        yield* run(removeCertificate(organizationId))
        yield* run(setLogo(organizationId, png({ width: 1, height: 1, depth: 8, colourType: 0, rows: [[0, 0]] })))
        const [key] = yield* (yield* Storage).accessKeys(organizationId)
        yield* run(revokeAccessKey(organizationId, key?.id ?? ""))
        assert.isAbove(yield* later(40 * 24 * 3_600_000)(Effect.provide(prune, GroupCommit.layer)), 0)
      }))
    }), 60_000)

  it.scopedLive("can change neither records nor the schema nor roles", () =>
    Effect.gen(function*() {
      const { owner, role, serving } = yield* servedDatabase()
      const standing = Effect.all([
        queried(owner, "SELECT count(*) FROM pg_class"),
        queried(owner, "SELECT * FROM information_schema.role_table_grants WHERE grantee = $1 ORDER BY table_name, privilege_type", [role]),
      ])
      const before = yield* standing
      const forbidden = [
        "UPDATE registry_record SET huella = huella", "UPDATE registry_record SET seal = ''",
        "DELETE FROM registry_record", "TRUNCATE registry_record", "TRUNCATE invoice CASCADE",
        "DELETE FROM chain_head", "DELETE FROM record_verdict", "DELETE FROM activity_entry", "DELETE FROM organization",
        "UPDATE activity_entry SET mensaje = ''", "UPDATE migration SET name = ''", "DELETE FROM access_key",
        "ALTER TABLE registry_record DISABLE TRIGGER ALL", "DROP TRIGGER registry_record_append_only ON registry_record",
        "ALTER TABLE registry_record ADD COLUMN x int", "DROP TABLE registry_record", "DROP TABLE contact",
        "CREATE TRIGGER t BEFORE INSERT ON registry_record EXECUTE FUNCTION refuse_change()",
        "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
        "CREATE RULE r AS ON UPDATE TO registry_record DO INSTEAD NOTHING", "CREATE TABLE mine (x int)",
        "CREATE TEMPORARY TABLE registry_record (x int)", "CREATE SCHEMA mine", "DROP INDEX registry_record_link",
        "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'", "SET session_replication_role = replica",
        `ALTER ROLE "${role}" SUPERUSER`, `GRANT talonario TO "${role}"`, "SET ROLE talonario", "CREATE ROLE r",
        "COPY contact TO PROGRAM 'cat'", "SELECT pg_read_file('/etc/passwd')",
      ]
      for (const statement of forbidden) {
        const { message } = yield* Effect.flip(queried(serving, statement)).pipe(
          Effect.catchAll(() => Effect.fail(new Error(`it may: ${statement}`))))
        assert.match(message, /permission denied|must be (owner|superuser)|must have|permission to|not permitted/i, statement)
      }
      // Granting a privilege that one may not grant is only a warning.
      yield* queried(serving, `GRANT UPDATE ON registry_record TO "${role}"`)
      assert.deepStrictEqual(yield* standing, before)
    }))

  it.scopedLive("is stopped by the trigger too, if somebody lets it change records after all", () =>
    Effect.gen(function*() {
      const { owner, role, serving } = yield* servedDatabase()
      yield* queried(owner, `GRANT UPDATE, DELETE, TRUNCATE ON registry_record TO "${role}"`)
      yield* queried(owner, `INSERT INTO registry_record (organization_id, id, factura_id, orden, tipo, subsanacion, generado, huella,
        cadena, campos, seal) SELECT i, i, i, 1, 'alta', false, now(), 'H', 'c', '{}', 's' FROM gen_random_uuid() AS i`)
      for (const statement of ["UPDATE registry_record SET huella = 'x'", "DELETE FROM registry_record", "TRUNCATE registry_record"]) {
        assert.match((yield* Effect.flip(queried(serving, statement))).message, /never changed nor removed/)
      }
      const { message } = yield* Effect.flip(Effect.provide(grantServing("nobody's"), poolOf(owner)))
      assert.match(message, /does not exist: CREATE ROLE "nobody's" LOGIN/)
      yield* Effect.provide(grantServing(role), poolOf(owner))
      assert.match((yield* Effect.flip(queried(serving, "DELETE FROM registry_record"))).message, /permission denied/)
    }))

  it.scopedLive("is given its privileges though another process is about to do the same", () =>
    Effect.gen(function*() {
      const { owner, role, serving } = yield* servedDatabase()
      const granting = `BEGIN; ${holdSchema}; REVOKE ALL ON invoice FROM "${role}"; SELECT pg_sleep(1.5); COMMIT`
      const other = yield* Effect.fork(queried(owner, granting))
      const sleeps = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'"
      yield* Effect.repeat(queried(owner, sleeps), { until: ({ length }) => length > 0, schedule: Schedule.spaced("50 millis") })
      yield* Effect.provide(grantServing(role), poolOf(owner))
      yield* Fiber.join(other)
      assert.strictEqual(yield* Effect.provide(migrate, poolOf(serving)), 0)
    }))

  it.scopedLive("has privileges listed for every table of the schema", () =>
    Effect.gen(function*() {
      const { url } = yield* migratedDatabase
      const tables = yield* queried(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
      assert.sameMembers(tables.map(({ tablename }) => tablename), Object.keys(servingPrivileges))
    }))

  it.scopedLive("cannot be one that could give itself more privileges", () =>
    Effect.gen(function*() {
      const { url } = yield* migratedDatabase
      const refusalOf = (role: string) =>
        Effect.map(Effect.flip(Effect.provide(grantServing(role), poolOf(url))), ({ message }) => message)
      assert.match(yield* refusalOf(new URL(Redacted.value(url)).username), /owns the tables/)
      assert.match(yield* refusalOf(yield* madeRole(url, "x", "SUPERUSER")), /superuser/)
      assert.match(yield* refusalOf(yield* madeRole(url, "x", "CREATEROLE")), /create roles/)
      assert.match(yield* refusalOf(yield* madeRole(url, "x", "IN ROLE talonario")), /owns the tables/)
      assert.match(yield* refusalOf(yield* madeRole(url, "x", "IN ROLE pg_write_all_data")), /may still change records/)
      assert.match(yield* refusalOf(yield* madeRole(url, "x", "NOINHERIT IN ROLE pg_write_all_data")), /still change records/)
      for (const group of ["pg_execute_server_program", "pg_write_server_files"]) {
        assert.match(yield* refusalOf(yield* madeRole(url, "x", `IN ROLE ${group}`)), /programs or write files on the server/)
      }
      for (const attribute of ["SUPERUSER", "CREATEROLE"]) {
        const group = yield* madeRole(url, "x", attribute)
        assert.match(yield* refusalOf(yield* madeRole(url, "x", `IN ROLE "${group}"`)), /may become, a superuser/)
      }
      const { role, serving } = yield* servedDatabase()
      const { message } = yield* Effect.flip(Effect.provide(grantServing(role), poolOf(serving)))
      assert.match(message, /by their owner only/)
    }))

  it.scopedLive("cannot be one that may hide our tables behind its own, in a database that is not the owner's", () =>
    Effect.gen(function*() {
      const { owner, role, serving } = yield* servedDatabase()
      const superuser = yield* asSuperuser(owner)
      const granted = Effect.provide(grantServing(role), poolOf(owner))
      const { pathname, username } = new URL(Redacted.value(owner))
      const database = pathname.slice(1)
      const given = (to: string) => queried(superuser, `ALTER DATABASE ${database} OWNER TO ${to}`)
      yield* Effect.acquireRelease(given("postgres"), () => Effect.orDie(given(username)))
      for (const privilege of ["TEMPORARY", "CREATE"]) {
        yield* queried(superuser, `GRANT ${privilege} ON DATABASE ${database} TO PUBLIC`)
        const { message } = yield* Effect.flip(granted)
        const revoking = message.replace(/^.* may still make schemas or temporary tables; as the owner of the database: /, "")
        yield* queried(superuser, revoking)
        yield* granted
      }
      assert.match((yield* Effect.flip(queried(serving, "CREATE TEMPORARY TABLE registry_record ()"))).message, /permission denied/)
    }))

  it.scopedLive("cannot be one that may create in another schema on the search path, whose functions would be called for ours", () =>
    Effect.gen(function*() {
      const { owner, role } = yield* servedDatabase()
      const superuser = yield* asSuperuser(owner)
      yield* queried(superuser, `CREATE SCHEMA shared; GRANT ALL ON SCHEMA shared TO PUBLIC`)
      yield* queried(owner, `ALTER ROLE CURRENT_USER IN DATABASE ${new URL(Redacted.value(owner)).pathname.slice(1)}`
        + " SET search_path = public, shared")
      const granted = Effect.provide(grantServing(role), poolOf(owner))
      const { message } = yield* Effect.flip(granted)
      yield* queried(superuser, message.replace(/^.* may still create tables or functions; as the owner of the schema: /, ""))
      yield* granted
    }))

  it.scopedLive("is told what to do when the schema is behind, or tables are not open to it", () =>
    Effect.gen(function*() {
      const { owner, role, serving } = yield* servedDatabase()
      const told = Effect.map(Effect.flip(Effect.provide(migrate, poolOf(serving))), ({ message }) => message)
      assert.strictEqual(yield* Effect.provide(migrate, poolOf(serving)), 0)
      yield* queried(owner, `REVOKE INSERT ON invoice FROM "${role}"`)
      assert.match(yield* told, /talonario migrate --serving-role NAME \(invoice: INSERT\)/)
      yield* queried(owner, `GRANT INSERT ON invoice TO "${role}"; REVOKE EXECUTE ON FUNCTION numbers_with FROM "${role}"`)
      assert.match(yield* told, /--serving-role NAME \(numbers_with\(text, text, bigint, bigint\): EXECUTE\)/)
      yield* queried(owner, `REVOKE ALL ON migration FROM "${role}"`)
      assert.match(yield* told, /may not use the tables.*talonario migrate --serving-role NAME \(migration: SELECT\)/)
      yield* queried(owner, `GRANT SELECT ON migration TO "${role}"`)
      yield* queried(owner, "DELETE FROM migration WHERE migration_id = (SELECT max(migration_id) FROM migration)")
      assert.match(yield* told, /not up to date.*may not change it.*talonario migrate.*permission denied/)
      const { url } = yield* testDatabase()
      const empty = urlAs(url, role, "of-the-serving-role")
      const { message } = yield* Effect.flip(Effect.provide(migrate, poolOf(empty)))
      assert.match(message, /not up to date.*permission denied/)
    }))
})
