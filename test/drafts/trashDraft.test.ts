import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { key, type RowSet } from "../../core/commit/tables.ts"
import { trashDraft } from "../../core/drafts/trashDraft.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { invoiceSummary } from "../../core/invoices/invoiceResource.ts"
import { recipientOf } from "../../core/invoices/parties.ts"
import { decideOn, whyNot } from "../support/decideOn.ts"
import { day, sampleContact, sampleInvoice, sampleOrganization, sampleOrganizationId } from "../support/samples.ts"

const id = sampleOrganizationId()
const draft = sampleInvoice(id, 1)

const trash = (given: Partial<Invoice> = {}) => {
  const rows: RowSet = { organization: [sampleOrganization(id)], invoice: [{ ...draft, ...given }] }
  return decideOn(trashDraft(id, draft.id), rows)
}

const reason = (given: Partial<Invoice>) => whyNot(trash(given)).join()

describe("trashing a draft", () => {
  it("removes it, and emits an event with what it was", () => {
    const { events, removed, rows } = Either.getOrThrow(trash())
    assert.deepEqual(removed, [key("invoice", id, draft.id)])
    assert.deepEqual(rows, [])
    assert.deepEqual(events, [{ suceso: "invoice.cancelled", datos: { factura: invoiceSummary(draft, day("2026-03-02")) } }])
  })

  it("shows its customer as the contact is now, as the draft did", () => {
    const contact = sampleContact(id, 1, { nombre: "Después SL", nif: null })
    const named = { ...draft, contacto_id: contact.id, recipient: { ...recipientOf(contact), nombre: "Antes SL" } }
    const rows: RowSet = { organization: [sampleOrganization(id)], contact: [contact], invoice: [named] }
    const { events } = Either.getOrThrow(decideOn(trashDraft(id, draft.id), rows))
    const factura = invoiceSummary({ ...named, recipient: recipientOf(contact) }, day("2026-03-02"))
    assert.deepEqual(events, [{ suceso: "invoice.cancelled", datos: { factura } }])
  })

  it("emits no event for other documents", () => {
    for (const tipo_documento of ["quote", "delivery", "proforma"] as const) {
      assert.deepEqual(Either.getOrThrow(trash({ tipo_documento })).events, [])
    }
  })

  it("is refused for a document with a number, and for one that does not exist", () => {
    assert.strictEqual(reason({ lifecycle: "issued", numero: 1 }), "factura_emitida")
    assert.strictEqual(reason({ lifecycle: "issued", numero: 1, tipo_documento: "quote" }), "factura_emitida")
    assert.strictEqual(reason({ lifecycle: "cancelled", numero: 1 }), "factura_anulada")
    assert.strictEqual(reason({ id: "0" }), "NotFound")
  })

  it("advises to rectify or to annul only where that is possible", () => {
    const told = (tipo_documento: Invoice["tipo_documento"]) => {
      const refusal = Either.getOrThrow(Either.flip(trash({ lifecycle: "issued", numero: 1, tipo_documento })))
      return refusal._tag === "Conflict" ? refusal.mensaje : refusal._tag
    }
    assert.strictEqual(told("invoice"), "Un documento emitido no se borra: una factura se rectifica o se anula.")
    for (const other of ["quote", "delivery", "proforma"] as const) {
      assert.strictEqual(told(other), "Un documento emitido no se borra: conserva su número.")
    }
  })
})
