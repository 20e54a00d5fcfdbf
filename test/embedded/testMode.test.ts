import { assert, it } from "@effect/vitest"
import { makeTalonario } from "../../runtimes/embedded/makeTalonario.ts"
import { valueOf } from "../../runtimes/embedded/Result.ts"

it("a company in test mode has nothing registered and no mail sent, by whatever call", async () => {
  let sent = 0
  const talonario = await makeTalonario({
    clock: { now: () => Date.UTC(2026, 10, 20, 12) },
    log: () => {},
    mailer: { send: async () => void sent++ },
  })
  const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Talleres Núñez", nif: "B12345674" }))
  const { contactos, correo, facturas, registro, suscripciones } = talonario.company(id, "test")
  const lineas = [{ descripcion: "Cuota", precio: 20 }]
  const draft = valueOf(await facturas.createInvoice({ lineas }))
  const issued = valueOf(await facturas.issueInvoice(draft))
  valueOf(await correo.sendInvoice({ id: issued.id, para: ["c@ejemplo.es"] }))
  valueOf(await facturas.annulInvoice({ id: issued.id, motivo: "nunca debió existir" }))
  const customer = valueOf(await contactos.createContact({ nombre: "Cliente", nif: "12345678Z", direccion: "Calle 1" }))
  valueOf(await suscripciones.createSubscription({
    contacto_id: customer.id, nombre: "Cuota", periodicidad: "monthly", inicio: "2026-11-20", emitir: true, lineas,
  }))
  await talonario.workOff()
  const invoices = valueOf(await facturas.listInvoices())
  // The second one is the subscription's, in the series of invoices with a customer.
  assert.deepStrictEqual(invoices.datos.map(({ referencia }) => referencia), ["A-1", "S-1"])
  assert.strictEqual(valueOf(await registro.listRecords()).total, 0)
  assert.strictEqual(sent, 0)
  await talonario.close()
})
