import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { updateContact } from "../../core/contacts/updateContact.ts"
import { annulInvoice } from "../../core/corrections/annulInvoice.ts"
import { rectifyInvoice } from "../../core/corrections/rectifyInvoice.ts"
import { draftInvoice } from "../../core/drafts/draftInvoice.ts"
import { trashDraft } from "../../core/drafts/trashDraft.ts"
import { updateInvoice } from "../../core/drafts/updateInvoice.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { issueInvoice } from "../../core/issuing/issueInvoice.ts"
import { zeroCents } from "../../core/money/cents.ts"
import { updateOrganization } from "../../core/organizations/organizationCommands.ts"
import { conflict, type Refusal } from "../../core/refusals/refusal.ts"
import { aeatErrors } from "../registry/aeatValidations.ts"
import { Books } from "../support/Books.ts"
import { whyNot } from "../support/decideOn.ts"
import { customer, id, line, must } from "../support/issuing.ts"
import { invoiceInput, liveTerms, sampleOrganization } from "../support/samples.ts"

const testTerms = { ...liveTerms, modo: "test" as const }

/** The slug of a refusal, or its failing fields; "done" if there was none. */
const outcomeOf = (decided: Either.Either<unknown, Refusal>): string =>
  Either.isRight(decided) ? "done" : whyNot(decided).join()

/** A company that corrects what it issued. */
class Corrections extends Books {
  constructor() {
    super(sampleOrganization(id), customer)
  }

  sale(terms = liveTerms): Invoice {
    return must(this.invoiced({ lineas: [line] }, terms))
  }

  ticket(terms = liveTerms): Invoice {
    return must(this.issued(draftInvoice(id, invoiceInput({ lineas: [line] })), terms))
  }

  draftRectification(of: Invoice, metodo: "diferencias" | "sustitucion" = "diferencias") {
    const { lineas = null } = invoiceInput({ lineas: [{ ...line, precio: 80 }] })
    const input = { motivo: "x", metodo, lineas: metodo === "sustitucion" ? lineas : null }
    return this.carryOut(rectifyInvoice(id, of.id, input))
  }

  draftExchange(...tickets: ReadonlyArray<Invoice>) {
    const facturas_sustituidas = tickets.map((one) => one.id)
    const body = { contacto_id: customer.id, lineas: [line], facturas_sustituidas }
    return this.carryOut(draftInvoice(id, invoiceInput(body)))
  }

  issue(drafted: ReturnType<Corrections["draftExchange"]>, terms = liveTerms) {
    return this.carryOut(issueInvoice(id, Either.getOrThrow(drafted).result.id, terms))
  }

  move(region_fiscal: "peninsula" | "canarias" | "ceuta", regimen_igic: "general" | "repep" = "general") {
    Either.getOrThrow(this.carryOut(updateOrganization(id, { region_fiscal, regimen_igic })))
  }

  /** The breakdown in the last record. */
  get breakdown(): string {
    return JSON.stringify(must(this.records.at(-1)).campos["Desglose"])
  }

  /** Changes the customer. */
  change(patch: object) {
    Either.getOrThrow(this.carryOut(updateContact(id, customer.id, patch)))
  }

  /** The recipient and the breakdown in the last record. */
  get statement(): string {
    const { Desglose, Destinatarios } = must(this.records.at(-1)).campos
    return JSON.stringify({ Destinatarios, Desglose })
  }

  annul(invoice: Pick<Invoice, "id">, terms = liveTerms) {
    return this.carryOut(annulInvoice(id, invoice.id, { motivo: "x" }, terms))
  }

  get last(): Invoice {
    return must(this.invoices.at(-1))
  }
}

describe("an invoice that an issued one corrects", () => {
  it("can be annulled only after all its rectifications are", () => {
    const books = new Corrections()
    const original = books.sale()
    const rectifications = [0, 1].map(() => {
      assert.strictEqual(outcomeOf(books.issue(books.draftRectification(original))), "done")
      return books.last
    })
    for (const one of rectifications) {
      assert.strictEqual(outcomeOf(books.annul(original)), "factura_rectificada")
      assert.strictEqual(outcomeOf(books.annul(one)), "done")
    }
    assert.strictEqual(outcomeOf(books.annul(original)), "done")
  })

  it("can be annulled while the correction is a draft", () => {
    const books = new Corrections()
    const [original, ticket] = [books.sale(), books.ticket()]
    books.draftRectification(original)
    books.draftExchange(ticket)
    assert.deepStrictEqual([original, ticket].map((one) => outcomeOf(books.annul(one))), ["done", "done"])
  })

  it("can be annulled, if it is a ticket, only after the invoice it was exchanged for", () => {
    const books = new Corrections()
    const tickets = [books.ticket(), books.ticket()]
    assert.strictEqual(outcomeOf(books.issue(books.draftExchange(...tickets))), "done")
    const full = books.last
    for (const one of tickets) assert.strictEqual(outcomeOf(books.annul(one)), "factura_sustituida")
    assert.strictEqual(outcomeOf(books.annul(full)), "done")
    for (const one of tickets) assert.strictEqual(outcomeOf(books.annul(one)), "done")
  })
})

describe("a ticket that was exchanged for a full invoice", () => {
  /** A ticket and its full invoice. */
  const exchanged = () => {
    const books = new Corrections()
    const ticket = books.ticket()
    assert.strictEqual(outcomeOf(books.issue(books.draftExchange(ticket))), "done")
    return { books, ticket, full: books.last }
  }

  it("can still be given back, by a rectification that is exchanged separately", () => {
    const { books, full, ticket } = exchanged()
    assert.strictEqual(outcomeOf(books.issue(books.draftRectification(ticket))), "done")
    const back = books.last
    assert.strictEqual(must(books.records.at(-1)).campos["TipoFactura"], "R5")
    assert.strictEqual(outcomeOf(books.issue(books.draftExchange(back))), "done")
    const { FacturasSustituidas, TipoFactura } = must(books.records.at(-1)).campos
    assert.strictEqual(TipoFactura, "F3")
    assert.include(JSON.stringify(FacturasSustituidas), `"NumSerieFactura":"R-1"`)
    assert.strictEqual(outcomeOf(books.draftExchange(back)), "facturas_sustituidas[0]")
    assert.strictEqual(outcomeOf(books.annul(back)), "factura_sustituida")
    assert.strictEqual(outcomeOf(books.annul(books.last)), "done")
    assert.strictEqual(outcomeOf(books.annul(full)), "done")
    assert.strictEqual(outcomeOf(books.annul(ticket)), "factura_rectificada")
  })

  it("cannot be replaced in other ways, nor can its earlier rectifications be corrected", () => {
    const books = new Corrections()
    const ticket = books.ticket()
    books.issue(books.draftRectification(ticket))
    const earlier = books.last
    assert.strictEqual(outcomeOf(books.issue(books.draftExchange(ticket))), "done")
    for (const metodo of ["diferencias", "sustitucion"] as const) {
      assert.strictEqual(outcomeOf(books.draftRectification(earlier, metodo)), "factura_ya_sustituida")
    }
    assert.strictEqual(outcomeOf(books.draftRectification(ticket, "sustitucion")), "factura_ya_sustituida")
    assert.strictEqual(outcomeOf(books.draftExchange(earlier)), "facturas_sustituidas[0]")
  })

  it("can be given back by a draft from before, and replaced again only while that rectification is not exchanged", () => {
    const books = new Corrections()
    const ticket = books.ticket()
    const draft = books.draftRectification(ticket)
    assert.strictEqual(outcomeOf(books.issue(books.draftExchange(ticket))), "done")
    const full = books.last
    assert.strictEqual(outcomeOf(books.issue(draft)), "done")
    const back = books.last
    assert.strictEqual(outcomeOf(books.annul(full)), "done")
    const substitution = books.draftRectification(ticket, "sustitucion")
    assert.deepInclude(books.last.rectifica?.sustituido, { base: zeroCents, cuota: zeroCents }, "all was given back")
    assert.strictEqual(outcomeOf(books.issue(books.draftExchange(back))), "done")
    const other = books.last
    assert.strictEqual(outcomeOf(books.draftRectification(ticket, "sustitucion")), "factura_rectificada")
    assert.strictEqual(outcomeOf(books.issue(substitution)), "factura_rectificada")
    assert.strictEqual(outcomeOf(books.issue(books.draftExchange(ticket))), "done", "it is exchanged without them")
    assert.strictEqual(outcomeOf(books.annul(other)), "done")
  })
})

describe("a draft that corrects", () => {
  it("cannot be issued once what it corrects is annulled", () => {
    const books = new Corrections()
    const [original, ticket, other] = [books.sale(), books.ticket(), books.ticket()]
    const drafts = [books.draftRectification(original), books.draftExchange(other, ticket)]
    for (const one of [original, ticket]) books.annul(one)
    const numbered = books.invoices.filter(({ numero }) => numero !== null).length
    for (const one of drafts) assert.strictEqual(outcomeOf(books.issue(one)), "original_anulada")
    assert.strictEqual(books.invoices.filter(({ numero }) => numero !== null).length, numbered)
  })

  it("must be the only one to replace a ticket, when drafted and when issued", () => {
    const books = new Corrections()
    const [one, two] = [books.ticket(), books.ticket()]
    const [first, second] = [books.draftExchange(one), books.draftExchange(two, one)]
    assert.strictEqual(outcomeOf(books.issue(first)), "done")
    const full = books.last
    assert.strictEqual(outcomeOf(books.draftExchange(two, one)), "facturas_sustituidas[1]")
    const { result: plain } = Either.getOrThrow(books.draftExchange())
    const naming = updateInvoice(id, plain.id, invoiceInput({ facturas_sustituidas: [one.id] }))
    assert.strictEqual(outcomeOf(books.carryOut(naming)), "facturas_sustituidas[0]")
    assert.strictEqual(outcomeOf(books.issue(second)), "factura_ya_sustituida")
    books.annul(full)
    assert.strictEqual(outcomeOf(books.carryOut(naming)), "done")
    assert.strictEqual(outcomeOf(books.issue(second)), "done")
  })

  it("is the only substitution of its original; after it the latest substitution is rectified instead", () => {
    const books = new Corrections()
    const original = books.sale()
    const [first, second] = [books.draftRectification(original, "sustitucion"), books.draftRectification(original, "sustitucion")]
    const differences = books.draftRectification(original)
    assert.strictEqual(outcomeOf(books.issue(first)), "done")
    const substitution = books.last
    for (const late of [second, differences]) assert.strictEqual(outcomeOf(books.issue(late)), "factura_ya_sustituida")
    for (const metodo of ["sustitucion", "diferencias"] as const) {
      assert.strictEqual(outcomeOf(books.draftRectification(original, metodo)), "factura_ya_sustituida")
    }
    assert.strictEqual(outcomeOf(books.issue(books.draftRectification(substitution, "sustitucion"))), "done")
    assert.strictEqual(outcomeOf(books.annul(books.last)), "done")
    assert.strictEqual(outcomeOf(books.annul(substitution)), "done")
    assert.strictEqual(outcomeOf(books.issue(second)), "done")
  })

  it("cannot replace a ticket that was replaced in another way", () => {
    const books = new Corrections()
    const [substituted, exchanged] = [books.ticket(), books.ticket()]
    books.issue(books.draftRectification(substituted, "sustitucion"))
    books.issue(books.draftExchange(exchanged))
    assert.strictEqual(outcomeOf(books.draftExchange(substituted)), "facturas_sustituidas[0]")
    assert.strictEqual(outcomeOf(books.draftRectification(exchanged, "sustitucion")), "factura_ya_sustituida")
  })

  it("can replace a ticket's latest substitution", () => {
    const books = new Corrections()
    const ticket = books.ticket()
    books.issue(books.draftRectification(ticket, "sustitucion"))
    const substitution = books.last
    const full = books.draftExchange(substitution)
    assert.strictEqual(outcomeOf(books.issue(full)), "done")
    const exchanged = must(books.records.at(-1)).campos
    assert.deepEqual(aeatErrors(exchanged, "alta", "2026-03-02"), [])
    assert.deepInclude(exchanged, {
      TipoFactura: "F3",
      FacturasSustituidas: {
        IDFacturaSustituida: [{ IDEmisorFactura: "B12345674", NumSerieFactura: "R-1", FechaExpedicionFactura: "02-03-2026" }],
      },
    })
    assert.strictEqual(outcomeOf(books.annul(substitution)), "factura_sustituida")
    assert.strictEqual(outcomeOf(books.draftExchange(substitution)), "facturas_sustituidas[0]")
  })

  it("can replace neither a rectification by differences nor the substitution of a full invoice", () => {
    const books = new Corrections()
    const [ticket, sale] = [books.ticket(), books.sale()]
    for (const draft of [books.draftRectification(ticket), books.draftRectification(sale, "sustitucion")]) {
      books.issue(draft)
      assert.strictEqual(outcomeOf(books.draftExchange(books.last)), "facturas_sustituidas[0]")
    }
  })

  it("can follow others by differences, and a substitution can follow them", () => {
    const books = new Corrections()
    const original = books.sale()
    for (const metodo of ["diferencias", "diferencias", "sustitucion"] as const) {
      assert.strictEqual(outcomeOf(books.issue(books.draftRectification(original, metodo))), "done")
    }
  })

  it("replaces the rectifications by differences of its original too", () => {
    const replaced = (books: Corrections, original: Invoice, replacing: () => ReturnType<Corrections["draftExchange"]>) => {
      books.issue(books.draftRectification(original))
      const differences = books.last
      const late = (["diferencias", "sustitucion"] as const).map((metodo) => books.draftRectification(differences, metodo))
      assert.strictEqual(outcomeOf(books.issue(replacing())), "done")
      const replacement = books.last
      for (const one of late) assert.strictEqual(outcomeOf(books.issue(one)), "factura_ya_sustituida")
      assert.strictEqual(outcomeOf(books.draftRectification(differences)), "factura_ya_sustituida")
      const refusal = outcomeOf(books.annul(differences))
      assert.strictEqual(outcomeOf(books.annul(replacement)), "done")
      assert.strictEqual(outcomeOf(books.annul(differences)), "done")
      return refusal
    }
    const books = new Corrections()
    const [sale, ticket] = [books.sale(), books.ticket()]
    assert.strictEqual(replaced(books, sale, () => books.draftRectification(sale, "sustitucion")), "factura_rectificada")
    assert.strictEqual(replaced(books, ticket, () => books.draftExchange(ticket)), "factura_sustituida")
  })

  it("can replace nothing while a rectification by differences is itself corrected, when drafted and when issued", () => {
    const books = new Corrections()
    const [sale, ticket] = [books.sale(), books.ticket()]
    for (const metodo of ["diferencias", "sustitucion"] as const) {
      const drafts = [books.draftRectification(sale, "sustitucion"), books.draftExchange(ticket)]
      const corrections = [sale, ticket].map((original) => {
        books.issue(books.draftRectification(original))
        const differences = books.last
        books.issue(books.draftRectification(differences, metodo))
        return books.last
      })
      for (const one of drafts) assert.strictEqual(outcomeOf(books.issue(one)), "factura_rectificada")
      assert.strictEqual(outcomeOf(books.draftRectification(sale, "sustitucion")), "factura_rectificada")
      assert.strictEqual(outcomeOf(books.draftRectification(sale)), "done")
      for (const one of corrections) assert.strictEqual(outcomeOf(books.annul(one)), "done")
      for (const one of drafts) {
        assert.strictEqual(outcomeOf(books.issue(one)), "done")
        assert.strictEqual(outcomeOf(books.annul(books.last)), "done")
      }
    }
  })

  it("has a record if what it corrects has one, and none otherwise", () => {
    const books = new Corrections()
    const [registered, ticket] = [books.sale(), books.ticket()]
    const [unregistered, testTicket] = [books.sale(testTerms), books.ticket(testTerms)]
    const records = books.records.length
    for (const draft of [books.draftRectification(unregistered), books.draftExchange(testTicket)]) {
      assert.strictEqual(outcomeOf(books.issue(draft, liveTerms)), "factura_sin_registro")
      assert.strictEqual(outcomeOf(books.issue(draft, testTerms)), "done")
    }
    assert.strictEqual(books.records.length, records)
    for (const draft of [books.draftRectification(registered), books.draftExchange(ticket)]) {
      assert.strictEqual(outcomeOf(books.issue(draft, testTerms)), "factura_registrada")
      assert.strictEqual(outcomeOf(books.issue(draft, liveTerms)), "done")
    }
  })

  it("is refused with a message that names what it corrects", () => {
    const books = new Corrections()
    const refuses = (decided: Either.Either<unknown, Refusal>, motivo: string, mensaje: string) =>
      assert.deepStrictEqual(decided, Either.left(conflict(motivo, mensaje)))

    const annulled = books.sale()
    const late = books.draftRectification(annulled)
    books.annul(annulled)
    refuses(books.issue(late), "original_anulada", "La factura A-1, que esta corrige, está anulada.")

    const sale = books.sale()
    const second = books.draftRectification(sale, "sustitucion")
    books.issue(books.draftRectification(sale, "sustitucion"))
    refuses(books.issue(second), "factura_ya_sustituida", "La factura A-2 ya está sustituida por otra: se corrige esa.")
    refuses(books.annul(sale), "factura_rectificada", "La factura está rectificada: antes hay que anular la rectificativa.")

    const ticket = books.ticket()
    books.issue(books.draftExchange(ticket))
    const annulFirst = "La factura está sustituida por una completa: antes hay que anular esa."
    refuses(books.annul(ticket), "factura_sustituida", annulFirst)

    const twice = books.sale()
    books.issue(books.draftRectification(twice))
    books.issue(books.draftRectification(books.last))
    refuses(
      books.draftRectification(twice, "sustitucion"),
      "factura_rectificada",
      "Una rectificativa de la factura A-4 está a su vez corregida: esa factura ya solo se rectifica por diferencias.",
    )

    const liveOnly = "La factura A-4 está registrada: solo se corrige con una clave real."
    refuses(books.issue(books.draftRectification(twice), testTerms), "factura_registrada", liveOnly)
    const unregistered = must(books.invoiced({ lineas: [line], serie: "T" }, testTerms))
    const noRecord = "La factura T-1 se emitió con una clave de prueba: no está en el registro."
    refuses(books.issue(books.draftRectification(unregistered)), "factura_sin_registro", noRecord)
  })

  it("is no obstacle to anything once it is deleted", () => {
    const books = new Corrections()
    const original = books.sale()
    const { result } = Either.getOrThrow(books.draftRectification(original))
    books.carryOut(trashDraft(id, result.id))
    assert.strictEqual(outcomeOf(books.annul(original)), "done")
    assert.isFalse(books.invoices.some((one) => one.id === result.id))
  })
})

describe("a rectification by a company that has moved", () => {
  it("keeps the tax of its original if it states differences, from draft to record", () => {
    for (const tipo_iva of [0, 10, 21]) {
      const books = new Corrections()
      const original = must(books.invoiced({ lineas: [{ ...line, tipo_iva }] }))
      const stated = books.breakdown
      for (const region of ["ceuta", "canarias"] as const) {
        books.move(region)
        assert.strictEqual(outcomeOf(books.issue(books.draftRectification(original))), "done")
        assert.strictEqual(books.breakdown.replaceAll("\"-", "\""), stated)
        assert.strictEqual(must(books.last.issuer ?? undefined).region_fiscal, "peninsula")
      }
      const draft = Either.getOrThrow(books.draftRectification(books.last)).result
      const surcharged = books.carryOut(updateInvoice(id, draft.id, { recargo_equivalencia: true }))
      assert.strictEqual(outcomeOf(surcharged), "done")
    }
  })

  it("gives lines without a rate the ordinary one of its original's territory", () => {
    const { lineas = null } = invoiceInput({ lineas: [{ descripcion: "x", precio: -10 }] })
    for (const [region, rate] of [["ceuta", "4"], ["canarias", "7"], ["peninsula", "21"]] as const) {
      const books = new Corrections()
      books.move(region)
      const original = must(books.invoiced({ lineas: [{ ...line, tipo_iva: 0 }] }))
      books.move(region === "canarias" ? "peninsula" : "canarias")
      const rectification = books.carryOut(rectifyInvoice(id, original.id, { motivo: "x", lineas }))
      assert.strictEqual(outcomeOf(books.issue(rectification)), "done", region)
      assert.include(books.breakdown, `"TipoImpositivo":"${rate}"`)
    }
  })

  it("keeps the original's IGIC regime", () => {
    const books = new Corrections()
    books.move("canarias", "repep")
    const original = must(books.issued(draftInvoice(id, invoiceInput({ lineas: [{ ...line, tipo_iva: 0 }] }))))
    const stated = books.breakdown
    books.move("canarias")
    assert.strictEqual(outcomeOf(books.issue(books.draftRectification(original))), "done")
    assert.strictEqual(books.breakdown.replaceAll("\"-", "\""), stated)
    const facturas_sustituidas = [original.id]
    const untold = { contacto_id: customer.id, lineas: [{ descripcion: "x", precio: 100 }], facturas_sustituidas }
    assert.strictEqual(outcomeOf(books.issue(books.carryOut(draftInvoice(id, invoiceInput(untold))))), "done")
    assert.notInclude(books.breakdown, "TipoImpositivo")
  })

  it("keeps the original's surcharge regime, whichever it was", () => {
    for (const recargo_equivalencia of [true, false]) {
      const books = new Corrections()
      const become = (recargo_equivalencia: boolean) =>
        Either.getOrThrow(books.carryOut(updateOrganization(id, { recargo_equivalencia })))
      become(recargo_equivalencia)
      const original = must(books.issued(draftInvoice(id, invoiceInput({ lineas: [{ ...line, clase: "goods" }] }))))
      const stated = books.breakdown
      assert.include(stated, `"ClaveRegimen":"${recargo_equivalencia ? "18" : "01"}"`)
      become(!recargo_equivalencia)
      const back = books.carryOut(rectifyInvoice(id, original.id, { motivo: "x" }))
      assert.strictEqual(outcomeOf(books.issue(back)), "done")
      assert.strictEqual(books.breakdown.replaceAll("\"-", "\""), stated)
      assert.strictEqual(outcomeOf(books.annul(books.last)), "done")
      const body = { contacto_id: customer.id, lineas: [{ ...line, clase: "goods" }], facturas_sustituidas: [original.id] }
      assert.strictEqual(outcomeOf(books.issue(books.carryOut(draftInvoice(id, invoiceInput(body))))), "done")
      assert.strictEqual(books.breakdown, stated)
    }
  })

  it("by substitution drops a surcharge that the company's tax no longer has", () => {
    for (const [region, charged] of [["ceuta", false], ["canarias", false], ["peninsula", true]] as const) {
      const books = new Corrections()
      const original = must(books.invoiced({ lineas: [line], recargo_equivalencia: true }))
      books.move(region)
      const lineas = invoiceInput({ lineas: [{ descripcion: "x", precio: 80 }] }).lineas ?? null
      const drafted = Either.getOrThrow(books.carryOut(rectifyInvoice(id, original.id, { motivo: "x", metodo: "sustitucion", lineas })))
      assert.strictEqual(drafted.result.recargo_equivalencia, charged)
      const reset = Either.getOrThrow(books.carryOut(updateInvoice(id, drafted.result.id, { recargo_equivalencia: null })))
      assert.deepStrictEqual(reset.rows, [])
      assert.strictEqual(outcomeOf(books.issue(Either.right(drafted))), "done")
    }
  })

  it("by substitution is made as the company is now", () => {
    const books = new Corrections()
    const original = must(books.invoiced({ lineas: [{ ...line, tipo_iva: 10 }] }))
    books.move("ceuta")
    const lineas = invoiceInput({ lineas: [{ ...line, tipo_iva: 10 }] }).lineas ?? null
    assert.strictEqual(outcomeOf(books.issue(books.carryOut(rectifyInvoice(id, original.id, { motivo: "x", metodo: "sustitucion", lineas })))), "done")
    assert.include(books.breakdown, `"Impuesto":"02"`)
  })
})

describe("a rectification whose customer has moved", () => {
  const berlin = { pais: "DE", nif_iva: "DE123456789" }
  const madrid = { pais: "ES", nif_iva: null }
  const untaxed = [{ ...line, tipo_iva: 0 }]

  /** A sale to Berlin whose customer has moved to Madrid since. */
  const moved = (lineas: ReadonlyArray<object> = untaxed) => {
    const books = new Corrections()
    books.change(berlin)
    const original = must(books.invoiced({ lineas }))
    const stated = books.statement
    books.change(madrid)
    return { books, original, stated }
  }

  it("names the customer as the original does if it states differences at rate zero, being the same operation", () => {
    const { books, original, stated } = moved()
    assert.include(stated, `"OperacionExenta":"E5"`)
    for (const corrected of [() => original, () => books.last]) {
      assert.strictEqual(outcomeOf(books.issue(books.draftRectification(corrected()))), "done")
      assert.strictEqual(books.statement.replaceAll("\"-", "\""), stated)
      assert.deepEqual(books.last.recipient, original.recipient)
    }
  })

  it("names the customer as it is now where its place makes no difference, and by substitution", () => {
    const { books, original } = moved([line])
    assert.strictEqual(outcomeOf(books.issue(books.draftRectification(original))), "done")
    assert.strictEqual(books.last.recipient?.nif_iva, null)
    const { books: others, original: sold } = moved()
    const lineas = invoiceInput({ lineas: untaxed }).lineas ?? null
    const substitution = others.carryOut(rectifyInvoice(id, sold.id, { motivo: "x", metodo: "sustitucion", lineas }))
    assert.strictEqual(outcomeOf(others.issue(substitution)), "done")
    assert.include(others.statement, `"OperacionExenta":"E1"`)
  })
})
