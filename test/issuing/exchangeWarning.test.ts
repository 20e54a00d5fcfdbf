import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { draftInvoice } from "../../core/drafts/draftInvoice.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { issueInvoice } from "../../core/issuing/issueInvoice.ts"
import { cents } from "../../core/money/cents.ts"
import { decimal6 } from "../../core/money/decimal.ts"
import { decideOn } from "../support/decideOn.ts"
import { customer, id, issued, line, must, rowOf, withCustomer } from "../support/issuing.ts"
import { invoiceInput, liveTerms, sampleId, sampleOrganization } from "../support/samples.ts"

const ticket = (): Invoice => ({ ...must(rowOf(issued({ lineas: [line] }), "invoice")), id: sampleId() })
const [one, two] = [ticket(), ticket()]

/** The entry in the activity log of an invoice with these lines, issued in exchange for the tickets. */
const entry = (lineas: ReadonlyArray<object>, tickets: ReadonlyArray<Invoice> = [one, two]) => {
  const rows = { organization: [sampleOrganization(id)], contact: [customer], invoice: [one, ...tickets] }
  const input = invoiceInput({ ...withCustomer, lineas, facturas_sustituidas: tickets.map((ticket) => ticket.id) })
  const drafted = must(rowOf(Either.getOrThrow(decideOn(draftInvoice(id, input), rows)), "invoice"))
  const decision = Either.getOrThrow(decideOn(issueInvoice(id, drafted.id, liveTerms), { ...rows, invoice: [...rows.invoice, drafted] }))
  return rowOf(decision, "activityEntry")
}

/** What that entry says. */
const warning = (...given: Parameters<typeof entry>) => entry(...given)?.mensaje.replaceAll("\u00a0", " ")

const priced = (precio: number, at: object = {}) => ({ ...line, precio, ...at })

/** The same base as that of both tickets, of which this much, in euros, at 10 %. */
const partlyAtTen = (precio: number) => [priced(200 - precio), priced(precio, { tipo_iva: 10 })]

describe("an invoice issued in exchange for tickets", () => {
  it("is noted in the activity log, with its amounts and theirs, if these differ", () => {
    assert.strictEqual(
      warning([priced(2_000)]),
      "La factura A-1 se emitió en canje de facturas simplificadas con base 200,00 € y cuota 42,00 €, pero tiene base "
        + "2.000,00 € y cuota 420,00 €: una factura de canje documenta las mismas ventas, y no se declara.",
    )
    assert.deepInclude(entry([priced(2_000)]), { tipo: "exchange_differs", recurso: "factura" })
    assert.include(warning([priced(100)]), "pero tiene base 100,00 € y cuota 21,00 €")
  })

  it("is not if they differ by rounding: a cent for each ticket and one more", () => {
    for (const precio of [200, 200.03, 199.97]) assert.isUndefined(warning([priced(precio)]), `base ${precio}`)
    for (const precio of [200.04, 199.96]) assert.isString(warning([priced(precio)]), `base ${precio}`)
    assert.isUndefined(warning([priced(100.02)], [one]))
    assert.isString(warning([priced(100.03)], [one]))
  })

  it("may differ in its taxes by no more", () => {
    assert.isUndefined(warning(partlyAtTen(0.27)), "taxes of 41,97 €")
    assert.include(warning(partlyAtTen(0.36)), "base 200,00 € y cuota 41,96 €")
  })

  it("is noted even if theirs add up beyond safe integers", () => {
    const original = { factura_id: one.id, numserie: "S-1", nif: "B12345674", fecha: one.fecha_emision, operacion: null, simplificada: true }
    const sustituido = { base: one.base_imponible, cuota: one.cuota_iva, cuota_recargo: one.cuota_recargo }
    const base = cents(99_999_999_999_999)
    const large: Invoice = {
      ...one,
      tipo: "rectificative",
      rectifica: { original, metodo: "sustitucion", motivo: "x", causa: null, sustituido, afterExchange: false },
      lineas: one.lineas.map((line) => ({ ...line, base, tipo_iva: decimal6(0) })),
      rates: one.rates.map((rate) => ({ ...rate, base, cuota: cents(0), tipo_iva: decimal6(0) })),
    }
    const tickets = Array.from({ length: 91 }, (): Invoice => ({ ...large, id: sampleId() }))
    assert.include(warning([line], tickets), "con base 90.071.992.547.409,91 € y cuota 0,00 €")
  })
})
