import { assert, describe, it } from "@effect/vitest"
import { randomUUID } from "node:crypto"
import type pg from "pg"
import type { HostConnection } from "../../adapters/postgres/host/HostTransactions.ts"
import { StorageConflict, StorageUnavailable } from "../../core/ports/Storage.ts"
import { valueOf } from "../../runtimes/embedded/Result.ts"
import { rejection } from "../support/rejection.ts"
import { oddSettings, settingsOf } from "./hostDatabase.ts"
import { hostScene, inTransaction, RolledBack } from "./hostScene.ts"

const order = () => `pedido ${randomUUID()}`

/** The connection as another driver is passed. */
const driverOf = (client: pg.PoolClient): HostConnection => ({ query: (text, values) => client.query({ text, values }) })

const insertOrder = "INSERT INTO public.host_order (id, amount) VALUES ($1, 10)"

describe("a transaction of the host", () => {
  const scene = hostScene()

  it("commits its order and the invoice together", async () => {
    const { companyWith, hasOrder, pool, talonario } = scene()
    const { id } = await companyWith(0)
    const pedido = order()
    const issued = await inTransaction(scene(), pool, async (tx, client) => {
      await client.query(insertOrder, [pedido])
      const { facturas } = tx.company(id, "live")
      const draft = valueOf(await facturas.createInvoice({ lineas: [{ descripcion: "Pedido", precio: 10 }] }))
      // The transaction sees what it has written, and nobody else does.
      assert.strictEqual(valueOf(await facturas.readInvoice({ id: draft.id })).estado, "draft")
      const outside = await talonario.company(id, "live").facturas.readInvoice({ id: draft.id })
      assert.deepInclude(outside, { ok: false })
      return valueOf(await facturas.issueInvoice({ id: draft.id }))
    })
    assert.strictEqual(issued.referencia, "S-1")
    assert.isTrue(await hasOrder(pedido))
    // So is the job that sends the events.
    assert.strictEqual((await pool.query("SELECT FROM job WHERE organization_id = $1", [id])).rowCount, 1)
    const seen = valueOf(await talonario.company(id, "live").facturas.readInvoice({ id: issued.id }))
    assert.deepStrictEqual(seen, issued)
    assert.isTrue(valueOf(await talonario.company(id, "live").registro.verifyRegistry()).intacta)
  })

  it("undoes number, record and jobs when rolled back, and the next invoice gets them", async () => {
    const { companyWith, hasOrder, pool, talonario } = scene()
    const { drafts: [first = "", second = ""], id } = await companyWith(2)
    await talonario.workOff()
    const pedido = order()
    const rolledBack = await rejection(inTransaction(scene(), pool, async (tx, client) => {
      await client.query(insertOrder, [pedido])
      assert.strictEqual(valueOf(await tx.company(id, "live").facturas.issueInvoice({ id: first })).numero, 1)
      throw new RolledBack()
    }))
    assert.instanceOf(rolledBack, RolledBack)
    assert.isFalse(await hasOrder(pedido))
    const { facturas, registro } = talonario.company(id, "live")
    assert.strictEqual(valueOf(await facturas.readInvoice({ id: first })).estado, "draft")
    assert.strictEqual((await pool.query("SELECT FROM job WHERE organization_id = $1", [id])).rowCount, 0)
    assert.strictEqual(valueOf(await facturas.issueInvoice({ id: second })).numero, 1)
    assert.strictEqual(valueOf(await facturas.issueInvoice({ id: first })).numero, 2)
    assert.deepInclude(valueOf(await registro.verifyRegistry()), { intacta: true, registros: 2 })
  })

  it("leaves no gaps or duplicates and one chain when many run at once, beside ordinary commits", async () => {
    const { companyWith, talonario } = scene()
    const { drafts, id } = await companyWith(96)
    const pools = await Promise.all([scene().poolWith({ max: 6 }), scene().poolWith({ max: 6, odd: true, pipeline: true })])
    const { facturas, registro } = talonario.company(id, "live")
    const numbers = await Promise.all(drafts.map(async (draft, i) => {
      const pool = pools[i % 3]
      if (pool === undefined) return valueOf(await facturas.issueInvoice({ id: draft })).numero
      return inTransaction(scene(), pool, async (tx, client) => {
        await client.query(insertOrder, [order()])
        const { numero } = valueOf(await tx.company(id, "live").facturas.issueInvoice({ id: draft }))
        // Some roll back.
        if (i % 7 === 0) throw new RolledBack()
        return numero
      }).catch((error: unknown) => {
        if (error instanceof RolledBack) return null
        throw error
      })
    }))
    const taken = numbers.filter((number) => number !== null).toSorted((a, b) => a - b)
    assert.deepStrictEqual(taken, taken.map((_, i) => i + 1))
    assert.isAbove(taken.length, 80)
    assert.deepInclude(valueOf(await registro.verifyRegistry()), { intacta: true, registros: taken.length })
  })

  it("reads rows even if the driver asks for binary values", async () => {
    const { companyWith, poolWith } = scene()
    const { drafts, id } = await companyWith(2)
    for (const [i, pipeline] of [false, true].entries()) {
      const pool = await poolWith({ binary: true, pipeline, max: 1 })
      const issued = await inTransaction(scene(), pool, (tx) => tx.company(id, "live").facturas.issueInvoice({ id: drafts[i] ?? "" }))
      assert.strictEqual(valueOf(issued).numero, i + 1)
    }
  })

  it("continues after a refusal", async () => {
    const { companyWith, hasOrder, pool, talonario } = scene()
    const { drafts: [draft = ""], id } = await companyWith(1)
    const pedido = order()
    await inTransaction(scene(), pool, async (tx, client) => {
      const { facturas } = tx.company(id, "live")
      await client.query(insertOrder, [pedido])
      const refused = await facturas.annulInvoice({ id: draft, motivo: "nunca se emitió" })
      assert.deepNestedInclude(refused, { ok: false, "refusal._tag": "Conflict", "refusal.motivo": "factura_en_borrador" })
      assert.deepNestedInclude(await facturas.createInvoice({ serie: "ñ ñ" }), { "refusal._tag": "InvalidInput" })
      const nobody = tx.company("nadie", "live").contactos
      assert.deepNestedInclude(await nobody.listContacts(), { "refusal._tag": "NotFound" })
      assert.strictEqual(valueOf(await facturas.issueInvoice({ id: draft })).numero, 1)
    })
    assert.isTrue(await hasOrder(pedido))
    assert.strictEqual(valueOf(await talonario.company(id, "live").facturas.readInvoice({ id: draft })).estado, "sent")
  })

  it("opens a company together with the host's own row for it, or neither", async () => {
    const { hasOrder, pool, talonario } = scene()
    const open = async (tenant: string, commit: boolean) => {
      let opened = ""
      await inTransaction(scene(), pool, async (tx, client) => {
        await client.query(insertOrder, [tenant])
        const { id } = valueOf(await tx.organizaciones.createOrganization({ nombre: "Nueva", nif: "B12345674" }))
        const { facturas } = tx.company(id, "live")
        const draft = valueOf(await facturas.createInvoice({ lineas: [{ descripcion: "Alta", precio: 1 }] }))
        assert.strictEqual(valueOf(await facturas.issueInvoice(draft)).numero, 1)
        opened = id
        if (!commit) throw new RolledBack()
      }).catch((error: unknown) => assert.instanceOf(error, RolledBack))
      return opened
    }
    for (const commit of [false, true]) {
      const tenant = order()
      const id = await open(tenant, commit)
      assert.strictEqual(await hasOrder(tenant), commit)
      const found = await talonario.company(id, "live").facturas.listInvoices()
      assert.deepNestedInclude(found, commit ? { "value.total": 1 } : { "refusal._tag": "NotFound" })
    }
  })

  it("carries out simultaneous calls in turn, and reads the registry as the transaction sees it", async () => {
    const { companyWith, pool, talonario } = scene()
    const { drafts, id } = await companyWith(4)
    await inTransaction(scene(), pool, async (tx) => {
      const { facturas, registro } = tx.company(id, "live")
      const issued = await Promise.all(drafts.map((draft) => facturas.issueInvoice({ id: draft })))
      assert.deepStrictEqual(issued.map((one) => valueOf(one).numero), [1, 2, 3, 4])
      assert.deepInclude(valueOf(await registro.verifyRegistry()), { intacta: true, registros: 4 })
      for await (const { registros } of registro.exportRegistry()) {
        assert.strictEqual(registros, 4)
        break
      }
      const walked: Array<number | null> = []
      for await (const { numero } of facturas.listInvoices.all({ limite: 3 })) walked.push(numero)
      assert.strictEqual(walked.length, 4)
    })
    assert.deepInclude(valueOf(await talonario.company(id, "live").registro.verifyRegistry()), { registros: 4 })
  })

  it("accepts writes of the host and other calls during an export of several files", async () => {
    const { companyWith, hasOrder, pool, talonario } = scene()
    const { drafts, id } = await companyWith(2_001)
    const { facturas } = talonario.company(id, "live")
    for (const one of await Promise.all(drafts.map((draft) => facturas.issueInvoice({ id: draft })))) valueOf(one)
    const written: Array<string> = []
    await inTransaction(scene(), pool, async (tx, client) => {
      const company = tx.company(id, "live")
      for await (const { registros } of company.registro.exportRegistry()) {
        const pedido = order()
        await client.query(insertOrder, [pedido])
        written.push(pedido)
        valueOf(await company.contactos.createContact({ nombre: `${registros} registros` }))
      }
    })
    assert.deepStrictEqual(await Promise.all(written.map(hasOrder)), [true, true, true])
    assert.deepNestedInclude(await talonario.company(id, "live").contactos.listContacts(), { "value.total": 3 })
  }, 60_000)

  it("stays usable after a database error, which is recognized by its type", async () => {
    const { companyWith, hasOrder, pool, talonario } = scene()
    const { drafts: [draft = ""], id } = await companyWith(1)
    const pedido = order()
    await inTransaction(scene(), pool, async (holder) => {
      await holder.lock([id])
      await inTransaction(scene(), pool, async (tx, client) => {
        await client.query("SET LOCAL lock_timeout = '50ms'")
        await client.query(insertOrder, [pedido])
        assert.instanceOf(await rejection(tx.lock([id])), StorageConflict)
        const { facturas } = tx.company(id, "live")
        assert.instanceOf(await rejection(facturas.issueInvoice({ id: draft })), StorageConflict)
        assert.strictEqual(valueOf(await facturas.readInvoice({ id: draft })).estado, "draft")
      })
    })
    assert.isTrue(await hasOrder(pedido))
    assert.strictEqual(valueOf(await talonario.company(id, "live").facturas.issueInvoice({ id: draft })).numero, 1)
  })

  it("reports a conflict when it read the company before another transaction wrote to it", async () => {
    const { companyWith, pool, talonario } = scene()
    const { drafts: [draft = ""], id } = await companyWith(1)
    const conflict = rejection(inTransaction(scene(), pool, async (tx) => {
      const { facturas } = tx.company(id, "live")
      valueOf(await facturas.readInvoice({ id: draft }))
      valueOf(await talonario.company(id, "live").contactos.createContact({ nombre: "Otra" }))
      return facturas.issueInvoice({ id: draft })
    }, "BEGIN ISOLATION LEVEL SERIALIZABLE"))
    assert.instanceOf(await conflict, StorageConflict)
  })

  it("reports a conflict that PostgreSQL finds in a read, too", async () => {
    const { companyWith, pool } = scene()
    const { id } = await companyWith(0)
    const begin = "BEGIN ISOLATION LEVEL SERIALIZABLE"
    const pedido = order()
    const failed = await rejection(inTransaction(scene(), pool, async (tx, client) => {
      await client.query("SELECT count(*) FROM public.host_order")
      await inTransaction(scene(), pool, async (between, second) => {
        await second.query("SELECT FROM public.host_order WHERE id = $1", [pedido])
        valueOf(await between.company(id, "live").contactos.createContact({ nombre: "Ana" }))
        await inTransaction(scene(), pool, (_, third) => third.query(insertOrder, [pedido]), begin)
      }, begin)
      valueOf(await tx.company(id, "live").contactos.listContacts())
    }, begin))
    assert.instanceOf(failed, StorageConflict)
  })

  it("reads where it is read-only, and is told as what it is where it would write or lock", async () => {
    const { companyWith, pool, talonario } = scene()
    const { drafts: [draft = ""], id } = await companyWith(1)
    for (const begin of ["BEGIN READ ONLY", "BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY DEFERRABLE"]) {
      await inTransaction(scene(), pool, async (tx, client) => {
        for (const { facturas, registro } of [tx, talonario.within(driverOf(client))].map((one) => one.company(id, "live"))) {
          const calls = [
            () => facturas.issueInvoice({ id: draft }),
            () => tx.lock([id]),
            () => registro.exportRegistry()[Symbol.asyncIterator]().next(),
          ]
          for (const call of calls) assert.match(String(await rejection(call())), /within: the transaction is read-only, or the server is/)
          assert.strictEqual(valueOf(await facturas.readInvoice({ id: draft })).estado, "draft")
        }
      }, begin)
    }
  })

  it("leaves nothing behind when the connection is lost", async () => {
    const { companyWith, hasOrder, pool, talonario } = scene()
    const { drafts: [draft = ""], id } = await companyWith(1)
    const pedido = order()
    const lost = await rejection(inTransaction(scene(), pool, async (tx, client) => {
      const { facturas } = tx.company(id, "live")
      await client.query(insertOrder, [pedido])
      valueOf(await facturas.issueInvoice({ id: draft }))
      const { rows: [own] } = await client.query("SELECT pg_backend_pid() AS pid")
      await pool.query("SELECT pg_terminate_backend($1)", [own.pid])
      return facturas.createInvoice({})
    }))
    assert.instanceOf(lost, StorageUnavailable)
    assert.isFalse(await hasOrder(pedido))
    assert.strictEqual(valueOf(await talonario.company(id, "live").facturas.issueInvoice({ id: draft })).numero, 1)
  })

  it("carries out a write once per key, which a rollback frees", async () => {
    const { companyWith, pool } = scene()
    const { id } = await companyWith(0)
    const once = { idempotencyKey: "pedido 7" }
    const create = () => inTransaction(scene(), pool, async (tx) => {
      const { facturas } = tx.company(id, "live")
      const first = valueOf(await facturas.createInvoice({ notas: "siete" }, once))
      const second = valueOf(await facturas.createInvoice({ notas: "siete" }, once))
      assert.deepStrictEqual(second, first)
      const other = await facturas.createInvoice({ notas: "ocho" }, once)
      assert.deepNestedInclude(other, { "refusal.motivo": "clave_reutilizada" })
      return first
    })
    const undone = await rejection(inTransaction(scene(), pool, async (tx) => {
      valueOf(await tx.company(id, "live").facturas.createInvoice({ notas: "nueve" }, once))
      throw new RolledBack()
    }))
    assert.instanceOf(undone, RolledBack)
    const first = await create()
    assert.deepStrictEqual(await create(), first)
  })

  it("works with any settings of the host's session, and leaves them as they were", async () => {
    const { companyWith, poolWith, talonario } = scene()
    const { id } = await companyWith(0)
    for (const pipeline of [false, true]) {
      const pool = await poolWith({ odd: true, pipeline, max: 1 })
      const issued = await inTransaction(scene(), pool, async (tx, client) => {
        await client.query("SET LOCAL search_path = pg_temp")
        // The host's own table and statement, with names of ours.
        await client.query("CREATE TEMPORARY TABLE invoice (nothing integer) ON COMMIT DROP")
        await client.query({ name: "load invoice", text: "SELECT 1" })
        const before = await settingsOf(client)
        assert.strictEqual(before["search_path"], "pg_temp")
        const { contactos, facturas } = tx.company(id, "live")
        const contact = { nombre: "Ñandú, «S.L.» \\ \"x\"", nif: "B12345674" }
        const { id: contacto_id } = valueOf(await contactos.createContact(contact))
        assert.deepStrictEqual(await settingsOf(client), before)
        const lineas = [{ descripcion: "Café \\ {a,\"b\"}", precio: 1234.56789012, cantidad: 0.333333 }]
        const draft = valueOf(await facturas.createInvoice({ contacto_id, lineas, etiquetas: ["a,b", "{\"c\"}", "\\"] }))
        assert.deepStrictEqual(valueOf(await facturas.listInvoices({ contacto_id, etiqueta: "{\"c\"}" })).datos.length, 1)
        assert.deepNestedInclude(await facturas.issueInvoice({ id: "nada" }), { "refusal._tag": "NotFound" })
        assert.deepStrictEqual(await settingsOf(client), before)
        const made = valueOf(await facturas.issueInvoice({ id: draft.id }))
        assert.deepStrictEqual(valueOf(await facturas.readInvoice({ id: made.id })), made)
        assert.deepStrictEqual(await settingsOf(client), before)
        return made
      })
      const { facturas, registro } = talonario.company(id, "live")
      assert.deepStrictEqual(valueOf(await facturas.readInvoice({ id: issued.id })), issued)
      assert.isTrue(valueOf(await registro.verifyRegistry()).intacta)
      const client = await pool.connect()
      assert.deepStrictEqual(await settingsOf(client), { ...oddSettings })
      client.release()
    }
  })
})
