import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Either, type FastCheck } from "effect"
import * as fc from "fast-check"
import type { RowSet } from "../../core/commit/tables.ts"
import { rectifyInvoice } from "../../core/corrections/rectifyInvoice.ts"
import { draftInvoice } from "../../core/drafts/draftInvoice.ts"
import { InvoiceInput } from "../../core/drafts/invoiceInput.ts"
import { updateInvoice } from "../../core/drafts/updateInvoice.ts"
import { given } from "../../core/fields/patching.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { decimal6, decimal8 } from "../../core/money/decimal.ts"
import type { Refusal } from "../../core/refusals/refusal.ts"
import { anyStory } from "../registry/anyCompany.ts"
import { Books } from "../support/Books.ts"
import { decideOn } from "../support/decideOn.ts"
import { id, must, rowOf } from "../support/issuing.ts"
import { invoiceInput, sampleContact, sampleOrganization, sampleProduct } from "../support/samples.ts"

const payer = sampleContact(id, 1, { dias_pago: 30, irpf: 15, forma_pago: "card", descuento: decimal6(5_000_000) })
const dollarPayer = sampleContact(id, 2, { dias_pago: null, irpf: 7, moneda: "USD", descuento: decimal6(0) })
const product = sampleProduct(id, 1, { precio: decimal8(353_90_123_456n), tipo_iva: decimal6(10_000_000) })
const world: RowSet = { organization: [sampleOrganization(id)], contact: [payer, dollarPayer], product: [product] }

const anyInput: FastCheck.Arbitrary<InvoiceInput> = Arbitrary.make(InvoiceInput)

const anyLine = fc.record({
  descripcion: fc.constant("x"),
  precio: fc.integer({ min: -5_000, max: 50_000 }).map((cents) => cents / 100),
  cantidad: fc.constantFrom(1, 3, 0.333333, -2),
  tipo_iva: fc.constantFrom(21, 21, 10, 4, 0, 3),
}, { requiredKeys: ["descripcion", "precio"] })

/** A line whose price is the product's. */
const anySale = fc.record({
  producto_id: fc.constant(product.id),
  cantidad: fc.constantFrom(1, 3, 0.333333, -2),
  tipo_iva: fc.constantFrom(21, 0),
}, { requiredKeys: ["producto_id"] })

/** What shops send: most of it is accepted, some refused. */
const everydayInput: fc.Arbitrary<InvoiceInput> = fc.record({
  tipo_documento: fc.constantFrom("invoice", "quote", "delivery"),
  serie: fc.constantFrom("2026/B", "T"),
  numero: fc.integer({ min: 1, max: 9 }),
  contacto_id: fc.constantFrom(null, payer.id, dollarPayer.id),
  fecha_emision: fc.constantFrom("2026-02-01", "2026-03-02"),
  fecha_vencimiento: fc.constantFrom("2026-04-01", null),
  plazos: fc.constantFrom("30/60", "al contado", ""),
  forma_pago: fc.constantFrom("cash" as const, "transfer" as const, null),
  notas: fc.constantFrom("n", ""),
  etiquetas: fc.constantFrom(["a"], ["a", "b"], []),
  divisa: fc.constantFrom("EUR", "EUR", "USD"),
  tipo_cambio: fc.constantFrom(1, 0.9, null),
  irpf: fc.constantFrom(0, 15, null),
  recargo_equivalencia: fc.constantFrom(true, false, null),
  suplidos: fc.constantFrom(0, 12.34),
  lineas: fc.array(anyLine, { maxLength: 5 }),
  precios_con_iva: fc.boolean(),
}, { requiredKeys: [] }).map(invoiceInput)

/** Makes it name a contact that exists, and nothing else that would have to. */
const within = (input: InvoiceInput): InvoiceInput => ({
  ...input,
  contacto_id: input.contacto_id === payer.id || input.contacto_id === dollarPayer.id ? input.contacto_id : null,
  facturas_sustituidas: null,
  lineas: input.lineas?.map((line) => ({ ...line, producto_id: null, descripcion: "x", precio: line.precio ?? null })) ?? null,
})

const anyDraft = fc.oneof({ weight: 3, arbitrary: everydayInput }, { weight: 1, arbitrary: anyInput.map(within) })

const allNull: InvoiceInput = Object.fromEntries(Object.keys(InvoiceInput.from.fields).map((name) => [name, null]))

const create = (input: InvoiceInput): Either.Either<Invoice, Refusal> =>
  Either.map(decideOn(draftInvoice(id, input), world), (decision) => must(rowOf(decision, "invoice")))

/** The draft after the patch. It is the same object if nothing was written. */
const patched = (draft: Invoice, patch: InvoiceInput, rows: RowSet = world): Either.Either<Invoice, Refusal> =>
  Either.map(
    decideOn(updateInvoice(draft.organizationId, draft.id, patch), { ...rows, invoice: [draft, ...rows.invoice ?? []] }, undefined, 500),
    (decision) => rowOf(decision, "invoice") ?? draft,
  )

/** Everything that clients send or are shown, without identifiers and places. */
const contents = (invoice: Invoice) => {
  const { createdSequence: _, id: __, lineas, modifiedSequence: ___, ...rest } = invoice
  return { ...rest, lineas: lineas.map(({ id: ____, ...line }) => line) }
}

/** The draft, or the fields of the refusal, to compare. */
const outcome = (made: Either.Either<Invoice, Refusal>) =>
  Either.match(made, {
    onLeft: (refusal) => (refusal._tag === "InvalidInput" ? refusal.campos.toSorted((a, b) => (a.campo < b.campo ? -1 : 1)) : refusal),
    onRight: contents,
  })

/** Properties that only count together: if one is left out, it is sent as null. */
const pairs = [["lineas", "precios_con_iva"], ["divisa", "tipo_cambio"]]

const anyNames = fc.subarray(Object.keys(InvoiceInput.from.fields))

const pick = (input: InvoiceInput, names: ReadonlyArray<string>): InvoiceInput => {
  const told = Object.entries(given(input)).filter(([name]) => names.includes(name)).map(([name]) => name)
  const all = new Set([...told, ...pairs.filter((pair) => pair.some((name) => told.includes(name))).flat()])
  return Object.fromEntries(Object.entries({ ...allNull, ...given(input) }).filter(([name]) => all.has(name)))
}

describe("any draft", () => {
  it("is what a new draft would be after a patch of everything, or the patch is refused as that would be", () => {
    let drafts = 0
    fc.assert(fc.property(anyDraft, anyDraft, (first, second) => {
      const draft = create(first)
      fc.pre(Either.isRight(draft))
      const made = create(second)
      if (Either.isRight(made)) drafts++
      assert.deepStrictEqual(outcome(patched(draft.right, { ...allNull, ...given(second) })), outcome(made))
    }), { numRuns: 400 })
    assert.isAbove(drafts, 60)
  })

  it("is what a new draft with the changed properties would be after a patch of some, or is refused likewise", () => {
    fc.assert(fc.property(anyDraft, anyDraft, anyNames, (first, second, names) => {
      const draft = create(first)
      fc.pre(Either.isRight(draft))
      const some = pick(second, names.filter((name) => name !== "contacto_id"))
      assert.deepStrictEqual(outcome(patched(draft.right, some)), outcome(create({ ...first, ...some })))
    }), { numRuns: 400 })
  })

  it("is what a new draft would be once its prices are read as with or without tax", () => {
    fc.assert(fc.property(everydayInput, fc.array(fc.oneof(anySale, anyLine), { maxLength: 5 }), (input, lineas) => {
      const first = { ...input, ...invoiceInput({ lineas }) }
      const draft = create(first)
      fc.pre(Either.isRight(draft))
      const told = { precios_con_iva: !draft.right.precios_con_iva }
      assert.deepStrictEqual(outcome(patched(draft.right, told)), outcome(create({ ...first, ...told })))
    }), { numRuns: 300 })
  })

  it("stays the same when a patch repeats what it was made of, in whole or in part", () => {
    fc.assert(fc.property(anyDraft, anyNames, (input, names) => {
      const draft = create(input)
      fc.pre(Either.isRight(draft))
      assert.strictEqual(Either.getOrThrow(patched(draft.right, pick(input, names))), draft.right)
    }), { numRuns: 400 })
  })

  it("has totals that add up after any patch, unless the patch is refused", () => {
    fc.assert(fc.property(anyDraft, fc.oneof(anyInput.map(within), anyDraft), anyNames, (input, patch, names) => {
      const draft = create(input)
      fc.pre(Either.isRight(draft))
      const made = patched(draft.right, pick(patch, names))
      if (Either.isLeft(made)) {
        assert.strictEqual(made.left._tag, "InvalidInput")
        return
      }
      const { base_imponible, cuota_irpf, cuota_iva, cuota_recargo, lineas, suplidos, total } = made.right
      assert.strictEqual<number>(total, base_imponible + cuota_iva + cuota_recargo - cuota_irpf + suplidos)
      assert.strictEqual<number>(lineas.reduce((sum, { base }) => sum + base, 0), base_imponible)
    }), { numRuns: 400 })
  })
})

describe("any rectification", () => {
  it("keeps its cents, and what it rectifies, through patches of its terms", () => {
    let patches = 0
    fc.assert(fc.property(anyStory, everydayInput, ({ customer, first, organization, sequel }, patch) => {
      const books = new Books(organization, customer)
      const original = books.invoiced(first)
      fc.pre(original !== undefined)
      const { metodo, lineas } = sequel.kind === "rectify" ? sequel : { metodo: "diferencias" as const, lineas: null }
      const input = { motivo: "x", metodo, lineas: lineas === null ? null : invoiceInput({ lineas }).lineas ?? null }
      const decided = books.carryOut(rectifyInvoice(organization.id, original.id, input))
      fc.pre(Either.isRight(decided))
      const draft = must(rowOf(decided.right, "invoice"))
      const rows: RowSet = { organization: [organization], contact: customer === null ? [] : [customer], invoice: [original] }
      const { contacto_id: _, tipo_documento: __, ...rest } = patch
      const changed = patched(draft, rest, rows)
      if (Either.isLeft(changed)) return
      patches++
      assert.strictEqual(changed.right.rectifica, draft.rectifica)
      assert.strictEqual(changed.right.tipo, "rectificative")
      if (rest.lineas !== undefined || (rest.precios_con_iva ?? draft.precios_con_iva) !== draft.precios_con_iva) return
      assert.deepStrictEqual(changed.right.lineas, draft.lineas)
      const { irpf, recargo_equivalencia, suplidos } = draft
      if (suplidos < 0 && rest.suplidos !== undefined) return
      const back = Either.getOrThrow(patched(changed.right, { irpf, recargo_equivalencia, suplidos }, rows))
      assert.deepStrictEqual(back.rates, draft.rates)
      assert.strictEqual(back.total, draft.total)
    }), { numRuns: 600 })
    assert.isAbove(patches, 90)
  })
})
