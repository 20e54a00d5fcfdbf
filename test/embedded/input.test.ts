import { assert, describe, it } from "@effect/vitest"
import { makeTalonario } from "../../runtimes/embedded/makeTalonario.ts"
import { valueOf } from "../../runtimes/embedded/Result.ts"
import { sampleId } from "../support/samples.ts"

const opened = async () => {
  const talonario = await makeTalonario({ log: () => {} })
  const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Talleres Núñez", nif: "B12345674" }))
  return Object.assign(talonario.company(id, "live"), { close: talonario.close })
}

describe("what a call is given", () => {
  it("is an object, as a body is, in which a property that is undefined is not given", async () => {
    const { close, contactos } = await opened()
    for (const given of [[], ["Ana"], "Ana", 7, null]) {
      const refused: unknown = await Reflect.apply(contactos.createContact, undefined, [given])
      assert.deepNestedInclude(refused, { "refusal.campos": [{ campo: "(cuerpo)", motivo: "debe ser un objeto" }] })
    }
    const contact = valueOf(await contactos.createContact({ nombre: "Ana", email: undefined }))
    const unknown: unknown = await Reflect.apply(contactos.updateContact, undefined, [{ id: contact.id, desconocida: undefined }])
    assert.deepInclude(unknown, { ok: true })
    await close()
  })

  it("is refused for everything that is wrong with it, the ids too", async () => {
    const { close, contactos, webhooks } = await opened()
    const refused: unknown = await Reflect.apply(contactos.updateContact, undefined, [{ id: 7, email: "no" }])
    assert.deepNestedInclude(refused, { "refusal.campos[0].campo": "id", "refusal.campos[1].campo": "email" })
    const listed: unknown = await Reflect.apply(webhooks.listDeliveries, undefined, [{ id: 7, limite: 0 }])
    assert.deepNestedInclude(listed, { "refusal.campos[0].campo": "id", "refusal.campos[1].campo": "limite" })
    await close()
  })

  it("has filters that are null as not given, like the client", async () => {
    const { close, contactos, facturas } = await opened()
    valueOf(await contactos.createContact({ nombre: "Ana" }))
    const { id } = valueOf(await facturas.createInvoice({}))
    const empty = { buscar: null, tipo: null, nif: null, limite: null, orden: null, desde: null }
    assert.deepNestedInclude(await Reflect.apply(contactos.listContacts, undefined, [empty]), { "value.total": 1, "value.limite": 50 })
    assert.deepNestedInclude(await Reflect.apply(facturas.listRectifications, undefined, [{ id, limite: null }]), { ok: true })
    const nameless: unknown = await Reflect.apply(facturas.listRectifications, undefined, [{ id: null }])
    assert.deepNestedInclude(nameless, { "refusal.campos": [{ campo: "id", motivo: "es obligatorio" }] })
    const walked: AsyncIterable<unknown> = Reflect.apply(contactos.listContacts.all, undefined, [empty])
    let found = 0
    for await (const _ of walked) found++
    assert.strictEqual(found, 1)
    await close()
  })

  it("may be a whole resource where what belongs to it is listed", async () => {
    const { close, cobros, facturas, registro, webhooks } = await opened()
    const draft = valueOf(await facturas.createInvoice({ lineas: [{ descripcion: "Horas", precio: 60 }] }))
    const factura = valueOf(await facturas.issueInvoice(draft))
    valueOf(await cobros.recordPayment({ id: factura.id, importe: 1 }))
    assert.strictEqual(valueOf(await registro.listInvoiceRecords(factura)).total, 1)
    assert.strictEqual(valueOf(await cobros.listInvoicePayments({ ...factura, limite: 3 })).limite, 3)
    for await (const { importe } of cobros.listInvoicePayments.all(factura)) assert.strictEqual(importe, 1)
    assert.strictEqual(valueOf(await facturas.listRectifications(factura)).total, 0)
    const webhook = valueOf(await webhooks.createWebhook({ url: "https://avisos.ejemplo.es/" }))
    assert.strictEqual(valueOf(await webhooks.listDeliveries(webhook)).total, 0)
    await close()
  })

  it("has numbers as such also where a list belongs to one resource", async () => {
    const { close, facturas } = await opened()
    const { id } = valueOf(await facturas.createInvoice({}))
    assert.strictEqual(valueOf(await facturas.listRectifications({ id, limite: 2 })).limite, 2)
    assert.deepNestedInclude(await facturas.listRectifications({ id: sampleId(), limite: 2 }), { "refusal._tag": "NotFound" })
    await close()
  })
})
