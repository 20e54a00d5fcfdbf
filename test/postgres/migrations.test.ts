import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Logger, Redacted, Schedule } from "effect"
import pg from "pg"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import { holdSchema } from "../../adapters/postgres/schema/holdSchema.ts"
import { checkSchema, migrate, migrations } from "../../adapters/postgres/schema/migrate.ts"
import * as StoragePostgres from "../../adapters/postgres/StoragePostgres.ts"
import { organizationId } from "../../core/identifiers/organizationId.ts"
import { invoiceConditions, type InvoiceFilters } from "../../core/invoices/invoiceFilters.ts"
import type { InvoiceStatus } from "../../core/invoices/status.ts"
import { cents } from "../../core/money/cents.ts"
import { searchWords } from "../../core/pagination/searchWords.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { recipientSearchText, searchTexts } from "../../core/search/searchTexts.ts"
import { databaseAfterStep } from "../support/databaseAfterStep.ts"
import { day, sampleId, sampleOrganizationId } from "../support/samples.ts"
import { testDatabase } from "../support/testDatabase.ts"
import { migratedDatabase } from "../support/testStorage.ts"

/** Rows as the first schema stored them. */
const rowsOfTheFirst = (id: string) => `
  INSERT INTO contact (organization_id, id, nombre, nif, tipo, irpf, descuento, etiquetas, creado, created_sequence, modified_sequence)
    VALUES ('${id}', '${sampleId()}', E'Jos\\u00e9  N\\u00da\\u00d1EZ', '12345678Z', 'customer', 0, 0, '{}', now(), 1, 1);
  INSERT INTO invoice (organization_id, id, lifecycle, tipo_documento, tipo, serie, numero, recipient, fecha_emision,
      fecha_por_defecto, etiquetas, divisa, tipo_cambio, precios_con_iva, recargo_equivalencia, irpf, suplidos, lineas, rates,
      base_imponible, cuota_iva, cuota_recargo, cuota_irpf, total, cobrado, creado, created_sequence, modified_sequence, standing)
    VALUES ('${id}', '${sampleId()}', 'issued', 'invoice', 'invoice', 'A', 7,
      '{"id":"x","nombre":"\\u00c1gata","nif":null,"nif_iva":null,"email":null,"direccion":null,"ciudad":null,"cp":null,"provincia":null,"pais":null,"idioma":null}',
      '2026-01-01', false, '{}', 'EUR', 1, false, false, 0, 0, '[]', '[]', 0, 0, 0, 0, 0, 0, now(), 2, 2, 'sent');
  INSERT INTO invoice (organization_id, id, lifecycle, tipo_documento, tipo, serie, numero, fecha_emision,
      fecha_por_defecto, etiquetas, divisa, tipo_cambio, precios_con_iva, recargo_equivalencia, irpf, suplidos, lineas, rates,
      base_imponible, cuota_iva, cuota_recargo, cuota_irpf, total, cobrado, creado, created_sequence, modified_sequence, standing,
      last_day_in_time)
    VALUES ('${id}', '${sampleId()}', 'issued', 'quote', 'invoice', 'P', 1, '2026-01-01', false, '{}', 'EUR', 1, false, false, 0, 0,
      '[]', '[]', 1, 0, 0, 0, 1, 0, now(), 3, 3, 'due', '2026-01-31');
  INSERT INTO counter (organization_id, name, n) VALUES
    ('${id}', 'invoice', 2), ('${id}', 'invoice/sent', 1), ('${id}', 'invoice/due/2026-01-31', 1);
  INSERT INTO registry_record (organization_id, id, factura_id, orden, tipo, subsanacion, generado, huella, cadena, campos)
    VALUES ('${id}', '${sampleId()}', '${sampleId()}', 1, 'alta', false, now(), 'H', 'c', '{}');`

const run = (url: Redacted.Redacted<string>, sql: string, values: ReadonlyArray<unknown> = []) =>
  Effect.promise(async () => {
    const client = new pg.Client(Redacted.value(url))
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(sql, [...values])).rows
    } finally {
      await client.end()
    }
  })

const noRecipient = {
  id: "x", nif_iva: null, email: null, direccion: null, ciudad: null, cp: null, provincia: null, pais: null, idioma: null,
}

/** Inserts one more row like the first, with the given columns. */
const oneMore = (table: string) =>
  `INSERT INTO ${table} SELECT made.* FROM (SELECT * FROM ${table} ORDER BY created_sequence LIMIT 1) AS first,`
  + ` LATERAL jsonb_populate_record(null::${table}, to_jsonb(first) || $1::jsonb) AS made`

/** A database with the first schema. `migrated` brings it up to date and provides its storage. */
const firstDatabase = Effect.gen(function*() {
  const { url } = yield* databaseAfterStep("0001_first_invoice")
  const migrated = StoragePostgres.layer.pipe(
    Layer.provideMerge(EntropyWebCrypto.layer),
    Layer.provideMerge(Layer.effectDiscard(migrate)),
    Layer.provideMerge(PostgresPool.layer({ url, connectionsMax: 2 })),
  )
  return { url, migrated }
})

/**
 * Characters that are hard to compare: composed and decomposed accents, all kinds of blanks, letters without a
 * decomposition.
 */
const texts = [
  "José  NÚÑEZ", "ÁÉÍÓÚ àèìòù Çç ÜÏ", "Ssss Messi s sÀez", " borde ", "tab\ty\nlínea\r\nfin", "a\u00a0b\u2003c\u202fd\u3000e\ufefff",
  "e\u0301n\u0303 aparte", "ŁÓDŹ Ωμέγα ÆØ ß", "ΚΩΣ ΚΩΣΤΑΣ κωςσ", "İstanbul ı", "ﬁn ² Ⅻ", "x\u20dd\u1dc4\ufe20", "日本 한글 😀", "[^s] \\s u0300 %_", "-",
]

describe("the steps of the schema", () => {
  it.scopedLive("make old rows searchable and counted", () =>
    Effect.gen(function*() {
      const { migrated, url } = yield* firstDatabase
      const id = sampleId()
      yield* run(url, rowsOfTheFirst(id))
      const contacto_id = sampleId()
      const labelled = { contacto_id, tipo_documento: "invoice", fecha_emision: "2025-12-01", etiquetas: ["norte", "norte"] }
      const places = (place: number) => ({ id: sampleId(), numero: place, created_sequence: place, modified_sequence: place })
      yield* run(url, oneMore("invoice"), [{ ...places(10), ...labelled, standing: "paid", total: -123_456 }])
      const due = { standing: "due", fecha_vencimiento: "2026-01-10", last_day_in_time: "2026-01-10", total: 5 }
      yield* run(url, oneMore("invoice"), [{ ...places(11), ...labelled, ...due }])
      yield* Effect.provide(
        Effect.gen(function*() {
          const { page } = yield* Storage
          const query = { organizationId: organizationId(id), orden: "antiguo", after: null, limit: 5 } as const
          const found = (words: string) => ({ ...query, conditions: [{ kind: "search", words: searchWords(words) } as const] })
          assert.strictEqual((yield* page("contact", found("nunez 5678"))).total, 1)
          assert.strictEqual((yield* page("contact", found("nunes"))).total, 0)
          assert.strictEqual((yield* page("invoice", found("agata a-7"))).total, 1)
          const of = (estado: InvoiceStatus) =>
            page("invoice", { ...query, conditions: [{ kind: "status", estado, today: day("2026-11-20") }] })
          assert.strictEqual((yield* of("overdue")).total, 1)
          assert.strictEqual((yield* of("sent")).total, 2)
          assert.strictEqual((yield* page("registryRecord", { ...query, conditions: [] })).total, 1)
          const filtered = (filters: InvoiceFilters) =>
            Effect.map(
              page("invoice", { ...query, conditions: invoiceConditions(filters, day("2026-11-20"), "Europe/Madrid") }),
              ({ rows, total }) => [rows.length, total],
            )
          assert.deepStrictEqual(yield* filtered({ emision_desde: "2026-01-01", emision_hasta: "2026-01-01" }), [2, 2])
          assert.deepStrictEqual(yield* filtered({ emision_hasta: "2025-12-31" }), [2, 2])
          assert.deepStrictEqual(yield* filtered({ tipo_documento: "quote" }), [1, 1])
          assert.deepStrictEqual(yield* filtered({ tipo: "invoice" }), [4, 4])
          assert.deepStrictEqual(yield* filtered({ serie: "A" }), [3, 3])
          assert.deepStrictEqual(yield* filtered({ estado: "sent", serie: "A", emision_hasta: "2026-01-15" }), [1, 1])
          assert.deepStrictEqual(yield* filtered({ contacto_id }), [2, 2])
          assert.deepStrictEqual(yield* filtered({ contacto_id, estado: "overdue" }), [1, 1])
          assert.deepStrictEqual(yield* filtered({ contacto_id, tipo: "invoice", total_max: cents(-100_000) }), [1, 1])
          assert.deepStrictEqual(yield* filtered({ contacto_id: sampleId() }), [0, 0])
          assert.deepStrictEqual(yield* filtered({ etiqueta: "norte" }), [2, 2])
          assert.deepStrictEqual(yield* filtered({ etiqueta: "norte", estado: "paid" }), [1, 1])
          assert.deepStrictEqual(yield* filtered({ estado: "overdue", vencimiento_desde: "2026-01-10" }), [1, 1])
          assert.deepStrictEqual(yield* filtered({ estado: "overdue", etiqueta: "norte", total_max: cents(5) }), [1, 1])
          assert.deepStrictEqual(yield* filtered({ total_max: cents(4) }), [3, 3])
          assert.deepStrictEqual(yield* filtered({ total_min: cents(-123_456), total_max: cents(-123_456) }), [1, 1])
          assert.deepStrictEqual(yield* filtered({ total_min: cents(-200_000), total_max: cents(-100_000) }), [1, 1])
          assert.deepStrictEqual(yield* filtered({ estado: "paid", total_max: cents(-100_000) }), [1, 1])
          assert.deepStrictEqual(yield* filtered({ estado: "paid", etiqueta: "norte", total_max: cents(-100_000) }), [1, 1])
        }),
        migrated,
      )
    }))

  it.scopedLive("write the same search texts as commits do", () =>
    Effect.gen(function*() {
      const { migrated, url } = yield* firstDatabase
      const id = sampleOrganizationId()
      yield* run(url, rowsOfTheFirst(id))
      for (const [i, text] of texts.entries()) {
        const places = { created_sequence: i + 10, modified_sequence: i + 10 }
        const recipient = { ...noRecipient, nombre: text, nif: `n ${text}` }
        yield* run(url, oneMore("contact"), [{ ...places, id: sampleId(), nombre: text, referencia: text }])
        yield* run(url, oneMore("invoice"), [{ ...places, id: sampleId(), numero: i === 0 ? null : i + 10, recipient }])
      }
      yield* Effect.provide(
        Effect.gen(function*() {
          const { page } = yield* Storage
          const query = { organizationId: id, orden: "antiguo", after: null, limit: 50, conditions: [] } as const
          const { rows: contacts } = yield* page("contact", query)
          const { rows: invoices } = yield* page("invoice", query)
          const expected = [...contacts.map(searchTexts.contact), ...invoices.map(recipientSearchText)]
          const stored = "SELECT search FROM contact UNION ALL SELECT CASE WHEN t.numero IS NULL THEN g.search"
            + " ELSE left(g.search, -length(t.serie) - 2) END FROM invoice AS t JOIN invoice_group AS g ON g.id = t.contact_group"
          assert.sameMembers((yield* run(url, stored)).map(({ search }) => search), expected)
          assert.isAbove(expected.length, 2 * texts.length)
        }),
        migrated,
      )
    }))

  it.scopedLive("are carried out even if later ones were before", () =>
    Effect.gen(function*() {
      const { url } = yield* migratedDatabase
      const pool = PostgresPool.layer({ url, connectionsMax: 1 })
      yield* run(url, "DROP TABLE subscription, store, store_order; DELETE FROM migration WHERE migration_id IN (31, 34)")
      const { message } = yield* Effect.flip(Effect.provide(checkSchema, pool))
      assert.match(message, /not up to date/)
      assert.strictEqual(yield* Effect.provide(migrate, pool), 2)
      yield* Effect.provide(checkSchema, pool)
      const [{ taken } = {}] = yield* run(url, "SELECT array_agg(name ORDER BY migration_id) AS taken FROM migration")
      assert.deepStrictEqual(taken, Object.keys(migrations).map((name) => name.slice(5)))
    }))

  it.scopedLive("that the database refuses are reported with the reason, and none is carried out", () =>
    Effect.gen(function*() {
      const { migrated, url } = yield* firstDatabase
      yield* run(url, "CREATE TABLE subscription ()")
      const refused = yield* Effect.flip(Effect.scoped(Layer.build(migrated)))
      assert.strictEqual(refused.message, 'the step 0031_subscriptions: relation "subscription" already exists')
      assert.deepStrictEqual(yield* run(url, "SELECT migration_id FROM migration"), [{ migration_id: 1 }])
    }))

  it.scopedLive("of which one loses its connection are reported with that reason, and none is carried out", () =>
    Effect.gen(function*() {
      const { migrated, url } = yield* firstDatabase
      const holding = yield* Effect.fork(run(url, "BEGIN; LOCK TABLE contact; SELECT pg_sleep(2); COMMIT"))
      const refused = yield* Effect.fork(Effect.flip(Effect.scoped(Layer.build(migrated))))
      const waits = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
      yield* Effect.repeat(run(url, waits), { until: ({ length }) => length > 0, schedule: Schedule.spaced("50 millis") })
      const { message } = yield* Fiber.join(refused)
      assert.strictEqual(message, "the step 0003_whole_interface: terminating connection due to administrator command")
      yield* Fiber.join(holding)
      assert.deepStrictEqual(yield* run(url, "SELECT migration_id FROM migration"), [{ migration_id: 1 }])
    }))

  it.scopedLive("of a later version are warned of, once", () =>
    Effect.gen(function*() {
      const { url } = yield* migratedDatabase
      const pool = PostgresPool.layer({ url, connectionsMax: 1 })
      const told: Array<string> = []
      const logger = Logger.make(({ logLevel, message }) => void told.push(`${logLevel.label} ${String(message)}`))
      const heard = Effect.provide(Effect.provide(migrate, pool), Logger.replace(Logger.defaultLogger, logger))
      assert.strictEqual(yield* heard, 0)
      assert.deepStrictEqual(told, [])
      yield* run(url, "INSERT INTO migration (migration_id, name) VALUES (9001, 'one'), (9002, 'another')")
      assert.strictEqual(yield* heard, 0)
      const expected = "the schema of the database is that of a later version (steps unknown here: 2): replace this one as its notes say"
      assert.deepStrictEqual(told, [`WARN ${expected}`])
    }))

  it.scopedLive("warn where sessions lost what they were to start with, as behind a pooler that ignores it", () =>
    Effect.gen(function*() {
      const { url } = yield* migratedDatabase
      const told: Array<string> = []
      const logger = Logger.make(({ logLevel, message }) => void told.push(`${logLevel.label} ${String(message)}`))
      for (const session of ["own", "pooled"] as const) {
        const layer = PostgresPool.layer({ url, connectionsMax: 1, session })
        yield* Effect.gen(function*() {
          yield* migrate
          const pool = yield* PostgresPool.PostgresPool
          yield* Effect.promise(() => pool.query("SET enable_seqscan = on"))
          yield* migrate
          yield* checkSchema
        }).pipe(Effect.provide(layer), Effect.provide(Logger.replace(Logger.defaultLogger, logger)))
      }
      assert.lengthOf(told, 2, "of `migrate` and `checkSchema` on a session of our own that lacks them")
      for (const line of told) assert.match(line, /^WARN sessions of the database lack the settings.*"pooled"/)
    }))

  it.scopedLive("tell of a file that the address names and that is not there", () =>
    Effect.gen(function*() {
      const url = Redacted.make("postgres://ana:secreta@127.0.0.1:1/none?sslmode=verify-full&sslrootcert=/none/ca.crt")
      const pool = PostgresPool.layer({ url, connectionsMax: 1 })
      for (const use of [migrate, checkSchema]) {
        const { message } = yield* Effect.flip(Effect.provide(use, pool))
        assert.match(message, /^ENOENT: .*\/none\/ca\.crt/)
        assert.notInclude(message, "secreta")
      }
    }))

  it.scopedLive("name the extensions that are needed if they cannot be created", () =>
    Effect.gen(function*() {
      const { url } = yield* testDatabase()
      yield* run(url, `REVOKE CREATE ON DATABASE ${new URL(Redacted.value(url)).pathname.slice(1)} FROM CURRENT_USER`)
      const refused = yield* Effect.flip(Effect.provide(migrate, PostgresPool.layer({ url, connectionsMax: 1 })))
      assert.match(refused.message, /needs the extensions pg_trgm and btree_gin.*the right to CREATE.*permission denied/s)
    }))

  it.scopedLive("say who may make the first tables, where to look for their schema, and what makes a database read-only", () =>
    Effect.gen(function*() {
      const { url } = yield* testDatabase()
      const refusedWith = (options: string) =>
        Effect.flip(Effect.provide(migrate, PostgresPool.layer({
          url: Redacted.make(`${Redacted.value(url)}?${new URLSearchParams({ options }).toString()}`),
          connectionsMax: 1,
        })))
      assert.match((yield* refusedWith("-c search_path=none")).message, /no schema has been selected to create in.*search_path/)
      assert.match((yield* refusedWith("-c default_transaction_read_only=on")).message,
        /read-only transaction.*standby.*default_transaction_read_only/)
      yield* run(url, "CREATE SCHEMA of_another; REVOKE CREATE ON SCHEMA of_another FROM CURRENT_USER")
      assert.match((yield* refusedWith("-c search_path=of_another")).message,
        /of the database, where there are none.*permission denied for schema of_another/)
    }))

  it.scopedLive("ask for the encoding of a database in which not every character can be stored", () =>
    Effect.gen(function*() {
      const { url } = yield* testDatabase()
      const latin = new URL(Redacted.value(url))
      latin.pathname += "_latin9"
      const name = latin.pathname.slice(1)
      yield* Effect.acquireRelease(
        run(url, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN9' LOCALE_PROVIDER libc LOCALE 'C'`),
        () => run(url, `DROP DATABASE ${name}`),
      )
      const pool = PostgresPool.layer({ url: Redacted.make(latin.href), connectionsMax: 1 })
      const { message } = yield* Effect.flip(Effect.provide(migrate, pool))
      assert.strictEqual(message, "the database has the encoding LATIN9, which lacks characters: make one with ENCODING 'UTF8' TEMPLATE template0")
    }))

  it.scopedLive("wait for those of another process, and may take longer than other statements", () =>
    Effect.gen(function*() {
      const { url } = yield* testDatabase()
      const hurried = new URL(Redacted.value(url))
      hurried.search = "?statement_timeout=400&lock_timeout=200"
      const other = yield* Effect.fork(run(url, `BEGIN; ${holdSchema}; SELECT pg_sleep(1.5); COMMIT`))
      yield* Effect.sleep("500 millis")
      const pool = PostgresPool.layer({ url: Redacted.make(hurried.href), connectionsMax: 1 })
      assert.strictEqual(yield* Effect.provide(migrate, pool), Object.keys(migrations).length)
      yield* Fiber.join(other)
    }))
})
