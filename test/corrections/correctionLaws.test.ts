import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import * as fc from "fast-check"
import type { Command } from "../../core/commit/Command.ts"
import { annulInvoice } from "../../core/corrections/annulInvoice.ts"
import { rectifyInvoice } from "../../core/corrections/rectifyInvoice.ts"
import { draftInvoice } from "../../core/drafts/draftInvoice.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { invoicesCorrectedBy, invoicesReplacedBy } from "../../core/invoices/InvoiceCorrections.ts"
import type { InvoiceResource } from "../../core/invoices/invoiceResource.ts"
import { issueInvoice } from "../../core/issuing/issueInvoice.ts"
import type { Product } from "../../core/products/Product.ts"
import { verifyChain } from "../../core/registry/chain.ts"
import { aeatErrors } from "../registry/aeatValidations.ts"
import { customer, id } from "../support/issuing.ts"
import { invoiceInput, liveTerms, sampleProduct } from "../support/samples.ts"
import { line, Shop } from "../support/Shop.ts"

const screws = sampleProduct(id, 1, { stock: 10 })
const nuts = sampleProduct(id, 2, { stock: 0 })

const anyLines = fc
  .array(fc.tuple(fc.constantFrom(screws, nuts), fc.integer({ min: 1, max: 30 })), { minLength: 1, maxLength: 3 })
  .map((goods) => goods.map(([product, quarters]) => line(product, quarters / 4)))

/** Under which key, and whether the draft is issued later. */
const manner = { modo: fc.constantFrom("live" as const, "live" as const, "test" as const), late: fc.constantFrom(false, false, true) }

/** Often one of the first invoices, so that the same one is corrected again and again. */
const which = fc.oneof(fc.nat(2), fc.nat(30))

const anyAction = fc.oneof(
  { weight: 3, arbitrary: fc.record({ ticket: fc.boolean(), lineas: anyLines, ...manner }) },
  { weight: 5, arbitrary: fc.record({ rectify: which, lineas: fc.option(anyLines), substitutes: fc.boolean(), ...manner }) },
  { weight: 3, arbitrary: fc.record({ exchange: fc.array(which, { minLength: 1, maxLength: 3 }), lineas: anyLines, ...manner }) },
  { weight: 1, arbitrary: fc.record({ giveBack: which, isExchanged: fc.boolean(), lineas: anyLines, ...manner }) },
  { weight: 2, arbitrary: fc.record({ issue: which, modo: manner.modo }) },
  { weight: 2, arbitrary: fc.record({ annul: which, modo: manner.modo }) },
)

type Action = typeof anyAction extends fc.Arbitrary<infer One> ? One : never

/** The id of the invoice in that place, starting over beyond the last. */
const pick = (invoices: ReadonlyArray<Invoice>, place: number): string =>
  invoices[place % Math.max(invoices.length, 1)]?.id ?? "none"

const act = (shop: Shop, action: Action): void => {
  const terms = { ...liveTerms, modo: action.modo }
  const make = (drafting: Command<InvoiceResource>, late: boolean) =>
    late ? shop.carryOut(drafting) : shop.issued(drafting, terms)
  if ("ticket" in action) {
    const contacto_id = action.ticket ? null : customer.id
    make(draftInvoice(id, invoiceInput({ contacto_id, lineas: action.lineas })), action.late)
  } else if ("exchange" in action) {
    const tickets = shop.invoices.filter(({ recipient }) => recipient === null)
    const facturas_sustituidas = action.exchange.map((place) => pick(tickets, place))
    const body = { contacto_id: customer.id, lineas: action.lineas, facturas_sustituidas }
    make(draftInvoice(id, invoiceInput(body)), action.late)
  } else if ("giveBack" in action) {
    const exchanged = new Set(issuedOf(shop).flatMap(({ sustituye }) => names(sustituye)))
    const tickets = shop.invoices.filter((one) => exchanged.has(one.id))
    const back = shop.issued(rectifyInvoice(id, pick(tickets, action.giveBack), { motivo: "x" }), terms)
    const lineas = action.lineas.map((one) => ({ ...one, cantidad: -one.cantidad }))
    const body = { contacto_id: customer.id, lineas, facturas_sustituidas: [back?.id ?? "none"] }
    if (action.isExchanged) make(draftInvoice(id, invoiceInput(body)), action.late)
  } else if ("rectify" in action) {
    const lineas = action.lineas === null ? null : invoiceInput({ lineas: action.lineas }).lineas ?? null
    const metodo = action.substitutes ? "sustitucion" : "diferencias"
    make(rectifyInvoice(id, pick(shop.invoices, action.rectify), { motivo: "x", metodo, lineas }), action.late)
  } else if ("issue" in action) {
    const drafts = shop.invoices.filter(({ lifecycle }) => lifecycle === "draft")
    shop.carryOut(issueInvoice(id, pick(drafts, action.issue), terms))
  } else shop.carryOut(annulInvoice(id, pick(shop.invoices, action.annul), { motivo: "x" }, terms))
}

const issuedOf = ({ invoices }: Shop) => invoices.filter(({ lifecycle }) => lifecycle === "issued")

/** The whole units of the product on the lines, rounded half away from zero. */
const units = ({ lineas }: Invoice, product: Product): number => {
  const quantity = lineas.reduce((all, one) => all + (one.producto_id === product.id ? one.cantidad : 0), 0)
  return Math.sign(quantity) * Math.round(Math.abs(quantity) / 1_000_000)
}

/**
 * Every document that another one replaces: those it names, and their rectifications by differences. Rectifications made
 * after an exchange do not count, as they are exchanged separately.
 */
const replacedIn = (shop: Shop): ReadonlySet<string> => {
  const named = new Set(issuedOf(shop).flatMap((one) => names(invoicesReplacedBy(one))))
  const substituted = new Set(issuedOf(shop).flatMap((one) => (one.rectifica === null ? [] : names(invoicesReplacedBy(one)))))
  const differences = issuedOf(shop).filter(({ rectifica }) =>
    rectifica?.metodo === "diferencias" && (rectifica.afterExchange ? substituted : named).has(rectifica.original.factura_id))
  return new Set([...named, ...differences.map((one) => one.id)])
}

/** An invoice with its rectifications by differences. */
const asRectified = (shop: Shop, original: string): ReadonlyArray<Invoice> =>
  issuedOf(shop).filter(({ id: one, rectifica }) =>
    one === original || (rectifica?.metodo === "diferencias" && rectifica.original.factura_id === original))

/** Whether it is a rectification by differences issued after an exchange. */
const isLate = (shop: Shop, name: string): boolean =>
  shop.invoices.some(({ id: one, rectifica }) => one === name && rectifica?.afterExchange === true)

const names = (references: ReturnType<typeof invoicesCorrectedBy>) => references.map(({ factura_id }) => factura_id)

describe("after any history of issues, rectifications, exchanges and annulments", () => {
  const stories = fc.array(anyAction, { minLength: 5, maxLength: 20, size: "max" })
  const shopAfter = (actions: ReadonlyArray<Action>): Shop => {
    const shop = new Shop(screws, nuts)
    for (const action of actions) act(shop, action)
    return shop
  }

  it("stock lacks just what is on the issued documents that no other replaces", () => {
    fc.assert(fc.property(stories, (actions) => {
      const shop = shopAfter(actions)
      const replaced = replacedIn(shop)
      for (const product of [screws, nuts]) {
        const gone = issuedOf(shop).reduce((sum, one) => sum + (replaced.has(one.id) ? 0 : units(one, product)), 0)
        assert.strictEqual(shop.stock(product), product.stock - gone)
      }
    }), { numRuns: 250 })
  })

  it("every substitution states the amounts of its original as rectified by differences until then", () => {
    fc.assert(fc.property(stories, (actions) => {
      const shop = shopAfter(actions)
      for (const { rectifica } of issuedOf(shop)) {
        if (rectifica?.metodo !== "sustitucion") continue
        const replaced = asRectified(shop, rectifica.original.factura_id)
        const sum = (part: "base_imponible" | "cuota_iva") => replaced.reduce((all, one) => all + one[part], 0)
        const { base, cuota } = rectifica.sustituido
        assert.deepStrictEqual([base, cuota].map(Number), [sum("base_imponible"), sum("cuota_iva")])
      }
    }), { numRuns: 250 })
  })

  it("every correction names issued invoices, each replaced once at most and all of them registered or none", () => {
    fc.assert(fc.property(stories, (actions) => {
      const shop = shopAfter(actions)
      const replaced = issuedOf(shop).flatMap((one) => names(invoicesReplacedBy(one)))
      assert.strictEqual(new Set(replaced).size, replaced.length)
      for (const one of issuedOf(shop)) {
        for (const name of names(invoicesCorrectedBy(one))) {
          const corrected = shop.invoices.find((other) => other.id === name)
          assert.deepStrictEqual([corrected?.lifecycle, corrected?.registry === null], ["issued", one.registry === null])
        }
      }
    }), { numRuns: 250 })
  })

  it("the histories contain corrections of every kind, under either key", () => {
    // From a fixed seed: whether each kind occurs must not be left to chance.
    const met = fc.sample(stories, { seed: 20261120, numRuns: 1000 }).flatMap((actions) => {
      const shop = shopAfter(actions)
      return issuedOf(shop).flatMap((one) => {
        const kind = one.rectifica?.metodo ?? "canje"
        const isRectified = names(invoicesReplacedBy(one)).some((name) => asRectified(shop, name).length > 1)
        if (invoicesCorrectedBy(one).length === 0) return []
        return [
          `${kind} ${one.registry === null ? "test" : "live"}`,
          ...(isRectified ? [`${kind} de rectificada`] : []),
          ...(one.rectifica?.afterExchange === true ? ["diferencias de canjeada"] : []),
          ...(names(one.sustituye).some((name) => isLate(shop, name)) ? ["canje de esas"] : []),
        ]
      })
    })
    const kinds = ["diferencias", "sustitucion", "canje"].flatMap((one) => [`${one} live`, `${one} test`])
    const rare = ["sustitucion de rectificada", "canje de rectificada", "diferencias de canjeada", "canje de esas"]
    assert.sameMembers([...new Set(met)], [...kinds, ...rare])
  })

  it("every record is accepted by the tax authority, in its place in the chain", () => {
    fc.assert(fc.property(stories, (actions) => {
      const { records } = shopAfter(actions)
      for (const { campos, tipo } of records) {
        assert.deepStrictEqual(aeatErrors(campos, tipo, "2026-03-02", { nif: "B12345674" }), [])
      }
      assert.isUndefined(verifyChain(() => records))
    }), { numRuns: 250 })
  })

  it("everything can be annulled, latest first, which restores the stock", () => {
    fc.assert(fc.property(stories, (actions) => {
      const shop = shopAfter(actions)
      for (let open = issuedOf(shop); open.length > 0; open = issuedOf(shop)) {
        const annulled = open.filter(({ id: one }) =>
          Either.isRight(shop.carryOut(annulInvoice(id, one, { motivo: "x" }, liveTerms))))
        assert.isNotEmpty(annulled)
      }
      assert.deepStrictEqual([shop.stock(screws), shop.stock(nuts)], [screws.stock, nuts.stock])
    }), { numRuns: 250 })
  })
})
