import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import pg from "pg"
import type { HostConnection } from "../../adapters/postgres/host/HostTransactions.ts"
import { StorageConflict } from "../../core/ports/Storage.ts"
import { makeTalonario, type Within } from "../../runtimes/embedded/makeTalonario.ts"
import { valueOf } from "../../runtimes/embedded/Result.ts"
import { hostAsParameter } from "../support/hostAsParameter.ts"
import { rejection } from "../support/rejection.ts"
import { hostScene, inTransaction } from "./hostScene.ts"
import { secret, software } from "./onPostgres.ts"

/** A connection like those of other drivers, which return just the rows. */
const anotherDriver = (client: pg.PoolClient, sent: Array<string>): HostConnection => ({
  query: async (text, values) => {
    sent.push(text)
    for (const value of values) assert.include(["string", "number", "boolean"], typeof value)
    return (await client.query({ text, values })).rows
  },
})

describe("transactions over other drivers", () => {
  const scene = hostScene()

  it("send one statement after another, each a text with plain values", async () => {
    const { companyWith, pool, talonario } = scene()
    const { drafts: [draft = ""], id } = await companyWith(1)
    const client = await pool.connect()
    const sent: Array<string> = []
    await client.query("BEGIN")
    const tx = talonario.within(anotherDriver(client, sent)).company(id, "live")
    const contact = valueOf(await tx.contactos.createContact({ nombre: "Ñ", etiquetas: ["a,b", "\"c\""] }))
    assert.deepStrictEqual(valueOf(await tx.contactos.listContacts({ etiqueta: "\"c\"" })).datos, [contact])
    assert.deepNestedInclude(await tx.facturas.issueInvoice({ id: "x" }), { "refusal._tag": "NotFound" })
    const issued = valueOf(await tx.facturas.issueInvoice({ id: draft }))
    await client.query("COMMIT")
    client.release()
    assert.deepStrictEqual(valueOf(await talonario.company(id, "live").facturas.readInvoice({ id: draft })), issued)
    // With a parameter of type JSON, a driver would encode the text as JSON again.
    assert.deepStrictEqual(sent.filter((text) => /\$\d+::json\b/.test(text)), [])
    assert.deepStrictEqual(sent.filter((text) => text.includes(";")), [])
  })

  it("recognize an error of the server by its type, even if the driver wraps it", async () => {
    const { companyWith, pool, talonario } = scene()
    const { drafts: [draft = ""], id } = await companyWith(1)
    await inTransaction(scene(), pool, async (holder) => {
      await holder.lock([id])
      await inTransaction(scene(), pool, async (_, client) => {
        await client.query("SET LOCAL lock_timeout = '50ms'")
        const wrapping: HostConnection = {
          query: (text, values) =>
            client.query({ text, values }).catch((cause: unknown) => {
              throw new Error(`Failed query: ${text}`, { cause })
            }),
        }
        const { facturas } = talonario.within(wrapping).company(id, "live")
        const error = await rejection(facturas.issueInvoice({ id: draft }))
        assert.instanceOf(error, StorageConflict)
        assert.strictEqual(valueOf(await facturas.readInvoice({ id: draft })).estado, "draft")
      })
    })
  })

  it("report that there is no transaction, or that it has already failed", async () => {
    const { companyWith, pool, talonario } = scene()
    const { id } = await companyWith(0)
    const client = await pool.connect()
    const { contactos } = talonario.within(client).company(id, "live")
    const failure = async () => String(await rejection(contactos.createContact({ nombre: "A" })))
    assert.match(await failure(), /in no transaction/)
    await client.query("BEGIN")
    await client.query("SELECT 1/0").catch(() => undefined)
    assert.match(await failure(), /can only be rolled back/)
    await client.query("ROLLBACK")
    client.release()
    const outside = await talonario.company(id, "live").contactos.listContacts()
    assert.deepNestedInclude(outside, { "value.total": 0 })
  })

  it("report rows in another form, which would seem to be missing", async () => {
    const { companyWith, pool, talonario } = scene()
    const { drafts: [draft = ""], id } = await companyWith(1)
    await inTransaction(scene(), pool, async (_, client) => {
      // As Sequelize returns them, and as lists of values.
      const forms: ReadonlyArray<HostConnection["query"]> = [
        async (text, values) => [(await client.query({ text, values })).rows, {}],
        async (text, values) => (await client.query({ text, values, rowMode: "array" })).rows,
      ]
      for (const query of forms) {
        const { contactos, facturas } = talonario.within({ query }).company(id, "live")
        for (const call of [facturas.issueInvoice({ id: draft }), contactos.createContact({ nombre: "A" }), facturas.listInvoices()]) {
          assert.match(String(await rejection(call)), /within: .* objects by column/)
        }
      }
      // Without rows, the form does not matter.
      const query: HostConnection["query"] = async (text, values) => {
        const { command, rowCount, rows } = await client.query({ text, values })
        return command === "SELECT" ? rows : [[], rowCount]
      }
      valueOf(await talonario.within({ query }).company(id, "live").facturas.issueInvoice({ id: draft }))
    })
  })

  it("are only available on PostgreSQL", async () => {
    const memory = await makeTalonario()
    assert.notProperty(memory, "within")
    await memory.close()
  })
})

describe("a transaction that writes to several companies", () => {
  const scene = hostScene()

  it("does not deadlock with another when both lock them first, in any order", async () => {
    const { companyWith, pool, talonario } = scene()
    const [one, two] = [await companyWith(12), await companyWith(12)]
    await Promise.all(one.drafts.flatMap((draft, i) => {
      const other = two.drafts[i] ?? assert.fail("missing")
      const ids = i % 2 === 0 ? [one.id, two.id] : [two.id, one.id]
      return [
        inTransaction(scene(), pool, async (tx) => {
          await tx.lock(ids)
          for (const id of ids) {
            valueOf(await tx.company(id, "live").facturas.issueInvoice({ id: id === one.id ? draft : other }))
          }
        }),
        talonario.company(one.id, "live").contactos.createContact({ nombre: "Otra" }),
      ]
    }))
    for (const { id } of [one, two]) {
      const found = valueOf(await talonario.company(id, "live").registro.verifyRegistry())
      assert.deepInclude(found, { intacta: true, registros: 12 })
    }
  })

  it("rejects on a deadlock when they do not, and the other continues", async () => {
    const { companyWith, poolWith, talonario } = scene()
    const [one, two] = [await companyWith(0), await companyWith(0)]
    const pool = await poolWith({ max: 2 })
    const touch = (tx: Within, id: string) => tx.company(id, "live").contactos.createContact({ nombre: "Otra" })
    let waiting: (() => void) | undefined
    const bothHold = () =>
      new Promise<void>((resolve) => {
        if (waiting === undefined) waiting = resolve
        else [waiting, resolve].forEach((go) => go())
      })
    const across = (ids: ReadonlyArray<string>) => inTransaction(scene(), pool, async (tx) => {
      valueOf(await touch(tx, ids[0] ?? ""))
      await bothHold()
      return valueOf(await touch(tx, ids[1] ?? ""))
    })
    const ends = await Promise.allSettled([across([one.id, two.id]), across([two.id, one.id])])
    const [lost, ...others] = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []))
    assert.instanceOf(lost, StorageConflict)
    assert.isEmpty(others)
    for (const { id } of [one, two]) {
      assert.deepNestedInclude(await talonario.company(id, "live").contactos.listContacts(), { "value.total": 1 })
    }
  })
})

describe("the engine's own schema", () => {
  const scene = hostScene()

  it("may exist beside tables of the host with the same names, and is used in its transactions", async () => {
    const { pool, url } = scene()
    const storage = { url, schema: "facturacion" }
    const talonario = await makeTalonario({ storage, secret, software, aeat: "test" })
    // A second engine finds it as it is, with any form of the address.
    const again = await makeTalonario({ storage: { ...storage, url: hostAsParameter(Redacted.value(url)) }, secret, software, aeat: "test" })
    const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Suya", nif: "B12345674" }))
    const client = await pool.connect()
    await client.query("BEGIN")
    const draft = valueOf(await talonario.within(client).company(id, "live").facturas
      .createInvoice({ lineas: [{ descripcion: "Pedido", precio: 10 }] }))
    await client.query("COMMIT")
    client.release()
    assert.strictEqual(valueOf(await again.company(id, "live").facturas.issueInvoice({ id: draft.id })).numero, 1)
    assert.strictEqual((await pool.query("SELECT FROM facturacion.invoice")).rowCount, 1)
    assert.strictEqual((await pool.query("SELECT FROM public.invoice WHERE organization_id = $1", [id])).rowCount, 0)
    // With a pool of the host as with the address.
    for (const connectionString of [Redacted.value(url), hostAsParameter(Redacted.value(url))]) {
      const theirs = new pg.Pool({ connectionString })
      const byPool = await makeTalonario({ storage: { pool: theirs, schema: "facturacion" }, secret, software })
      assert.strictEqual(valueOf(await byPool.organizaciones.listOrganizations()).length, 1)
      await byPool.close()
      await theirs.end()
    }
    await Promise.all([talonario.close(), again.close()])
    assert.strictEqual((await pool.query("SELECT 1 AS one")).rows[0].one, 1)
  })
})
