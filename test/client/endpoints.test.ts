import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Either, Stream } from "effect"
import { callsOf } from "../../adapters/client/calls.ts"
import { connection } from "../../adapters/client/ClientOptions.ts"
import { operationsOf } from "../../adapters/client/Operation.ts"
import { api } from "../../adapters/http/contract/api.ts"
import { simpleDraft } from "../http/scene.ts"
import { makeClientScene, withTime } from "./scene.ts"

const pdfStart = new TextEncoder().encode("%PDF-")

describe("the Effect client", () => {
  it.scoped("goes from a contact to the PDF of its issued invoice", () =>
    Effect.gen(function*() {
      const { client: { contactos, cuenta, facturas }, organizationId } = yield* makeClientScene()
      const index = yield* cuenta.readIndex()
      assert.deepInclude(index, { api: "Talonario", modo: "live", empresa_id: organizationId })
      assert.strictEqual((yield* cuenta.readOrganization()).id, organizationId)

      const customer = { nombre: "Cliente SL", nif: "B87654323", descuento: 2.5 }
      const contact = yield* contactos.createContact(customer)
      assert.deepInclude(contact, { nombre: "Cliente SL", descuento: 2.5 })
      assert.deepStrictEqual(yield* contactos.readContact({ id: contact.id }), contact)
      assert.deepStrictEqual((yield* contactos.listContacts()).datos, [contact])

      const lineas = [{ descripcion: "Horas", cantidad: 1.5, precio: 33.335 }]
      const draft = yield* facturas.createInvoice({ contacto_id: contact.id, lineas, suplidos: 12.5 })
      assert.deepInclude(draft, { estado: "draft", base_imponible: 48.75, suplidos: 12.5, total: 71.49 })
      assert.deepInclude(draft.lineas[0], { cantidad: 1.5, precio: 33.335, descuento: 2.5 })

      const issued = yield* facturas.issueInvoice({ id: draft.id })
      assert.deepInclude(issued, { estado: "sent", numero: 1 })
      // 200 instead of 201: issuing again is no error.
      assert.deepStrictEqual(yield* facturas.issueInvoice({ id: draft.id }), issued)
      assert.deepStrictEqual(yield* facturas.readInvoice({ id: draft.id }), issued)
      const { datos, total } = yield* facturas.listInvoices({ estado: "sent", limite: 10 })
      assert.deepStrictEqual([datos.map(({ id }) => id), total], [[draft.id], 1])

      const file = yield* facturas.printInvoice({ id: draft.id })
      assert.instanceOf(file, Uint8Array)
      assert.deepStrictEqual(file.slice(0, 5), pdfStart)
    }))

  it.scoped("accepts a whole resource where only an identifier is needed, like the engine in process", () =>
    Effect.gen(function*() {
      const { client: { contactos, facturas } } = yield* makeClientScene()
      const draft = yield* facturas.createInvoice(simpleDraft)
      const issued = yield* facturas.issueInvoice(draft)
      assert.strictEqual(issued.estado, "sent")
      assert.deepStrictEqual(yield* facturas.readInvoice(issued), issued)
      yield* contactos.deleteContact(yield* contactos.createContact({ nombre: "Cliente SL" }))
      assert.strictEqual((yield* contactos.listContacts()).total, 0)
    }))

  it.scoped("accepts it, too, where what belongs to a resource is listed", () =>
    Effect.gen(function*() {
      const { client: { cobros, facturas, registro, webhooks }, sent } = yield* makeClientScene()
      const issued = yield* facturas.issueInvoice(yield* facturas.createInvoice(simpleDraft))
      yield* cobros.recordPayment({ id: issued.id, importe: 1 })
      assert.strictEqual((yield* registro.listInvoiceRecords(issued)).total, 1)
      assert.strictEqual((yield* cobros.listInvoicePayments({ ...issued, limite: 3 })).limite, 3)
      assert.lengthOf(Chunk.toReadonlyArray(yield* Stream.runCollect(cobros.listInvoicePayments.all(issued))), 1)
      const webhook = yield* webhooks.createWebhook({ url: "https://avisos.ejemplo.es/" })
      assert.strictEqual((yield* webhooks.listDeliveries(webhook)).total, 0)
      assert.match(sent.at(-1)?.url ?? "", /\/envios$/)
    }))

  it.scoped("reads the health and the description of the service", () =>
    Effect.gen(function*() {
      const { client: { servicio } } = yield* makeClientScene()
      assert.deepStrictEqual(yield* servicio.checkHealth(), { estado: "ok" })
      assert.deepInclude(yield* servicio.readOpenApi({ version: "3.1" }), { openapi: "3.1.0" })
    }))
})

describe("the Promise client", () => {
  it.scoped("does the same with await", () =>
    Effect.gen(function*() {
      const { promises: { contactos, facturas } } = yield* makeClientScene()
      yield* Effect.promise(async () => {
        const { id: contacto_id } = await contactos.createContact({ nombre: "Cliente SL", nif: "B87654323" })
        const { id } = await facturas.createInvoice({ contacto_id, ...simpleDraft })
        assert.deepInclude(await facturas.issueInvoice({ id }), { id, referencia: "A-1", total: 24.2 })
        const { datos: [listed] } = await facturas.listInvoices()
        assert.strictEqual(listed?.id, id)
        assert.deepStrictEqual((await facturas.printInvoice({ id })).slice(0, 5), pdfStart)
      })
    }))
})

describe("every declared endpoint", () => {
  it.scoped("is reached by its method and path, and answers as the contract says", () =>
    Effect.gen(function*() {
      const { options } = yield* makeClientScene()
      for (const operation of operationsOf(api)) {
        const input = Object.fromEntries(operation.pathNames.map((name) => [name, "ninguno"]))
        const { name } = operation
        const answer = yield* withTime(Effect.either(callsOf(connection(options), operation).call(input)))
        if (Either.isRight(answer)) continue
        const { _tag, message } = answer.left
        assert.notInclude(["respuesta_ilegible", "sin_respuesta", "otro_codigo", "error_interno"], _tag, name)
        // A page file that does not exist is an unknown route.
        if (name !== "readDocsFile") assert.notStrictEqual(message, "No existe esa ruta.", name)
      }
    }))
})
