import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { idOf, simpleDraft } from "../http/scene.ts"
import { damagedDatabase, recordCount } from "./damagedDatabase.ts"
import { found } from "./keptRegistry.ts"

/** Other values for a column of each type, as SQL expressions. */
const others: Readonly<Record<string, (column: string) => ReadonlyArray<string>>> = {
  "text": (column) => [`coalesce(${column}, '') || 'x'`, `''`, `md5(coalesce(${column}, ''))`],
  "bigint": (column) => [`${column} + 1`, `-${column}`, "9223372036854775807"],
  "boolean": (column) => [`NOT ${column}`],
  "uuid": () => ["gen_random_uuid()"],
  "timestamp with time zone": (column) => [`${column} + interval '1 millisecond'`, "'infinity'"],
  "date": (column) => [`${column} + 1`, "'infinity'"],
  "json": (column) => [
    `(${column}::jsonb || '{"Nuevo": "x"}')::json`, `(${column}::jsonb - 'IDVersion')::json`, "'[]'", "'null'", `'"x"'`, "'{}'",
    `'{"IDVersion": 1}'`, `jsonb_set(${column}::jsonb, '{SistemaInformatico,Version}', '"9"')::json`,
    // The same fields in another order make another message.
    `${column}::jsonb::json`,
  ],
}

const valuesOf = (column: string, type: string): ReadonlyArray<string> =>
  (others[type] ?? (() => assert.fail(`no value for ${column}`)))(column)

const nullable = new Set(["huella_anterior", "qr"])

/** Places whose record has null in such a column: the first of the chain, the annulment. */
const isNull = new Map([["huella_anterior", 1], ["qr", 3]])

describe("a registry in PostgreSQL", () => {
  it.scoped("is intact as it was made", () =>
    Effect.gen(function*() {
      const { check, other } = yield* damagedDatabase
      for (const id of [undefined, other.organizationId]) {
        assert.deepStrictEqual(yield* check(id), { registros: recordCount, primer_error: null })
      }
    }))

  it.scoped("from before there were seals is sealed as it is found", () =>
    Effect.gen(function*() {
      const { sealAgain, sql } = yield* damagedDatabase
      const seals = "SELECT id, seal FROM registry_record UNION ALL SELECT id, seal FROM chain_head ORDER BY id"
      const made = yield* sql(seals)
      yield* sql("ALTER TABLE registry_record DROP COLUMN seal; ALTER TABLE chain_head DROP COLUMN seal")
      yield* sealAgain
      assert.deepStrictEqual(yield* sql(seals), made)
    }))

  it.scoped("shows any change to any column of any record, and to the head", () =>
    Effect.gen(function*() {
      const { foundAfter, organizationId, sql } = yield* damagedDatabase
      const columns = "SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_name = $1"
      const columnsOf = (table: string) => sql(columns, table)
      let changes = 0
      for (const { name, type } of yield* columnsOf("registry_record")) {
        const column = String(name)
        for (const value of [...valuesOf(column, String(type)), ...(nullable.has(column) ? ["NULL"] : [])]) {
          for (const orden of [1, 3, recordCount]) {
            if (value === "NULL" && isNull.get(column) === orden) continue
            const edit = `UPDATE registry_record SET ${column} = ${value} WHERE organization_id = $1 AND orden = $2`
            const report = yield* foundAfter(edit, organizationId, orden)
            const { clase } = report.primer_error ?? assert.fail(`${column} = ${value} of ${orden}`)
            changes += 1
            if (column === "organization_id") assert.strictEqual(clase, "missing")
            else if (column !== "orden") assert.strictEqual(found(report), `${orden} edited`, `${column} = ${value}`)
          }
        }
      }
      for (const { name, type } of yield* columnsOf("chain_head")) {
        for (const value of valuesOf(String(name), String(type))) {
          // The id of a head is its company's, and is only used to find it.
          if (name === "id") continue
          const edit = `UPDATE chain_head SET ${String(name)} = ${value} WHERE organization_id = $1`
          assert.isNotNull((yield* foundAfter(edit, organizationId)).primer_error, edit)
          changes += 1
        }
      }
      assert.isAbove(changes, 90)
    }), 60_000)

  it.scoped("shows invoices that disagree with it", () =>
    Effect.gen(function*() {
      const { foundAfter, invoiceAt, organizationId } = yield* damagedDatabase
      const id = yield* invoiceAt(2)
      const where = "WHERE organization_id = $1 AND id = $2"
      const edits = [
        "serie = 'Z'", "numero = 9", "fecha_emision = fecha_emision - 1", "fecha_emision = 'infinity'", "total = total + 1",
        "base_imponible = base_imponible + 100", "cuota_iva = 0", "numero = 9223372036854775807", "lifecycle = 'draft'",
        "issuer = jsonb_set(issuer, '{nif}', '\"B87654323\"')", "issuer = NULL", "issuer = '[]'", "registry = NULL", "lifecycle = 'x'",
        "lifecycle = 'cancelled'", "registry = registry || '{\"qr\": \"https://example.org\"}'", "registry = registry || '{\"registrada_en\": 1}'",
        "registry = registry || '{\"registrada_en\": \"x\"}'", "registry = registry || '{\"lastRecord\": \"AB\"}'", "registry = registry || '{\"huella\": \"AB\"}'",
        "cuota_iva = cuota_iva - 100, cuota_recargo = cuota_recargo + 100", "lineas = jsonb_set(lineas, '{0,descripcion}', '\"Otra\"')",
        "rates = '[]'", "lineas = '[]'", "issuer = issuer || '{\"nombre\": \"Otra\"}'", "rates = jsonb_set(rates, '{0,cuota}', '0')",
      ]
      for (const edit of edits) {
        const report = yield* foundAfter(`UPDATE invoice SET ${edit} ${where}`, organizationId, id)
        assert.deepInclude(report.primer_error, { orden: 2, clase: "edited", factura_id: id }, edit)
      }
      const removed = yield* foundAfter(`DELETE FROM invoice ${where}`, organizationId, id)
      assert.deepInclude(removed.primer_error, { orden: 2, clase: "missing", factura_id: id })
    }), 60_000)

  it.scoped("shows values that no invoice can have, whatever they do to its sums", () =>
    Effect.gen(function*() {
      const { foundAfter, invoiceAt, organizationId } = yield* damagedDatabase
      const id = yield* invoiceAt(2)
      const line = (field: string, value: string) => `lineas = jsonb_set(lineas, '{0,${field}}', '${value}')`
      const edits = [
        "irpf = 2000000000", "irpf = -2000000000", "tipo_cambio = 0", "tipo_cambio = 123456789", "lineas = '{}'", "lineas = '[1]'",
        "rates = '{}'", "rates = '[null]'", "recipient = '[]'", "recipient = '{}'", "rectifica = '{}'", "sustituye = '{}'",
        line("base", "9007199254740991"), line("base", "1e300"), line("precio", '"x"'), line("tipo_iva", "null"), line("tipo_iva", '"1e9"'),
        "lineas = lineas || jsonb_set(lineas, '{0,base}', '9007199254740991')", "base_imponible = 9007199254740991",
        "rates = jsonb_set(rates, '{0,base}', '9007199254740991')", "rates = jsonb_set(rates, '{0,tipo_iva}', '\"-1\"')",
        "numero = -1", "serie = repeat('x', 300)", "fecha_emision = '0001-01-01 BC'",
      ]
      for (const edit of edits) {
        const report = yield* foundAfter(`UPDATE invoice SET ${edit} WHERE organization_id = $1 AND id = $2`, organizationId, id)
        assert.deepInclude(report.primer_error, { orden: 2, clase: "edited", factura_id: id }, edit)
      }
      const sent = `INSERT INTO submission_state (organization_id, id, answered_through, sent_through, failures, refused_alone, vigilance)
        VALUES ($1, $1, 0, 9223372036854775807, 0, 0, 'watching')`
      assert.strictEqual(found(yield* foundAfter(sent, organizationId)), `${recordCount + 1} missing`)
    }), 60_000)

  it.scoped("shows an invoice that names a record of another, even if its annulment is in place", () =>
    Effect.gen(function*() {
      const { foundAfter, invoiceAt, organizationId } = yield* damagedDatabase
      const id = yield* invoiceAt(3)
      const edited = `UPDATE invoice SET registry = jsonb_set(registry, '{huella}', '"AB"') WHERE organization_id = $1 AND id = $2`
      const unnamed = yield* foundAfter(edited, organizationId, id)
      assert.deepInclude(unnamed.primer_error, { orden: recordCount + 1, huella: "AB", clase: "missing", factura_id: id })
    }))

  it.scoped("shows a company that is gone or unreadable, and fewer records than were sent", () =>
    Effect.gen(function*() {
      const { foundAfter, organizationId } = yield* damagedDatabase
      const where = "WHERE id = $1"
      assert.strictEqual(found(yield* foundAfter(`DELETE FROM organization ${where}`, organizationId)), `${recordCount} missing`)
      const unreadable = yield* foundAfter(`UPDATE organization SET region_fiscal = 'x' ${where}`, organizationId)
      assert.strictEqual(found(unreadable), `${recordCount} edited`)
      const sent = `INSERT INTO submission_state (organization_id, id, answered_through, sent_through, failures, refused_alone, vigilance)
        VALUES ($1, $1, 0, $2, 0, 0, 'watching')`
      assert.strictEqual(found(yield* foundAfter(sent, organizationId, recordCount)), "intact")
      assert.strictEqual(found(yield* foundAfter(sent, organizationId, recordCount + 1)), `${recordCount + 1} missing`)
    }), 60_000)

  it.scoped("shows records removed, repeated and forked, and a tail cut off with its head", () =>
    Effect.gen(function*() {
      const { foundAfter, invoiceAt, organizationId } = yield* damagedDatabase
      const remove = (orden: number) =>
        Effect.map(foundAfter("DELETE FROM registry_record WHERE organization_id = $1 AND orden = $2", organizationId, orden), found)
      assert.deepStrictEqual([yield* remove(1), yield* remove(3), yield* remove(6)], ["2 missing", "4 missing", "6 missing"])
      const all = yield* foundAfter("DELETE FROM registry_record WHERE organization_id = $1", organizationId)
      assert.strictEqual(found(all), "6 missing")

      const copied = (columns: string, orden: number) =>
        Effect.map(
          foundAfter(`INSERT INTO registry_record SELECT made.* FROM registry_record AS r,
            LATERAL jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), ${columns})) AS made
            WHERE r.organization_id = $1 AND r.orden = $2`, organizationId, orden),
          found,
        )
      assert.strictEqual(yield* copied("'orden', 3", 3), "3 duplicated")
      assert.strictEqual(yield* copied("'orden', 7", 1), "7 duplicated")
      const forked = "'cadena', r.cadena || ' ', 'huella', upper(encode(sha256(convert_to(r.cadena || ' ', 'UTF8')), 'hex'))"
      assert.strictEqual(yield* copied(forked, 3), "3 forked")
      assert.strictEqual(yield* copied(`'orden', 4, ${forked}`, 3), "4 forked")

      const id = yield* invoiceAt(6)
      const cut = yield* foundAfter(`WITH cut AS (DELETE FROM registry_record WHERE organization_id = '${organizationId}' AND orden = 6)
        UPDATE chain_head AS h SET orden = r.orden, huella = r.huella, seal = r.seal, generado = r.generado,
          numserie = r.campos -> 'IDFactura' ->> 'NumSerieFactura' FROM registry_record AS r
        WHERE h.organization_id = $1 AND r.organization_id = $1 AND r.orden = 5`, organizationId)
      assert.deepInclude(cut.primer_error, { clase: "missing", factura_id: id })
      assert.strictEqual(cut.registros, 5)
    }), 60_000)

  it.scoped("of one company is checked independently of another's", () =>
    Effect.gen(function*() {
      const { check, other, sql } = yield* damagedDatabase
      yield* sql("UPDATE registry_record SET cadena = 'x' WHERE organization_id = $1 AND orden = 2", other.organizationId)
      assert.strictEqual(found(yield* check()), "intact")
      assert.strictEqual(found(yield* check(other.organizationId)), "2 edited")
    }), 60_000)

  it.scoped("is seen at one moment while invoices are issued and annulled", () =>
    Effect.gen(function*() {
      const { check, live: key, request } = yield* damagedDatabase
      const post = (path: string, body?: unknown) => request("POST", path, { key, body })
      const issue = Effect.gen(function*() {
        const id = idOf(yield* post("/facturas", simpleDraft))
        yield* post(`/facturas/${id}/emitir`)
        yield* post(`/facturas/${id}/anular`, { motivo: "x" })
      })
      const all = Array.from({ length: 25 }, () => issue)
      const writers = yield* Effect.fork(Effect.all(all, { concurrency: 5, discard: true }))
      const counts: Array<number> = []
      while ((yield* Fiber.poll(writers))._tag === "None") {
        const report = yield* check()
        assert.strictEqual(found(report), "intact")
        counts.push(report.registros)
      }
      yield* Fiber.join(writers)
      assert.strictEqual((yield* check()).registros, recordCount + 50)
      assert.isAbove(new Set(counts).size, 1, "no check saw the writers at work")
    }), 60_000)
})
