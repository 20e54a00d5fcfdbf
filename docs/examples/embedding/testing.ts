/** Testing what stands on the engine: in memory, with time in one's own hands, and the HTTP interface without a port. */
import { Effect } from "effect"
import { strict as assert } from "node:assert"
import { makeTalonario, valueOf } from "talonario"
import { makeHarness } from "talonario/runtimes/memory/harness"

const day = 24 * 60 * 60 * 1000
let today = Date.UTC(2026, 10, 20, 12)
const events: Array<string> = []

const talonario = await makeTalonario({
  clock: { now: () => today },
  webhookSender: {
    send: async ({ headers }) => {
      events.push(headers["x-svc-suceso"] ?? "")
      return { codigo: 200 }
    },
  },
})

const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Prueba", nif: "B12345674" }))
const { cobros, facturas, webhooks } = talonario.company(id, "live")
valueOf(await webhooks.createWebhook({ url: "https://plataforma.ejemplo.es/avisos" }))

const draft = valueOf(await facturas.createInvoice({ plazos: "30", lineas: [{ descripcion: "Horas", precio: 100 }] }))
const factura = valueOf(await facturas.issueInvoice(draft))
assert.deepEqual([factura.estado, factura.fecha_vencimiento], ["sent", "2026-12-20"])

today += 31 * day
assert.equal(valueOf(await facturas.readInvoice(factura)).estado, "overdue")
valueOf(await cobros.recordPayment({ id: factura.id, importe: 121 }))
assert.equal(valueOf(await facturas.readInvoice(factura)).estado, "paid")

// Nothing is sent by itself: once, and in this process.
await talonario.workOff()
console.log(events)
assert.deepEqual(new Set(events), new Set(["invoice.created", "invoice.issued", "payment.recorded", "invoice.paid"]))
await talonario.close()

// What speaks HTTP is tested against the whole interface in this process.
await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
  const { openCompany, request } = yield* makeHarness()
  const { test } = yield* openCompany()
  const answer = yield* request("POST", "/facturas", { key: test, body: { lineas: [{ descripcion: "Horas", precio: 60 }] } })
  assert.equal(answer.status, 201)
  console.log(answer.status, answer.headers["location"])
})))
