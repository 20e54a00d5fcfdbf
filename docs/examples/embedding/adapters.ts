/** Adapters of one's own, as plain objects; and webhooks as whoever receives them checks them. */
import { Either } from "effect"
import { strict as assert } from "node:assert"
import { MailNotSent, makeTalonario, NoAnswer, valueOf } from "talonario"
import { instant, verifyWebhookSignature } from "talonario/core"

const now = Date.UTC(2026, 10, 20, 9, 30)

const letters: Array<string> = []
const notices: Array<{ readonly firma: string; readonly body: string }> = []

const talonario = await makeTalonario({
  storage: "memory",
  // Such as the platform's own mail service. What rejects with MailNotSent says whether to try again.
  mailer: {
    send: async ({ adjunto, asunto, para }) => {
      if (para.some((address) => address.endsWith(".invalid"))) {
        throw new MailNotSent({ reason: "esa dirección no existe", transient: false })
      }
      letters.push(`${para.join(", ")}: ${asunto} (${adjunto.nombre}, ${adjunto.contenido.length} bytes)`)
    },
  },
  // Such as a queue of the platform's. The one that comes along only connects to public addresses.
  webhookSender: {
    send: async ({ body, headers, url }, signal) => {
      if (signal.aborted || !url.startsWith("https://")) throw new NoAnswer({ reason: "no se pudo conectar" })
      notices.push({ firma: headers["x-svc-firma"] ?? "", body })
      return { codigo: 200 }
    },
  },
  clock: { now: () => now },
  log: ({ details, level, message }) => console.error(level, message, details),
})

const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Talleres Núñez SL", nif: "B12345674" }))
const { contactos, correo, facturas, webhooks } = talonario.company(id, "live")
const { secreto } = valueOf(await webhooks.createWebhook({ url: "https://plataforma.ejemplo.es/avisos", sucesos: ["invoice.issued"] }))
const cliente = valueOf(await contactos.createContact({ nombre: "Ana Pérez", nif: "12345678Z", email: "ana@ejemplo.es" }))
const draft = valueOf(await facturas.createInvoice({ contacto_id: cliente.id, lineas: [{ descripcion: "Horas", precio: 60 }] }))
const factura = valueOf(await facturas.issueInvoice(draft))
assert.equal(factura.fecha_emision, "2026-11-20")
valueOf(await correo.sendInvoice({ id: factura.id }))

// Once what is due; talonario.work() goes on doing it until close().
await talonario.workOff()
console.log(letters)
assert.equal(letters.length, 1)

const [notice] = notices
assert(notice !== undefined)
const checked = verifyWebhookSignature({ header: notice.firma, body: notice.body, secrets: [secreto], now: instant(now) })
console.log(JSON.parse(notice.body).suceso, Either.isRight(checked) ? "is ours" : checked.left)
assert(Either.isRight(checked))

await talonario.close()
