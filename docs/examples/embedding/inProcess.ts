/** From nothing to an issued invoice and its PDF, in this process and on one's own PostgreSQL. */
import { strict as assert } from "node:assert"
import { makeTalonario, valueOf } from "talonario"

const talonario = await makeTalonario({
  storage: { url: process.env["DATABASE_URL"] ?? "postgres://localhost/mi_plataforma", schema: "talonario" },
  // 32 bytes or more, the same in every process: it seals what is secret in the database.
  secret: process.env["TALONARIO_SECRET"] ?? "only for trying out: 32 bytes or more",
  // Who answers for the software before the tax authority. Records cannot be changed later.
  software: { producer: "Mi Plataforma SL", producerNif: "B12345674", name: "Mi Plataforma", id: "MP", version: "1.0.0" },
})

// Once for each customer of the platform.
const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Talleres Núñez SL", nif: "B12345674" }))

const { contactos, facturas } = talonario.company(id, "live")
const cliente = valueOf(await contactos.createContact({ nombre: "Ana Pérez", nif: "12345678Z", email: "ana@ejemplo.es" }))

// Refusals are values: every failing field at once.
const refused = await facturas.createInvoice({ contacto_id: "nadie", irpf: 150, lineas: [{ descripcion: "Horas" }] })
assert(!refused.ok && refused.refusal._tag === "InvalidInput")
for (const { campo, motivo } of refused.refusal.campos) console.log(`${campo}: ${motivo}`)

const draft = valueOf(await facturas.createInvoice({
  contacto_id: cliente.id,
  lineas: [{ descripcion: "Revisión", cantidad: 2, precio: 45.5 }],
}, { idempotencyKey: `pedido-${cliente.id}` }))
const factura = valueOf(await facturas.issueInvoice(draft))
console.log(factura.referencia, factura.total, factura.verifactu.huella)
assert.equal(factura.total, 110.11)

const { file, name } = valueOf(await facturas.printInvoice(factura))
console.log(`${name}.pdf: ${file.length} bytes`)

// Lists page by page, or walked whole.
for await (const one of facturas.listInvoices.all({ estado: "sent" })) console.log(one.referencia, one.pendiente)

await talonario.close()
