import { assert, describe, it } from "@effect/vitest"
import { makeTalonario } from "../../runtimes/embedded/makeTalonario.ts"
import { valueOf } from "../../runtimes/embedded/Result.ts"

const once = { idempotencyKey: "pedido 7" }
const reused = { "refusal._tag": "Conflict", "refusal.motivo": "clave_reutilizada" }

const opened = async () => {
  const talonario = await makeTalonario({ log: () => {} })
  const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Talleres Núñez", nif: "B12345674" }))
  return { talonario, id, company: talonario.company(id, "live") }
}

describe("a write under a key, in process", () => {
  it("takes effect once, in whatever order its properties stand", async () => {
    const { company: { contactos }, talonario } = await opened()
    const first = valueOf(await contactos.createContact({ nombre: "Ana", etiquetas: ["una", "otra"] }, once))
    assert.deepStrictEqual(valueOf(await contactos.createContact({ etiquetas: ["una", "otra"], nombre: "Ana" }, once)), first)
    assert.deepNestedInclude(await contactos.createContact({ nombre: "Ana", etiquetas: ["otra", "una"] }, once), reused)
    assert.strictEqual(valueOf(await contactos.listContacts()).total, 1)
    await talonario.close()
  })

  it("is another call where it has another name, and is nobody's of the other mode", async () => {
    const { company: { contactos, productos }, id, talonario } = await opened()
    const contact = valueOf(await contactos.createContact({ nombre: "Taza" }, once))
    assert.deepNestedInclude(await productos.createProduct({ nombre: "Taza" }, once), reused)
    const other = valueOf(await talonario.company(id, "test").contactos.createContact({ nombre: "Taza" }, once))
    assert.notStrictEqual(other.id, contact.id)
    await talonario.close()
  })

  it("counts of a resource that it is given only the id, and answers nothing again where it answered nothing", async () => {
    const { company: { contactos, facturas }, talonario } = await opened()
    const draft = valueOf(await facturas.createInvoice({ lineas: [{ descripcion: "Cuota", precio: 20 }] }))
    const issued = valueOf(await facturas.issueInvoice(draft, once))
    assert.deepStrictEqual(valueOf(await facturas.issueInvoice(issued, once)), issued)
    const contact = valueOf(await contactos.createContact({ nombre: "Ana" }))
    for (const given of [contact, { id: contact.id }]) {
      assert.deepStrictEqual(await contactos.deleteContact(given, { idempotencyKey: "fuera" }), { ok: true, value: undefined })
    }
    await talonario.close()
  })

  it("shows the secret of a webhook again", async () => {
    const { company: { webhooks }, talonario } = await opened()
    const subscribe = async () => valueOf(await webhooks.createWebhook({ url: "https://avisos.ejemplo.es" }, once))
    assert.deepStrictEqual(await subscribe(), await subscribe())
    await talonario.close()
  })

  it("is refused for a key that no header could carry", async () => {
    const { company: { contactos }, talonario } = await opened()
    for (const idempotencyKey of ["", "€", "x".repeat(256), "a\nb"]) {
      const refused = await contactos.createContact({ nombre: "Ana" }, { idempotencyKey })
      assert.deepNestedInclude(refused, { "refusal._tag": "InvalidInput", "refusal.campos[0].campo": "idempotencyKey" })
    }
    await talonario.close()
  })

  it("is refused for a key that is no text, as hosts without types may give: one that is null would be everybody's", async () => {
    const { company: { contactos }, talonario } = await opened()
    for (const idempotencyKey of [null, 7, {}, ["a"]]) {
      const refused = await Reflect.apply(contactos.createContact, undefined, [{ nombre: "Ana" }, { idempotencyKey }])
      const campos = [{ campo: "idempotencyKey", motivo: "debe ser un texto" }]
      assert.deepNestedInclude(refused, { "refusal._tag": "InvalidInput", "refusal.campos": campos })
    }
    assert.strictEqual(valueOf(await contactos.listContacts()).total, 0)
    await talonario.close()
  })

  it("is refused for options of another form, which would be passed over: the write would take effect again", async () => {
    const { company: { contactos }, talonario } = await opened()
    const notAnObject = [{ campo: "(opciones)", motivo: "debe ser un objeto" }]
    const unknown = [{ campo: "idempotencykey", motivo: "no es una opción conocida" }]
    const wrong: ReadonlyArray<readonly [unknown, unknown]> = [
      ["pedido 7", notAnObject],
      [null, notAnObject],
      [7, notAnObject],
      [["pedido 7"], notAnObject],
      [{ idempotencykey: "pedido 7" }, unknown],
      [{ ...once, idempotencykey: "pedido 7" }, unknown],
    ]
    for (const [options, campos] of wrong) {
      const refused: unknown = await Reflect.apply(contactos.createContact, undefined, [{ nombre: "Ana" }, options])
      assert.deepNestedInclude(refused, { "refusal.campos": campos })
    }
    assert.strictEqual(valueOf(await contactos.listContacts()).total, 0)
    for (const options of [undefined, {}, { idempotencyKey: undefined }]) {
      assert.deepInclude(await contactos.createContact({ nombre: "Ana" }, options), { ok: true })
    }
    await talonario.close()
  })
})
