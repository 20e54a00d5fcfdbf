import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Fiber, Layer, Logger, Redacted, TestClock } from "effect"
import { once } from "node:events"
import { createServer, connect, type Socket } from "node:net"
import pg from "pg"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import { refuseOn } from "../../adapters/postgres/connections/failures.ts"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import * as StoragePostgres from "../../adapters/postgres/StoragePostgres.ts"
import * as GroupCommit from "../../core/commit/GroupCommit.ts"
import { createContact } from "../../core/contacts/createContact.ts"
import { draftInvoice } from "../../core/drafts/draftInvoice.ts"
import type { OrganizationId } from "../../core/identifiers/organizationId.ts"
import { issueInvoice } from "../../core/issuing/issueInvoice.ts"
import { openOrganization } from "../../core/organizations/openOrganization.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { invoiceInput, liveTerms, sampleId } from "../support/samples.ts"
import { refusals, refusingPostgres } from "../support/refusingPostgres.ts"
import { migratedDatabase } from "../support/testStorage.ts"

/** Stands between the engine and the server, and loses what the test wants to be lost. */
interface Wire {
  readonly port: number
  /**
   * Cuts the connection at the next commit. The server gets the commit at once, or 400 ms later when nobody waits for it
   * any more, or never.
   */
  readonly loseNextCommit: (heard: "at once" | "late" | "never") => void
  readonly cutAll: () => void
  /** Accepts no further connections. */
  readonly close: () => void
}

/** A wire to a PostgreSQL server until the scope closes. */
const wireTo = (target: URL) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const sockets = new Set<Socket>()
      let losing: Parameters<Wire["loseNextCommit"]>[0] | undefined
      const server = createServer({ noDelay: true }, (client) => {
        const upstream = connect({ port: Number(target.port), host: target.hostname, noDelay: true })
        let lost = false
        for (const socket of [client, upstream]) {
          sockets.add(socket)
          socket.on("error", () => socket.destroy())
          socket.on("close", () => {
            sockets.delete(socket)
            if (!lost || socket === upstream) client.destroy()
            if (socket === upstream || !lost) upstream.destroy()
          })
        }
        client.on("data", (data) => {
          const heard = losing
          if (heard !== undefined && data.includes("COMMIT")) {
            losing = undefined
            lost = true
            // If no new connection is accepted, no other one may be left to ask over.
            if (!server.listening) sockets.forEach((socket) => socket !== client && socket !== upstream && socket.destroy())
            upstream.unpipe(client)
            upstream.resume()
            if (heard === "at once") upstream.once("data", () => client.destroy())
            else client.destroy()
            if (heard === "late") setTimeout(() => upstream.write(data), 400)
            if (heard === "never") upstream.destroy()
            if (heard !== "at once") return
          }
          upstream.write(data)
        })
        upstream.pipe(client)
      })
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      const address = server.address()
      if (address === null || typeof address === "string") throw new Error("no port")
      const wire: Wire = {
        port: address.port,
        loseNextCommit: (heard) => {
          losing = heard
        },
        cutAll: () => sockets.forEach((socket) => socket.destroy()),
        close: () => void server.close(),
      }
      return { wire, server, sockets }
    }),
    ({ server, sockets }) =>
      Effect.promise(async () => {
        sockets.forEach((socket) => socket.destroy())
        if (!server.listening) return
        server.close()
        await once(server, "close")
      }),
  )

/** The engine behind a wire, and a connection of the test's own around it. */
const scenario = <A, E>(
  run: (wire: Wire, admin: pg.Client) => Effect.Effect<A, E, GroupCommit.GroupCommit | Layer.Layer.Success<typeof EntropyWebCrypto.layer>>,
) =>
  Effect.gen(function*() {
    const { url } = yield* migratedDatabase
    const target = new URL(Redacted.value(url))
    const { wire } = yield* wireTo(target)
    const wired = new URL(target)
    wired.port = String(wire.port)
    const admin = yield* Effect.acquireRelease(
      Effect.promise(async () => {
        const client = new pg.Client(target.href)
        await client.connect()
        return client
      }),
      (client) => Effect.promise(() => client.end()),
    )
    const engine = GroupCommit.layer.pipe(
      Layer.provide(StoragePostgres.layer),
      Layer.provide(PostgresPool.layer({ url: Redacted.make(wired.href), connectionsMax: 4 })),
      Layer.provideMerge(EntropyWebCrypto.layer),
    )
    return yield* Effect.provide(run(wire, admin), engine)
  })

const newCompany = Effect.map(openOrganization({ nombre: "Empresa", nif: "B12345674" }), ({ id }) => id)

const aDraft = (company: OrganizationId) =>
  Effect.gen(function*() {
    const { run } = yield* GroupCommit.GroupCommit
    const draft = yield* run(draftInvoice(company, invoiceInput({ lineas: [{ descripcion: "x", precio: 10 }] })))
    return draft.id
  })

const issue = (company: OrganizationId, id: string) =>
  Effect.flatMap(GroupCommit.GroupCommit, ({ run }) => run(issueInvoice(company, id, liveTerms)))

const count = (admin: pg.Client, sql: string) =>
  Effect.promise(async () => Number((await admin.query<{ n: string }>(sql)).rows[0]?.n))

describe("a database that fails", () => {
  for (const heard of ["at once", "late", "never"] as const) {
    it.scopedLive(`carries out a command once when the answer to its commit is lost (heard ${heard})`, () =>
      scenario((wire, admin) =>
        Effect.gen(function*() {
          const company = yield* newCompany
          const id = yield* aDraft(company)
          wire.loseNextCommit(heard)
          const { first, invoice } = yield* issue(company, id)
          assert.deepStrictEqual([first, invoice.numero], [true, 1])
          assert.strictEqual(yield* count(admin, "SELECT count(*) AS n FROM registry_record"), 1)
          assert.strictEqual(yield* count(admin, "SELECT count(*) AS n FROM outbox_event WHERE suceso = 'invoice.issued'"), 1)
          wire.loseNextCommit(heard)
          yield* aDraft(company)
          assert.strictEqual(yield* count(admin, "SELECT count(*) AS n FROM invoice"), 2)
        })))
  }

  it.scopedLive("settles a lost commit even if a restored copy has lost the row of its writer", () =>
    scenario((wire, admin) =>
      Effect.gen(function*() {
        const company = yield* newCompany
        const id = yield* aDraft(company)
        yield* Effect.promise(() => admin.query("DELETE FROM writer"))
        wire.loseNextCommit("at once")
        assert.strictEqual((yield* issue(company, id)).invoice.numero, 1)
      })))

  it.scopedLive("leaves the outcome unknown if the database cannot be asked either, without waiting for ever or filling the log", () => {
    const lines: Array<string> = []
    const logger = Logger.map(Logger.logfmtLogger, (line) => void lines.push(line))
    return scenario((wire) =>
      Effect.gen(function*() {
        const company = yield* newCompany
        const id = yield* aDraft(company)
        wire.loseNextCommit("at once")
        const issuing = yield* Effect.fork(Effect.flip(issue(company, id)))
        yield* Effect.sleep("5 millis")
        wire.close()
        assert.strictEqual((yield* Fiber.join(issuing))._tag, "StorageOutcomeUnknown")
        assert.isBelow(lines.length, 8, lines.join("\n"))
        assert.include(lines.join("\n"), "ECONNREFUSED")
      })).pipe(Effect.provide(Logger.add(logger)))
  }, 60_000)

  it.effect("is logged once a minute for each reason, and a new reason at once", () =>
    Effect.gen(function*() {
      const told: Array<unknown> = []
      const log = Logger.replace(Logger.defaultLogger, Logger.make(({ message }) => void told.push(message)))
      const refused = refuseOn(new pg.Pool())
      const outage = (reason: string) => Effect.provide(Effect.flip(refused(new Error(reason))), log)
      for (const reason of ["restarts", "restarts", "read-only", "restarts", "read-only"]) yield* outage(reason)
      yield* TestClock.adjust("1 minute")
      yield* outage("read-only")
      const text = "the database does not answer"
      assert.deepStrictEqual(told, [
        [text, { times: 1, reason: "restarts" }],
        [text, { times: 1, reason: "read-only" }],
        [text, { times: 2, reason: "read-only" }],
      ])
      for (let i = 0; i < 100; i++) yield* outage(`another ${i}`)
      assert.isBelow(told.length, 30)
    }))

  it.scopedLive("says in the log why a commit failed, such as for a full disk", () => {
    const lines: Array<string> = []
    const logger = Logger.map(Logger.logfmtLogger, (line) => void lines.push(line))
    return scenario((_, admin) =>
      Effect.gen(function*() {
        const company = yield* newCompany
        yield* Effect.promise(() =>
          admin.query(`CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$;
            CREATE TRIGGER fill BEFORE INSERT ON invoice FOR EACH ROW EXECUTE FUNCTION fill()`))
        const failed = yield* Effect.flip(aDraft(company))
        assert.strictEqual(failed._tag, "StorageUnavailable")
        assert.include(lines.join("\n"), "No space left on device")
      })).pipe(Effect.provide(Logger.add(logger)))
  })

  it.scopedLive("does not keep the connection of an interrupted transaction", () =>
    scenario((_, admin) =>
      Effect.gen(function*() {
        const { run } = yield* GroupCommit.GroupCommit
        const company = yield* newCompany
        yield* Effect.promise(() => admin.query("ALTER TABLE contact ADD CHECK (nombre <> 'imposible')"))
        for (let i = 0; i < 6; i++) yield* Effect.exit(run(createContact(company, { nombre: "imposible" })))
        yield* run(createContact(company, { nombre: "posible" }))
        assert.strictEqual(
          yield* count(admin, "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'"),
          0,
        )
      })))

  it.scopedLive("is tried again after connections are cut before the commit", () =>
    scenario((wire) =>
      Effect.gen(function*() {
        const company = yield* newCompany
        wire.cutAll()
        const ids = yield* Effect.all(Array.from({ length: 20 }, () => aDraft(company)), { concurrency: "unbounded" })
        const issuing = yield* Effect.fork(
          Effect.forEach(ids, (id) => issue(company, id), { concurrency: "unbounded" }),
        )
        yield* Effect.sleep("2 millis")
        wire.cutAll()
        const issued = yield* Fiber.join(issuing)
        assert.deepStrictEqual(
          issued.map(({ invoice }) => invoice.numero).toSorted((a, b) => (a ?? 0) - (b ?? 0)),
          Array.from({ length: 20 }, (_, i) => i + 1),
        )
      })))

  for (const [state, name] of [["40001", "serialization failure"], ["40P01", "deadlock"], ["55P03", "lock timeout"], ["25P04", "transaction timeout"]]) {
    it.scopedLive(`is tried again after a ${name} (${state})`, () =>
      scenario((_, admin) =>
        Effect.gen(function*() {
          const company = yield* newCompany
          const id = yield* aDraft(company)
          // A sequence is not rolled back, so that the first two attempts fail and the third succeeds.
          yield* Effect.promise(() =>
            admin.query(`CREATE SEQUENCE attempts; CREATE FUNCTION fail_twice() RETURNS trigger LANGUAGE plpgsql AS $$
              BEGIN
                IF nextval('attempts') <= 2 THEN RAISE EXCEPTION 'injected' USING ERRCODE = '${state}'; END IF;
                RETURN NEW;
              END $$;
              CREATE TRIGGER fail_twice BEFORE INSERT ON registry_record FOR EACH ROW EXECUTE FUNCTION fail_twice()`))
          const { invoice } = yield* issue(company, id)
          assert.strictEqual(invoice.numero, 1)
          assert.strictEqual(yield* count(admin, "SELECT last_value AS n FROM attempts"), 3)
        })))
  }

  it.scopedLive("counts as unavailable when it refuses the login", () =>
    Effect.gen(function*() {
      const { url } = yield* migratedDatabase
      for (const part of ["password", "pathname"] as const) {
        const wrong = new URL(Redacted.value(url))
        wrong[part] = "none"
        const storage = StoragePostgres.layer.pipe(
          Layer.provide(PostgresPool.layer({ url: Redacted.make(wrong.href), connectionsMax: 1 })),
          Layer.provide(EntropyWebCrypto.layer),
        )
        const failed = yield* Effect.provide(Effect.flatMap(Storage, ({ ping }) => Effect.flip(ping)), storage)
        assert.strictEqual(failed._tag, "StorageUnavailable")
      }
    }))

  for (const code of ["53300", "57P03", "08P01", "XX000", "42501"] as const) {
    it.scopedLive(`counts as unavailable when it takes no connection: ${refusals[code]}`, () =>
      Effect.gen(function*() {
        const storage = StoragePostgres.layer.pipe(
          Layer.provide(PostgresPool.layer({ url: Redacted.make(yield* refusingPostgres(code)), connectionsMax: 1 })),
          Layer.provide(EntropyWebCrypto.layer),
        )
        const opening = { organizationIds: [], keys: [] }
        const [reading, writing] = yield* Effect.provide(
          Effect.flatMap(Storage, ({ ping, transact }) =>
            Effect.all([Effect.flip(ping), Effect.flip(transact(opening, () => Effect.never))])),
          storage,
        )
        assert.deepStrictEqual([reading._tag, writing._tag], ["StorageUnavailable", "StorageUnavailable"])
      }))
  }

  it.scopedLive("fails only the command that it cannot accept, not the others in its transaction", () =>
    scenario((_, admin) =>
      Effect.gen(function*() {
        const { run } = yield* GroupCommit.GroupCommit
        const company = yield* newCompany
        yield* Effect.promise(() => admin.query("ALTER TABLE contact ADD CHECK (nombre <> 'imposible')"))
        const names = ["uno", "imposible", "dos"]
        const done = yield* Effect.forEach(names, (nombre) => Effect.exit(run(createContact(company, { nombre }))), {
          concurrency: "unbounded",
        })
        assert.deepStrictEqual(done.map(({ _tag }) => _tag), ["Success", "Failure", "Success"])
        assert.strictEqual(yield* count(admin, "SELECT count(*) AS n FROM contact"), 2)
        assert.strictEqual(yield* count(admin, "SELECT n FROM counter WHERE name = 'contact'"), 2)
      })))

  it.scopedLive("keeps the registry append-only, whoever writes", () =>
    scenario((_, admin) =>
      Effect.gen(function*() {
        const company = yield* newCompany
        yield* issue(company, yield* aDraft(company))
        for (const sql of [
          "UPDATE registry_record SET cadena = cadena || ' '",
          "DELETE FROM registry_record",
          "TRUNCATE registry_record",
        ]) {
          const refused = yield* Effect.either(Effect.tryPromise(() => admin.query(sql)))
          assert.isTrue(Either.isLeft(refused), sql)
        }
        const fork = `INSERT INTO registry_record SELECT organization_id, '${sampleId()}', factura_id, orden + 1, tipo,
          subsanacion, generado, huella, huella_anterior, cadena, campos, qr FROM registry_record`
        assert.isTrue(Either.isLeft(yield* Effect.either(Effect.tryPromise(() => admin.query(fork)))), "a fork")
      })))
})
