import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { rectifyInvoice } from "../../core/corrections/rectifyInvoice.ts"
import { draftInvoice } from "../../core/drafts/draftInvoice.ts"
import { updateInvoice } from "../../core/drafts/updateInvoice.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import type { Rectification } from "../../core/invoices/Rectification.ts"
import { issueInvoice } from "../../core/issuing/issueInvoice.ts"
import { invalidField } from "../../core/refusals/refusal.ts"
import { Books } from "../support/Books.ts"
import { customer, id, line, must } from "../support/issuing.ts"
import { invoiceInput, liveTerms, sampleOrganization } from "../support/samples.ts"

/** A company that sells, drafts corrections and issues them later. */
class Seller extends Books {
  constructor() {
    super(sampleOrganization(id), customer)
  }

  ticket(): Invoice {
    return must(this.issued(draftInvoice(id, invoiceInput({ lineas: [line] }))))
  }

  /** The id of a draft that rectifies the invoice. */
  correction(of: Invoice, metodo: "diferencias" | "sustitucion", precio: number): string {
    const { lineas = null } = invoiceInput({ lineas: [{ ...line, precio }] })
    return Either.getOrThrow(this.carryOut(rectifyInvoice(id, of.id, { motivo: "x", metodo, lineas }))).result.id
  }

  issue(draft: string) {
    return this.carryOut(issueInvoice(id, draft, liveTerms))
  }

  /** What a rectification says of its original. */
  told(draft: string): Rectification {
    return this.invoices.find((one) => one.id === draft)?.rectifica ?? assert.fail("no rectification")
  }

  toldAtIssue(draft: string): Rectification {
    Either.getOrThrow(this.issue(draft))
    return this.told(draft)
  }
}

describe("a rectification at issue", () => {
  it("by substitution states what its original comes to by then, not when it was drafted", () => {
    const shop = new Seller()
    const original = must(shop.invoiced({ lineas: [line] }))
    const substitution = shop.correction(original, "sustitucion", 80)
    assert.deepEqual(shop.told(substitution).sustituido, { base: 10_000, cuota: 2_100, cuota_recargo: 0 })
    shop.toldAtIssue(shop.correction(original, "diferencias", -30))
    const { afterExchange, sustituido } = shop.toldAtIssue(substitution)
    assert.deepEqual(sustituido, { base: 7_000, cuota: 1_470, cuota_recargo: 0 })
    assert.isFalse(afterExchange)
  })

  it("by differences tells whether its original was exchanged by then", () => {
    const shop = new Seller()
    const ticket = shop.ticket()
    const [before, after] = [shop.correction(ticket, "diferencias", -10), shop.correction(ticket, "diferencias", -10)]
    assert.isFalse(shop.toldAtIssue(before).afterExchange)
    assert.isDefined(shop.invoiced({ lineas: [{ ...line, precio: 90 }], facturas_sustituidas: [ticket.id] }))
    assert.isTrue(shop.toldAtIssue(after).afterExchange)
  })

  it("cannot be dated before its original, of which it tells number and day", () => {
    const shop = new Seller()
    const draft = shop.correction(must(shop.invoiced({ lineas: [line] })), "diferencias", -10)
    Either.getOrThrow(shop.carryOut(updateInvoice(id, draft, invoiceInput({ fecha_emision: "2026-03-01" }))))
    const motivo = "no puede ser anterior a la de la factura A-1, que es del 02/03/2026"
    assert.deepStrictEqual(shop.issue(draft), Either.left(invalidField("fecha_emision", motivo)))
  })
})
