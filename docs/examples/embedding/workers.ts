/** Webhooks, mail and records leave from any process that works: this one issues, and another one may send. */
import { strict as assert } from "node:assert"
import { once } from "node:events"
import { makeTalonario, type PostgresConfiguration, valueOf } from "talonario"

const configuration = {
  storage: { url: process.env["DATABASE_URL"] ?? "postgres://localhost/mi_plataforma", schema: "talonario" },
  secret: process.env["TALONARIO_SECRET"] ?? "only for trying out: 32 bytes or more",
  software: { producer: "Mi Plataforma SL", producerNif: "B12345674" },
} satisfies PostgresConfiguration

const arrived = new EventTarget()
const notice = once(arrived, "invoice.issued", { signal: AbortSignal.timeout(20_000) })

// The process that works. Any number may: a job is in one worker's hands at a time.
const worker = await makeTalonario({
  ...configuration,
  webhookSender: {
    send: async ({ headers }) => {
      arrived.dispatchEvent(new Event(headers["x-svc-suceso"] ?? ""))
      return { codigo: 200 }
    },
  },
})
worker.work()

// The process that issues. Its schema is up to date already: it may do without the right to change it.
const issuer = await makeTalonario({ ...configuration, storage: { ...configuration.storage, migrate: false } })
const { id } = valueOf(await issuer.organizaciones.createOrganization({ nombre: "Talleres Núñez SL", nif: "B12345674" }))
const { facturas, webhooks } = issuer.company(id, "live")
valueOf(await webhooks.createWebhook({ url: "https://plataforma.ejemplo.es/avisos", sucesos: ["invoice.issued"] }))
const draft = valueOf(await facturas.createInvoice({ lineas: [{ descripcion: "Horas", precio: 60 }] }))
valueOf(await facturas.issueInvoice(draft))

const [event] = await notice
console.log(event.type)
assert.equal(event.type, "invoice.issued")

// At the end, such as on SIGTERM: what was begun is ended first.
await Promise.all([issuer.close(), worker.close()])
