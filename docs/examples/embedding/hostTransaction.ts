/** The host's order and our invoice in one transaction of the host's: they commit or roll back together. */
import { strict as assert } from "node:assert"
import pg from "pg"
import { makeTalonario, StorageConflict, valueOf, type Within } from "talonario"

const url = process.env["DATABASE_URL"] ?? "postgres://localhost/mi_plataforma"
const pool = new pg.Pool({ connectionString: url })
const talonario = await makeTalonario({
  storage: { pool, schema: "talonario" },
  secret: process.env["TALONARIO_SECRET"] ?? "only for trying out: 32 bytes or more",
  software: { producer: "Mi Plataforma SL", producerNif: "B12345674" },
})

await pool.query("CREATE TABLE IF NOT EXISTS pedido (id uuid PRIMARY KEY, importe numeric(12, 2) NOT NULL, factura text)")

/** The transaction as the host writes it; one that met another writer is begun anew, as a whole. */
const inTransaction = async <A>(use: (client: pg.PoolClient, tx: Within) => Promise<A>): Promise<A> => {
  const client = await pool.connect()
  try {
    for (;;) {
      try {
        await client.query("BEGIN")
        const tx = talonario.within(client)
        const value = await use(client, tx)
        await client.query("COMMIT")
        // Webhooks leave at once instead of within a second.
        await tx.afterCommit()
        return value
      } catch (error) {
        // On a connection that is lost it fails too, and the first error tells more.
        await client.query("ROLLBACK").catch(() => {})
        if (!(error instanceof StorageConflict)) throw error
      }
    }
  } finally {
    client.release()
  }
}

const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Talleres Núñez SL", nif: "B12345674" }))

const sell = (importe: number, paid: boolean) =>
  inTransaction(async (client, tx) => {
    const pedido = crypto.randomUUID()
    await client.query("INSERT INTO pedido (id, importe) VALUES ($1, $2)", [pedido, importe])
    const { facturas } = tx.company(id, "live")
    const draft = valueOf(await facturas.createInvoice({
      precios_con_iva: true,
      lineas: [{ descripcion: `Pedido ${pedido}`, precio: importe }],
    }))
    const { referencia } = valueOf(await facturas.issueInvoice(draft))
    await client.query("UPDATE pedido SET factura = $2 WHERE id = $1", [pedido, referencia])
    // Whatever fails from here on takes number and record back with it: nothing is skipped.
    if (!paid) throw new Error("the card was declined")
    return { pedido, referencia }
  })

const first = await sell(121, true)
await assert.rejects(sell(60.5, false), /declined/)
const second = await sell(60.5, true)
console.log(first.referencia, second.referencia)
assert.deepEqual([first.referencia, second.referencia], ["S-1", "S-2"])

const { rows } = await pool.query("SELECT factura FROM pedido WHERE id = ANY($1) ORDER BY factura", [[first.pedido, second.pedido]])
assert.deepEqual(rows, [{ factura: "S-1" }, { factura: "S-2" }])

const { intacta, registros } = valueOf(await talonario.company(id, "live").registro.verifyRegistry())
console.log(`${registros} registros, intacta: ${intacta}`)
assert(intacta === true && registros === 2)

// Any other driver: a function that sends one statement over the connection of the transaction, such as
//   postgres.js   sql.begin((tx) => talonario.within({ query: (text, values) => tx.unsafe(text, values) }) …)
//   Drizzle, Knex the node-postgres client below them
const client = await pool.connect()
await client.query("BEGIN")
const { contactos } = talonario.within({ query: (text, values) => client.query(text, values) }).company(id, "live")
valueOf(await contactos.createContact({ nombre: "Ana Pérez" }))
await client.query("COMMIT")
client.release()

await talonario.close()
await pool.end()
