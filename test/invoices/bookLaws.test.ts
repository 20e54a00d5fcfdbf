import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { annulInvoice } from "../../core/corrections/annulInvoice.ts"
import { rectifyInvoice } from "../../core/corrections/rectifyInvoice.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { verifyChain } from "../../core/registry/chain.ts"
import { anyStory } from "../registry/anyCompany.ts"
import { Books } from "../support/Books.ts"
import { customer, id, line, must } from "../support/issuing.ts"
import { liveTerms, sampleOrganization } from "../support/samples.ts"

const anyAction = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("invoice" as const),
      serie: fc.constantFrom(null, "A", "B", "R"),
      numero: fc.option(fc.integer({ min: 1, max: 6 })),
      tipo_documento: fc.constantFrom("invoice", "invoice", "quote", "delivery", "proforma"),
      lineas: fc.constantFrom([line], []),
      modo: fc.constantFrom("live" as const, "test" as const),
    }),
  },
  fc.record({ kind: fc.constantFrom("annul" as const, "rectify" as const), which: fc.nat(20) }),
)

type Action = typeof anyAction extends fc.Arbitrary<infer One> ? One : never

const act = (books: Books, action: Action): void => {
  if (action.kind === "invoice") {
    const { kind: _, modo, ...body } = action
    books.invoiced(body, { ...liveTerms, modo })
    return
  }
  const target = books.invoices[action.which]
  if (target === undefined) return
  if (action.kind === "annul") books.carryOut(annulInvoice(id, target.id, { motivo: "x" }, liveTerms))
  else books.issued(rectifyInvoice(id, target.id, { motivo: "x" }))
}

/** The numbers of each series, in the order in which they were given. */
const numbersBySeries = (invoices: ReadonlyArray<Invoice>): ReadonlyMap<string, ReadonlyArray<number>> => {
  const found = new Map<string, Array<number>>()
  for (const { numero, serie, tipo_documento } of invoices) {
    if (numero === null) continue
    const name = `${tipo_documento} ${serie}`
    found.set(name, [...(found.get(name) ?? []), numero])
  }
  return found
}

describe("whatever is drafted, issued, rectified and annulled", () => {
  it("leaves no gap and no repetition in the numbers of a series, and every record in its place in the chain", () => {
    fc.assert(fc.property(fc.array(anyAction, { maxLength: 14 }), fc.boolean(), (actions, hasCustomer) => {
      const books = new Books(sampleOrganization(id), hasCustomer ? customer : null)
      for (const action of actions) act(books, action)
      for (const [name, numbers] of numbersBySeries(books.invoices)) {
        const sorted = numbers.toSorted((one, other) => one - other)
        sorted.forEach((numero, i) => assert.strictEqual(numero, (sorted[0] ?? 0) + i, name))
      }
      for (const invoice of books.invoices) {
        const kinds = books.records.filter(({ factura_id }) => factura_id === invoice.id).map(({ tipo }) => tipo)
        const expected = invoice.registry === null ? [] : invoice.lifecycle === "cancelled" ? ["alta", "anulacion"] : ["alta"]
        assert.deepStrictEqual<unknown>(kinds, expected)
      }
      assert.isUndefined(verifyChain(() => books.records))
    }), { numRuns: 250 })
  })
})

/** The amount with the opposite sign, as a text of euros. */
const opposite = (text: string): string => (/^-?0\.00$/.test(text) ? "0.00" : text.startsWith("-") ? text.slice(1) : `-${text}`)

const amounts = ({ base_imponible, cuota_irpf, cuota_iva, cuota_recargo, lineas, rates, suplidos, total }: Invoice) => [
  base_imponible, cuota_irpf, cuota_iva, cuota_recargo, suplidos, total,
  ...lineas.map(({ base }) => base),
  ...rates.flatMap((rate) => [rate.base, rate.cuota, rate.cuota_recargo]),
]

describe("a rectification by differences of everything", () => {
  it("adds up to zero with its original, to the cent, in its currency and in the record's euros", () => {
    fc.assert(fc.property(anyStory, ({ customer: buyer, first, organization }) => {
      const books = new Books(organization, buyer)
      const original = books.invoiced(first)
      fc.pre(original !== undefined)
      const rectification = must(books.issued(rectifyInvoice(organization.id, original.id, { motivo: "x" })))
      const sums = amounts(original).map((amount, i) => amount + (amounts(rectification)[i] ?? NaN))
      assert.isTrue(sums.every((sum) => sum === 0))
      const [alta, correction] = books.records.map(({ campos }) => JSON.stringify(campos))
      const shown = (text = "") => [...text.matchAll(/"(?:Base\w+|Cuota\w+|ImporteTotal)":"(-?[\d.]+)"/g)].map(([, amount]) => amount ?? "")
      assert.deepStrictEqual(shown(correction), shown(alta).map(opposite))
    }), { numRuns: 400 })
  })
})
