import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { PostgresPool } from "../../adapters/postgres/connections/PostgresPool.ts"
import { idOf, invoiceOf, makeScene, simpleDraft } from "../http/scene.ts"
import { poolOf, servedDatabase, storageFor } from "../security/servingDatabase.ts"
import { queried } from "../support/queried.ts"

/** Statements that would remove a document or its number, or turn it into another one. */
const losses = [
  "DELETE FROM invoice WHERE id = $1",
  "UPDATE invoice SET numero = NULL WHERE id = $1",
  "UPDATE invoice SET numero = numero + 100 WHERE id = $1",
  "UPDATE invoice SET serie = 'Z' WHERE id = $1",
  "UPDATE invoice SET tipo_documento = CASE tipo_documento WHEN 'quote' THEN 'proforma' ELSE 'quote' END WHERE id = $1",
  "UPDATE invoice SET lifecycle = 'draft' WHERE id = $1",
  "UPDATE invoice SET organization_id = gen_random_uuid() WHERE id = $1",
  "UPDATE invoice SET id = gen_random_uuid() WHERE id = $1",
  "INSERT INTO invoice SELECT * FROM invoice WHERE id = $1 ON CONFLICT (organization_id, id) DO UPDATE SET numero = 900",
]

/** Statements that would change what a document says. */
const edits = [
  "tipo = 'rectificative'", "rectifica = '{}'", "sustituye = '[1]'", "contacto_id = gen_random_uuid(), contact_group = id", "recipient = '{}'",
  "issuer = jsonb_set(issuer, '{nif}', '\"B87654323\"')", "fecha_emision = fecha_emision - 1",
  "fecha_vencimiento = '2030-01-01'", "plazos = '90'", "forma_pago = 'cash'", "notas = 'x'", "divisa = 'USD'",
  "tipo_cambio = 2", "precios_con_iva = NOT precios_con_iva", "recargo_equivalencia = NOT recargo_equivalencia", "irpf = 15",
  "suplidos = 1", "lineas = jsonb_set(lineas, '{0,descripcion}', '\"Otra\"')", "rates = '[]'", "base_imponible = 1",
  "cuota_iva = 1", "cuota_recargo = 1", "cuota_irpf = 1", "total = total - 1", "emitida = NULL", "creado = now()",
]

/** A company on PostgreSQL, served by a role with the rights for serving only. */
const served = Effect.gen(function*() {
  const { owner, serving } = yield* servedDatabase()
  const scene = yield* makeScene({ storage: storageFor(serving) })
  const write = (method: string, path: string, body?: unknown) =>
    Effect.map(scene.request(method, path, { key: scene.live, body }), (answer) => {
      assert.isBelow(answer.status, 300, `${method} ${path}`)
      return answer
    })
  const draft = (body: object = {}) => Effect.map(write("POST", "/facturas", { ...simpleDraft, ...body }), idOf)
  const issued = (body?: object) =>
    Effect.tap(draft(body), (id) => write("POST", `/facturas/${id}/emitir`))
  return { owner, serving, write, draft, issued, ...scene }
})

describe("a document that has a number", () => {
  it.scoped("cannot be removed, keeps its number and always says the same, whoever runs SQL", () =>
    Effect.gen(function*() {
      const { issued, owner, serving, write } = yield* served
      const pool = Context.get(yield* Layer.build(poolOf(serving)), PostgresPool)
      const refused = (change: string, id: string) =>
        Effect.promise(() => pool.query(change, [id]).then(() => "it may", (error: Error) => error.message))
      const annulled = yield* issued()
      yield* write("POST", `/facturas/${annulled}/anular`, { motivo: "Duplicada" })
      const documents = [
        [annulled, "invoice S-1"],
        [yield* issued(), "invoice S-2"],
        [yield* issued({ tipo_documento: "quote" }), "quote P-1"],
      ] as const
      const rows = queried(owner, "SELECT * FROM invoice ORDER BY id")
      const before = yield* rows
      for (const [id, name] of documents) {
        const changes = [...losses, ...edits.map((edit) => `UPDATE invoice SET ${edit} WHERE id = $1`)]
        for (const change of changes) {
          const told = yield* refused(change, id)
          assert.isTrue(told.startsWith(`${name}: what `), `${change}: ${told}`)
        }
        const { message } = yield* Effect.flip(queried(owner, "DELETE FROM invoice WHERE id = $1", [id]))
        assert.match(message, /an invoice is rectified or annulled$/)
      }
      assert.match((yield* Effect.flip(queried(owner, "TRUNCATE invoice"))).message, /^invoice is not emptied/)
      assert.deepStrictEqual(yield* rows, before)
    }))

  it.scoped("changes in the ways the interface allows, even beside others that are issued or removed", () =>
    Effect.gen(function*() {
      const { draft, get, issued, owner, write } = yield* served
      const [paid, annulled, quote] = [yield* issued(), yield* issued(), yield* issued({ tipo_documento: "quote" })]
      const [changed, trashed, other] = [yield* draft(), yield* draft(), yield* draft({ serie: "B" })]
      // One commit of all these, as if they came at the same moment.
      yield* Effect.all([
        write("PATCH", `/facturas/${paid}`, { etiquetas: ["norte"], notas_internas: "x" }),
        write("POST", `/facturas/${other}/emitir`),
        write("POST", `/facturas/${annulled}/anular`, { motivo: "Duplicada" }),
        write("PATCH", `/facturas/${changed}`, { serie: "Z", tipo_documento: "proforma" }),
        write("POST", `/facturas/${quote}/aceptar`),
        write("DELETE", `/facturas/${trashed}`),
      ], { concurrency: "unbounded" })
      yield* write("POST", `/facturas/${paid}/cobros`, { importe: 24.2 })
      yield* write("POST", `/facturas/${quote}/convertir`)
      yield* write("DELETE", `/facturas/${changed}`)
      assert.include(invoiceOf(yield* get(`/facturas/${paid}`)), { estado: "paid", referencia: "S-1" })
      const numbered = "SELECT serie || '-' || numero AS name FROM invoice WHERE numero IS NOT NULL ORDER BY name"
      assert.deepStrictEqual((yield* queried(owner, numbered)).map(({ name }) => name), ["B-1", "P-1", "S-1", "S-2"])
    }))

  it.scoped("does not cost a call of the trigger while it stays as it is", () =>
    Effect.gen(function*() {
      const { draft, issued, owner } = yield* served
      const id = yield* issued()
      yield* draft()
      const planOf = (sql: string) => Effect.map(queried(owner, `EXPLAIN ANALYZE ${sql}`, [id]), (rows) => JSON.stringify(rows))
      const all = "UPDATE invoice SET cobrado = 1, serie = serie, numero = numero, lineas = lineas, total = total WHERE id >= $1"
      assert.notInclude(yield* planOf(all), "Trigger")
      assert.notInclude(yield* planOf("DELETE FROM invoice WHERE id > $1"), "Trigger")
    }))
})
