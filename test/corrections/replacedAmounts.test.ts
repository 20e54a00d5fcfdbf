import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import type { Contact } from "../../core/contacts/Contact.ts"
import { annulInvoice } from "../../core/corrections/annulInvoice.ts"
import { rectifyInvoice } from "../../core/corrections/rectifyInvoice.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { issueInvoice } from "../../core/issuing/issueInvoice.ts"
import { invalidField, type Refusal } from "../../core/refusals/refusal.ts"
import { Books } from "../support/Books.ts"
import { customer, id, must } from "../support/issuing.ts"
import { invoiceInput, liveTerms, sampleOrganization } from "../support/samples.ts"

const bodyOf = (precio: number, cantidad = 1) => ({ lineas: [{ descripcion: "Horas", precio, cantidad, descuento: 0 }] })

/** A company that has sold something for 100 EUR, unless the body says otherwise. */
class Sales extends Books {
  readonly sale: Invoice

  constructor(body: object = {}, contact: Contact = customer) {
    super(sampleOrganization(id), contact)
    this.sale = must(this.invoiced({ ...bodyOf(100), ...body }))
  }

  rectify(body: object, metodo: "diferencias" | "sustitucion", of: Invoice = this.sale) {
    return rectifyInvoice(id, of.id, { motivo: "x", metodo, lineas: invoiceInput(body).lineas ?? null })
  }

  /** Issues a rectification of the sale by that amount. */
  by(precio: number): Invoice {
    return must(this.issued(this.rectify(bodyOf(precio), "diferencias")))
  }

  /** Drafts a substitution with contents of that price. */
  draft(precio: number) {
    return Either.getOrThrow(this.carryOut(this.rectify(bodyOf(precio), "sustitucion"))).result.id
  }

  /** Issues a draft, and returns from its record the type and the amounts replaced. */
  replaced(draft: string) {
    Either.getOrThrow(this.carryOut(issueInvoice(id, draft, liveTerms)))
    const { ImporteRectificacion, TipoFactura } = must(this.records.at(-1)).campos
    return [TipoFactura, ImporteRectificacion]
  }

  row(draft: string): Invoice {
    return must(this.invoices.find((one) => one.id === draft))
  }

  /** Base and tax that the draft is going to replace, in cents. */
  toReplace(draft: string) {
    const { base = 0, cuota = 0 } = this.row(draft).rectifica?.sustituido ?? {}
    return [Number(base), Number(cuota)]
  }
}

const amounts = (BaseRectificada: string, CuotaRectificada: string) => ({ BaseRectificada, CuotaRectificada })

describe("what a substitution replaces", () => {
  it("is the original with its earlier rectifications by differences", () => {
    const sales = new Sales()
    sales.by(-20)
    assert.deepStrictEqual(sales.replaced(sales.draft(70)), ["R1", amounts("80.00", "16.80")])
  })

  it("counts several of them, but none that was annulled", () => {
    const sales = new Sales()
    const [, wrong] = [sales.by(-20), sales.by(-30), sales.by(5)]
    Either.getOrThrow(sales.carryOut(annulInvoice(id, wrong.id, { motivo: "x" }, liveTerms)))
    assert.deepStrictEqual(sales.replaced(sales.draft(70)), ["R1", amounts("85.00", "17.85")])
  })

  it("is stated in the draft, and computed anew at its issue", () => {
    const sales = new Sales()
    sales.by(-20)
    const draft = sales.draft(60)
    assert.deepStrictEqual(sales.toReplace(draft), [8_000, 1_680])
    sales.by(-10)
    assert.deepStrictEqual(sales.replaced(draft), ["R1", amounts("70.00", "14.70")])
    assert.deepStrictEqual(sales.toReplace(draft), [7_000, 1_470])
  })

  it("may be nothing", () => {
    const sales = new Sales()
    sales.by(-100)
    assert.deepStrictEqual(sales.replaced(sales.draft(70)), ["R1", amounts("0.00", "0.00")])
  })

  it("decides whether any amount changes", () => {
    const sales = new Sales()
    sales.by(-20)
    assert.deepStrictEqual(sales.replaced(sales.draft(80)), ["R4", amounts("80.00", "16.80")])
  })

  it("includes the surcharge", () => {
    const sales = new Sales({ recargo_equivalencia: true })
    sales.by(-20)
    const expected = { ...amounts("80.00", "16.80"), CuotaRecargoRectificado: "4.16" }
    assert.deepStrictEqual(sales.replaced(sales.draft(70)), ["R1", expected])
  })

  it("is the sum of what the records state, each converted on its own", () => {
    const sales = new Sales({ divisa: "USD", tipo_cambio: 0.333333, ...bodyOf(0.05) })
    sales.by(-0.02)
    sales.by(-0.02)
    const [sale, ...differences] = sales.records.map(({ campos }) => [campos["ImporteTotal"], campos["CuotaTotal"]])
    assert.deepStrictEqual([sale, ...differences], [["0.02", "0.00"], ["-0.01", "0.00"], ["-0.01", "0.00"]])
    assert.deepStrictEqual(sales.replaced(sales.draft(0.07))[1], amounts("0.00", "0.00"))
  })

  it("counts differences from an earlier substitution only in substituting that one", () => {
    const sales = new Sales()
    sales.by(-20)
    const first = sales.draft(70)
    sales.replaced(first)
    must(sales.issued(sales.rectify(bodyOf(-7), "diferencias", sales.row(first))))
    const second = Either.getOrThrow(sales.carryOut(sales.rectify(bodyOf(60), "sustitucion", sales.row(first)))).result.id
    assert.deepStrictEqual(sales.replaced(second), ["R1", amounts("63.00", "13.23")])
  })

  it("is refused beyond the twelve digits of a record, when drafted and when issued", () => {
    const much = bodyOf(999_999_999, 500)
    const sales = new Sales(much)
    const late = sales.draft(1)
    must(sales.issued(sales.rectify(much, "diferencias")))
    const motivo = "en euros lo que se sustituye no puede pasar de 12 cifras enteras"
    const refused: ReadonlyArray<Either.Either<unknown, Refusal>> = [
      sales.carryOut(sales.rectify(bodyOf(1), "sustitucion")),
      sales.carryOut(issueInvoice(id, late, liveTerms)),
    ]
    for (const one of refused) assert.deepStrictEqual(one, Either.left(invalidField("metodo", motivo)))
    const differences = sales.carryOut(sales.rectify(bodyOf(1), "diferencias"))
    assert.isTrue(Either.isRight(differences), "they replace nothing")
  })
})
