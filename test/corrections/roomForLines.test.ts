import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import type { Command } from "../../core/commit/Command.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import type { RowSet } from "../../core/commit/tables.ts"
import { annulInvoice } from "../../core/corrections/annulInvoice.ts"
import { rectifyInvoice } from "../../core/corrections/rectifyInvoice.ts"
import { draftInvoice } from "../../core/drafts/draftInvoice.ts"
import { updateInvoice } from "../../core/drafts/updateInvoice.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import type { InvoiceCorrections } from "../../core/invoices/InvoiceCorrections.ts"
import { replacedLinesMax } from "../../core/invoices/roomForLines.ts"
import { issueInvoice } from "../../core/issuing/issueInvoice.ts"
import { conflict } from "../../core/refusals/refusal.ts"
import { decideOn, whyNot } from "../support/decideOn.ts"
import { customer, id, issued, line, must, rowOf, withCustomer } from "../support/issuing.ts"
import { invoiceInput, liveTerms, sampleId, sampleOrganization } from "../support/samples.ts"

const lineas = Array.from({ length: 500 }, () => ({ ...line, precio: 0.01 }))

const { registry, ...ticket } = must(rowOf(issued({ lineas }), "invoice"))
const original: Invoice = { ...ticket, registry }
const tickets = (count: number): ReadonlyArray<Invoice> =>
  Array.from({ length: count }, (_, i) => ({ ...original, id: sampleId(), numero: i + 2 }))

const company = { organization: [sampleOrganization(id)], contact: [customer] }

/** How many lines a command reads, besides those of its own document. */
const linesRead = (command: Command<unknown>, rows: RowSet, own: string): number => {
  const snapshot = new Snapshot()
  let lines = 0
  for (let missing = command.reads(snapshot); missing.length > 0; missing = snapshot.missing(command.reads(snapshot))) {
    const asked = new Set(missing.filter(({ table }) => table === "invoice").map((key) => key.id))
    for (const invoice of rows.invoice ?? []) if (asked.delete(invoice.id) && invoice.id !== own) lines += invoice.lineas.length
    snapshot.add(missing, rows)
  }
  return lines
}

const refusalOf = (command: Command<unknown>, rows: RowSet) => whyNot(decideOn(command, rows, undefined, 5_000))

const whole = replacedLinesMax / 500

describe("an invoice in exchange for many", () => {
  const exchange = (invoices: ReadonlyArray<Invoice>) =>
    draftInvoice(id, invoiceInput({ ...withCustomer, facturas_sustituidas: invoices.map((one) => one.id) }))

  it("is refused when they have too many lines, of which no more are read than the limit", () => {
    for (const shorter of [[], tickets(3).map((one) => ({ ...one, lineas: one.lineas.slice(0, 7) }))]) {
      const invoice = [...shorter, ...tickets(4 * whole)]
      const rows = { ...company, invoice }
      assert.deepStrictEqual(refusalOf(exchange(invoice), rows), ["facturas_sustituidas"])
      assert.isAtMost(linesRead(exchange(invoice), rows, ""), replacedLinesMax + 500)
    }
  })

  it("is refused together with whatever else is wrong with it", () => {
    const invoice = tickets(4 * whole)
    const command = draftInvoice(id, invoiceInput({ lineas: [line], facturas_sustituidas: invoice.map((one) => one.id) }))
    assert.deepStrictEqual(refusalOf(command, { ...company, invoice }), ["contacto_id", "facturas_sustituidas"])
  })

  it("can have all the lines there is room for, however they are spread", () => {
    const long = tickets(whole)
    const short = tickets(1_000).map((one) => ({ ...one, lineas: one.lineas.slice(0, 10) }))
    for (const invoice of [long, short]) {
      const drafted = must(rowOf(Either.getOrThrow(decideOn(exchange(invoice), { ...company, invoice }, undefined, 5_000)), "invoice"))
      assert.strictEqual(drafted.sustituye.length, invoice.length)
      const rows = { ...company, invoice: [...invoice, drafted] }
      const row = must(rowOf(Either.getOrThrow(decideOn(issueInvoice(id, drafted.id, liveTerms), rows, undefined, 9_000)), "invoice"))
      const annul = annulInvoice(id, row.id, { motivo: "x" }, liveTerms)
      assert.deepStrictEqual(refusalOf(annul, { ...company, invoice: [...invoice, row] }), [])
    }
  })

  it("is refused as a change of a draft too", () => {
    const drafted = must(rowOf(Either.getOrThrow(decideOn(draftInvoice(id, invoiceInput(withCustomer)), company)), "invoice"))
    const many = tickets(2 * whole)
    const rows = { ...company, invoice: [...many, drafted] }
    const patch = updateInvoice(id, drafted.id, { facturas_sustituidas: many.map((one) => one.id) })
    assert.deepStrictEqual(refusalOf(patch, rows), ["facturas_sustituidas"])
    assert.isAtMost(linesRead(patch, rows, drafted.id), replacedLinesMax)
  })
})

describe("a substitution of an invoice with many rectifications by differences", () => {
  const differing = (count: number) => {
    const differences = tickets(count).map((one): Invoice => ({
      ...one,
      tipo: "rectificative",
      rectifica: {
        original: { ...reference, simplificada: true },
        metodo: "diferencias",
        motivo: "x",
        causa: null,
        sustituido: { base: original.base_imponible, cuota: original.cuota_iva, cuota_recargo: original.cuota_recargo },
        afterExchange: false,
      },
    }))
    const corrections: InvoiceCorrections = {
      organizationId: id,
      id: original.id,
      diferencias: differences.map((one) => one.id),
      sustituciones: 0,
      canjes: 0,
    }
    return { ...company, invoice: [original, ...differences], invoiceCorrections: [corrections] }
  }
  const reference = { factura_id: original.id, numserie: "S-1", nif: "B12345674", fecha: original.fecha_emision, operacion: null }
  const rectification = (metodo: "diferencias" | "sustitucion") =>
    rectifyInvoice(id, original.id, { motivo: "x", metodo, lineas: invoiceInput({ lineas: [line] }).lineas ?? null })

  it("is refused when they have too many lines, of which no more are read than the limit", () => {
    const rows = differing(4 * whole)
    assert.deepStrictEqual(
      decideOn(rectification("sustitucion"), rows),
      Either.left(conflict(
        "factura_rectificada",
        "Las rectificativas de la factura S-1 tienen demasiadas líneas: esa factura ya solo se rectifica por diferencias.",
      )),
    )
    assert.isAtMost(linesRead(rectification("sustitucion"), rows, original.id), replacedLinesMax)
    assert.deepStrictEqual(refusalOf(rectification("diferencias"), rows), [])
    assert.strictEqual(linesRead(rectification("diferencias"), rows, original.id), 0)
  })

  it("is refused when there are too many at the time of its issue", () => {
    const few = differing(whole)
    const drafted = must(rowOf(Either.getOrThrow(decideOn(rectification("sustitucion"), few, undefined, 5_000)), "invoice"))
    const withDraft = ({ invoice, ...others }: typeof few) => ({ ...others, invoice: [...invoice, drafted] })
    const issue = issueInvoice(id, drafted.id, liveTerms)
    assert.deepStrictEqual(refusalOf(issue, withDraft(few)), [])
    const many = withDraft(differing(4 * whole))
    assert.deepStrictEqual(refusalOf(issue, many), ["factura_rectificada"])
    assert.isAtMost(linesRead(issue, many, drafted.id), replacedLinesMax + 500)
  })
})
