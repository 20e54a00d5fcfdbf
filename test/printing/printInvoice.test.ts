import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import * as GroupCommit from "../../core/commit/GroupCommit.ts"
import { createContact } from "../../core/contacts/createContact.ts"
import { updateContact } from "../../core/contacts/updateContact.ts"
import { rectifyInvoice } from "../../core/corrections/rectifyInvoice.ts"
import { draftInvoice } from "../../core/drafts/draftInvoice.ts"
import { organizationId } from "../../core/identifiers/organizationId.ts"
import { issueInvoice } from "../../core/issuing/issueInvoice.ts"
import { openOrganization } from "../../core/organizations/openOrganization.ts"
import { updateOrganization } from "../../core/organizations/organizationCommands.ts"
import { PdfPrinter, type PrintableDocument } from "../../core/ports/PdfPrinter.ts"
import { printInvoice } from "../../core/printing/printInvoice.ts"
import { invoiceInput, liveTerms } from "../support/samples.ts"

const storage = Layer.merge(StorageMemory.layer, EntropyWebCrypto.layer)
const commits = Layer.provideMerge(GroupCommit.layerWith({ lanes: 1, batchSizeMax: 256 }), storage)

/** What is printed of a document. */
const printed = (...args: Parameters<typeof printInvoice>) =>
  Effect.gen(function*() {
    const documents: Array<PrintableDocument> = []
    const print = (document: PrintableDocument) => Effect.sync(() => (documents.push(document), new Uint8Array()))
    yield* Effect.provideService(printInvoice(...args), PdfPrinter, { print })
    return documents[0] ?? assert.fail("nothing printed")
  })

/**
 * Not midnight in the peninsula, when it is still the day before in the Canary Islands and the next number could not be
 * issued.
 */
const atNoon = TestClock.setTime(Date.UTC(2026, 10, 20, 12))

const lineas = invoiceInput({
  lineas: [{ descripcion: "Horas", precio: 100, tipo_iva: 21 }, { descripcion: "Libros", precio: 50, tipo_iva: 0, clase: "goods" }],
}).lineas ?? null

describe("the draft of a rectification, printed after company and customer have moved", () => {
  it.effect("by differences shows the tax of its original and treats the customer alike, by substitution the present tax", () =>
    Effect.gen(function*() {
      yield* atNoon
      const { run } = yield* GroupCommit.GroupCommit
      const id = organizationId((yield* openOrganization({ nombre: "Bricolaje", nif: "B12345674" })).id)
      const customer = yield* run(createContact(id, { nombre: "Jane Doe", nif: "987654321", pais: "US" }))
      const original = yield* run(draftInvoice(id, { contacto_id: customer.id, lineas }))
      yield* run(issueInvoice(id, original.id, liveTerms))
      const { rates, tax } = yield* printed(id, original.id)
      yield* run(updateOrganization(id, { region_fiscal: "canarias" }))
      yield* run(updateContact(id, customer.id, { nif: "12345678Z", pais: "ES" }))

      const differences = yield* run(rectifyInvoice(id, original.id, { motivo: "x" }))
      const shown = yield* printed(id, differences.id)
      assert.deepStrictEqual([tax, shown.tax, shown.recipient?.pais], ["IVA", "IVA", "US"])
      assert.deepStrictEqual(shown.rates.map(({ treatment }) => treatment), rates.map(({ treatment }) => treatment))
      const substitution = yield* run(rectifyInvoice(id, original.id, { motivo: "x", metodo: "sustitucion", lineas }))
      assert.strictEqual((yield* printed(id, substitution.id)).tax, "IGIC")
      yield* run(issueInvoice(id, differences.id, liveTerms))
      const { lifecycle, ...issued } = yield* printed(id, differences.id)
      assert.strictEqual(lifecycle, "issued")
      for (const part of ["tax", "recipient", "lineas", "rates", "totals", "mentions"] as const) {
        assert.deepStrictEqual(shown[part], issued[part], part)
      }
    }).pipe(Effect.provide(commits)))
})

describe("the draft of an exchange for tickets, printed after the company has moved", () => {
  it.effect("shows their tax", () =>
    Effect.gen(function*() {
      yield* atNoon
      const { run } = yield* GroupCommit.GroupCommit
      const id = organizationId((yield* openOrganization({ nombre: "Bricolaje", nif: "B12345674" })).id)
      const customer = yield* run(createContact(id, { nombre: "Ana", nif: "12345678Z" }))
      const ticket = yield* run(draftInvoice(id, { lineas }))
      yield* run(issueInvoice(id, ticket.id, liveTerms))
      yield* run(updateOrganization(id, { region_fiscal: "canarias" }))
      const facturas_sustituidas = [ticket.id]
      const full = yield* run(draftInvoice(id, { contacto_id: customer.id, lineas, facturas_sustituidas }))
      assert.strictEqual((yield* printed(id, full.id)).tax, "IVA")
    }).pipe(Effect.provide(commits)))
})
