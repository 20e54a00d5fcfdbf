/** Testing what stands on the engine: in memory, with time in one's own hands, failures, restarts, and HTTP without a port. */
import { Effect, Layer } from "effect"
import { strict as assert } from "node:assert"
import { type Mail, makeTalonario, StorageUnavailable, valueOf, type WebhookRequest } from "talonario"
import * as StorageMemory from "talonario/adapters/memory/StorageMemory"
import { makePromiseClient } from "talonario/client"
import { Storage } from "talonario/core"
import { makeHarness } from "talonario/runtimes/memory/harness"
import { makeFetch } from "talonario/runtimes/web/makeFetch"

const day = 24 * 60 * 60 * 1000
let today = Date.UTC(2026, 10, 20, 12)
const letters: Array<Mail> = []
const notices: Array<WebhookRequest> = []

const talonario = await makeTalonario({
  clock: { now: () => today },
  mailer: { send: async (letter) => letters.push(letter) },
  webhookSender: {
    send: async (notice) => {
      notices.push(notice)
      return { codigo: 200 }
    },
  },
})

const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Prueba", nif: "B12345674" }))
const { claves, cobros, correo, facturas, webhooks } = talonario.company(id, "live")
valueOf(await webhooks.createWebhook({ url: "https://plataforma.ejemplo.es/avisos" }))

const draft = valueOf(await facturas.createInvoice({ plazos: "30", lineas: [{ descripcion: "Horas", precio: 100 }] }))
const factura = valueOf(await facturas.issueInvoice(draft))
assert.deepEqual([factura.estado, factura.fecha_vencimiento], ["sent", "2026-12-20"])

today += 31 * day
assert.equal(valueOf(await facturas.readInvoice(factura)).estado, "overdue")
valueOf(await correo.sendInvoice({ id: factura.id, para: ["ana@ejemplo.es"] }))
valueOf(await cobros.recordPayment({ id: factura.id, importe: 121 }))
assert.equal(valueOf(await facturas.readInvoice(factura)).estado, "paid")

// Nothing is sent by itself: once, and in this process.
await talonario.workOff()
assert.deepEqual(letters.map(({ adjunto, para }) => [adjunto.nombre, ...para]), [["S-1.pdf", "ana@ejemplo.es"]])
const events = notices.map(({ headers }) => headers["x-svc-suceso"])
console.log(events)
assert.deepEqual(new Set(events), new Set(["invoice.created", "invoice.issued", "payment.recorded", "invoice.paid"]))

// What speaks HTTP is tested against the interface of the same engine.
const { clave } = valueOf(await claves.createKey({ modo: "live", scopes: "all" }))
const handle = makeFetch(() => talonario)
const client = makePromiseClient({
  baseUrl: "http://talonario.test/api/v1",
  clave,
  fetch: (url, init) => handle(new Request(url, init)),
})
assert.equal((await client.facturas.readInvoice(factura)).estado, "paid")
await talonario.close()

// A memory that outlasts the engine, and a storage on it that fails when it is told to.
const memory = Layer.succeedContext(await Effect.runPromise(Effect.scoped(Layer.build(StorageMemory.layer))))
let failure: StorageUnavailable | undefined
const failing = Layer.effect(Storage, Effect.map(Storage, (kept) =>
  Storage.of({ ...kept, transact: (opening, body) => Effect.suspend(() => failure ?? kept.transact(opening, body)) })))
const start = () =>
  makeTalonario({
    storage: Layer.provideMerge(failing, memory),
    secret: "the same in each engine: 32 bytes or more",
    software: { producer: "Mi Plataforma SL", producerNif: "B12345674" },
  })

const first = await start()
const { id: kept } = valueOf(await first.organizaciones.createOrganization({ nombre: "Prueba" }))
const { contactos } = first.company(kept, "test")
failure = new StorageUnavailable()
await assert.rejects(contactos.createContact({ nombre: "Ana" }), StorageUnavailable)
failure = undefined
valueOf(await contactos.createContact({ nombre: "Ana" }))
await first.close()

const second = await start()
assert.equal(valueOf(await second.company(kept, "test").contactos.listContacts()).total, 1)
await second.close()

// With Effect, the harness has all of it at once.
await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
  const { notices, openCompany, request, workOff } = yield* makeHarness({ seed: 7 })
  const { test } = yield* openCompany()
  yield* request("POST", "/webhooks", { key: test, body: { url: "https://plataforma.ejemplo.es/avisos" } })
  const answer = yield* request("POST", "/facturas", { key: test, body: { lineas: [{ descripcion: "Horas", precio: 60 }] } })
  assert.equal(answer.status, 201)
  yield* workOff
  assert.equal(notices.length, 1)
  console.log(answer.status, answer.headers["location"])
})))
