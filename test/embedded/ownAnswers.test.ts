import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeTalonario } from "../../runtimes/embedded/makeTalonario.ts"
import { valueOf } from "../../runtimes/embedded/Result.ts"
import { freshConfiguration } from "./onPostgres.ts"

describe("an answer", () => {
  it.scopedLive("is the host's own: what is done to it changes no other", () =>
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
        // New connections have all that is kept forgotten: a few calls have them made.
        for (let i = 0; i < 10; i++) await Promise.all([read(), read()])
        const before = await read()
        const expected = structuredClone(before)
        spoil(before)
        assert.deepStrictEqual(await read(), expected)
      })
    }))
})

/** Changes every value within. */
const spoil = (value: object): void => {
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === "object" && inner !== null) spoil(inner)
    Reflect.set(value, name, "changed by the host")
  }
}
