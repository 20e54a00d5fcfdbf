import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeTalonario } from "../../runtimes/embedded/makeTalonario.ts"
import { valueOf } from "../../runtimes/embedded/Result.ts"
import { freshConfiguration } from "./onPostgres.ts"

describe("an answer", () => {
  it("is no promise: where a host without types has not awaited it, that is said, rather than a refusal that is undefined", async () => {
    await using talonario = await makeTalonario({ log: () => {} })
    for (const none of [talonario.organizaciones.listOrganizations(), undefined, {}]) {
      assert.throws(() => Reflect.apply(valueOf, undefined, [none]), TypeError, "valueOf: a result, not a promise of one")
    }
  })

  it.scopedLive("belongs to the host: changing it changes no other", () =>
    Effect.gen(function*() {
      const configuration = yield* freshConfiguration
      const talonario = yield* Effect.acquireRelease(
        Effect.promise(() => makeTalonario(configuration)),
        ({ close }) => Effect.promise(close),
      )
      yield* Effect.promise(async () => {
        const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Talleres Núñez" }))
        const { contactos, facturas } = talonario.company(id, "live")
        const contact = valueOf(await contactos.createContact({ nombre: "Ana", etiquetas: ["una"] }))
        const invoice = valueOf(await facturas.createInvoice({ lineas: [{ descripcion: "Otro", precio: 10 }], etiquetas: ["una"] }))
        const read = async () => ({
          contact: valueOf(await contactos.readContact(contact)),
          contacts: valueOf(await contactos.listContacts({})),
          invoice: valueOf(await facturas.readInvoice(invoice)),
          invoices: valueOf(await facturas.listInvoices({})),
        })
        // New connections clear what is kept, so make them with a few calls first.
        for (let i = 0; i < 10; i++) await Promise.all([read(), read()])
        const before = await read()
        const expected = structuredClone(before)
        spoil(before)
        assert.deepStrictEqual(await read(), expected)
      })
    }))

  it("belongs to the host even if it is of a write, from memory, or a constant of the program", async () => {
    const talonario = await makeTalonario({ log: () => {} })
    const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Talleres Núñez" }))
    const { claves, contactos, webhooks } = talonario.company(id, "live")
    const key = valueOf(await claves.createKey({ modo: "live", scopes: "all" }))
    const keys = structuredClone(valueOf(await claves.listKeys()))
    const contact = valueOf(await contactos.createContact({ nombre: "Ana", etiquetas: ["una"] }))
    const expected = structuredClone(contact)
    const subscribe = async () => valueOf(await webhooks.createWebhook({ url: "https://avisos.ejemplo.es", sucesos: ["invoice.paid"] }))
    const webhook = await subscribe()
    const { secreto: _, ...shown } = structuredClone(webhook)
    const declared = structuredClone(talonario.declaration())
    for (const answer of [contact, webhook, talonario.declaration(), key, valueOf(await claves.listKeys())]) spoil(answer)
    assert.deepStrictEqual(valueOf(await claves.listKeys()), keys)
    assert.deepStrictEqual(valueOf(await contactos.readContact(expected)), expected)
    assert.deepStrictEqual(valueOf(await webhooks.readWebhook(shown)), shown)
    assert.deepStrictEqual((await subscribe()).sucesos_disponibles, shown.sucesos_disponibles)
    assert.deepStrictEqual(talonario.declaration(), declared)
    await talonario.close()
  })
})

/** Changes every value inside. */
const spoil = (value: object): void => {
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === "object" && inner !== null) spoil(inner)
    Reflect.set(value, name, "changed by the host")
  }
}
