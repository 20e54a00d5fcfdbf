import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import type { Decision } from "../../core/commit/Command.ts"
import type { RowSet } from "../../core/commit/tables.ts"
import type { Contact } from "../../core/contacts/Contact.ts"
import { draftInvoice } from "../../core/drafts/draftInvoice.ts"
import { updateInvoice } from "../../core/drafts/updateInvoice.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import type { InvoiceResource } from "../../core/invoices/invoiceResource.ts"
import { cents } from "../../core/money/cents.ts"
import { decimal6, decimal8 } from "../../core/money/decimal.ts"
import { seriesId } from "../../core/numbering/seriesCounter.ts"
import { carriedOut, decideOn, noon, refusalOf, whyNot } from "../support/decideOn.ts"
import { id, issued, line, must, rowOf } from "../support/issuing.ts"
import { plain } from "../support/plain.ts"
import { invoiceInput, sampleContact, sampleId, sampleInvoice, sampleOrganization, sampleProduct } from "../support/samples.ts"

const customer = sampleContact(id, 1, { dias_pago: 30, irpf: 15, forma_pago: "card", descuento: decimal6(10_000_000) })
const other = sampleContact(id, 2, { dias_pago: 60, irpf: 7, moneda: "USD", forma_pago: "cash" })
const nobody = { ...customer, dias_pago: null }

const world: RowSet = { organization: [sampleOrganization(id)], contact: [customer, other] }

const drafted = (body: object, rows: RowSet = world): Invoice =>
  must(rowOf(Either.getOrThrow(decideOn(draftInvoice(id, invoiceInput(body)), rows)), "invoice"))

const patch = (draft: Invoice, body: object, rows: RowSet = world, now = noon) =>
  decideOn(updateInvoice(id, draft.id, invoiceInput(body)), { ...rows, invoice: [draft, ...rows.invoice ?? []] }, now, 500)

const done = (...args: Parameters<typeof patch>): Decision<InvoiceResource> =>
  carriedOut(patch(...args))

const after = (...args: Parameters<typeof patch>): Invoice => must(rowOf(done(...args), "invoice"))

const reasons = (...args: Parameters<typeof patch>): ReadonlyArray<string> =>
  whyNot(patch(...args))

describe("a patch of a draft", () => {
  it("changes what it names and nothing else, without an event", () => {
    const draft = drafted({ contacto_id: customer.id, lineas: [line], notas: "a", etiquetas: ["x"] })
    const decision = done(draft, { notas: "b" })
    assert.deepEqual(must(rowOf(decision, "invoice")), { ...draft, notas: "b", modifiedSequence: 501 })
    assert.deepEqual([decision.events, decision.result.notas], [[], "b"])
  })

  it("writes nothing when it changes nothing", () => {
    const body = {
      contacto_id: customer.id, plazos: "15", etiquetas: ["x"], precios_con_iva: true,
      lineas: [line, { ...line, precio: 0.99, cantidad: 3, tipo_iva: 10 }], recargo_equivalencia: true, suplidos: 3,
    }
    const draft = drafted(body)
    for (const same of [{}, body, { etiquetas: ["x"] }, { lineas: body.lineas, precios_con_iva: true }, { irpf: 15 }]) {
      assert.deepEqual(done(draft, same).rows, [])
    }
  })

  it("shows the contact as it is now, which does not count as a change", () => {
    const draft = drafted({ contacto_id: customer.id, lineas: [line] })
    const renamed = { ...world, contact: [{ ...customer, nombre: "Otro nombre" }] }
    const { result, rows } = done(draft, {}, renamed)
    assert.deepEqual([result.contacto?.nombre, rows], ["Otro nombre", []])
    assert.strictEqual(after(draft, { notas: "x" }, renamed).recipient?.nombre, "Otro nombre")
  })

  it("with null gives a property the value it has in a new draft that leaves it out", () => {
    const draft = drafted({
      contacto_id: customer.id, serie: "B", numero: 7, fecha_emision: "2026-02-01", fecha_vencimiento: "2026-02-02",
      forma_pago: "other", notas: "n", notas_internas: "i", etiquetas: ["x"], divisa: "USD", tipo_cambio: 0.9,
      irpf: 1, recargo_equivalencia: true, suplidos: 9, lineas: [line], precios_con_iva: true,
    })
    const nulls = Object.fromEntries(Object.keys(invoiceInput({
      serie: null, numero: null, fecha_emision: null, fecha_vencimiento: null, plazos: null, forma_pago: null, notas: null,
      notas_internas: null, etiquetas: null, divisa: null, tipo_cambio: null, irpf: null, recargo_equivalencia: null,
      suplidos: null, lineas: null, precios_con_iva: null, tipo_documento: null, facturas_sustituidas: null,
    })).map((name) => [name, null]))
    const { id: _, createdSequence: __, modifiedSequence: ___, ...expected } = drafted({ contacto_id: customer.id })
    assert.deepInclude(after(draft, nulls), expected)
  })

  it("reports everything that is wrong at once", () => {
    const draft = drafted({ lineas: [line] })
    const wrong = {
      contacto_id: "nadie", divisa: "JPY", recargo_equivalencia: true,
      lineas: [{ ...line, tipo_iva: 3 }, { producto_id: "p" }], facturas_sustituidas: ["f"],
    }
    const campos = ["contacto_id", "tipo_cambio", "lineas[0].tipo_iva", "lineas[1].producto_id", "facturas_sustituidas[0]"]
    assert.sameMembers([...reasons(draft, wrong)], campos)
    const dear = { divisa: "USD", tipo_cambio: 999_999_999, lineas: [{ descripcion: "x", precio: 999_999 }] }
    assert.deepEqual(reasons(draft, dear), ["tipo_cambio"])
    const decided = decideOn(updateInvoice(id, "ffff", {}), world)
    assert.deepInclude(Either.getOrThrow(Either.flip(decided)), { _tag: "NotFound" })
  })
})

describe("a patch to another contact", () => {
  const draft = drafted({ contacto_id: customer.id, lineas: [line] })

  it("brings its name and its payment days, and leaves the stored terms and lines alone", () => {
    const { irpf, divisa, forma_pago, lineas, total } = draft
    const decision = done(draft, { contacto_id: other.id })
    assert.deepInclude(plain(must(rowOf(decision, "invoice"))), {
      contacto_id: other.id, irpf, divisa, forma_pago, lineas, total, dias_vencimiento: 60, fecha_vencimiento: "2026-05-01",
    })
    assert.strictEqual(decision.result.contacto?.id, other.id)
    assert.deepInclude([...decision.rows], { table: "contactUse", row: { organizationId: id, id: other.id, used: true } })
  })

  it("changes no due date that was chosen, directly or by plazos", () => {
    const dated = drafted({ contacto_id: customer.id, fecha_vencimiento: "2026-04-09" })
    assert.strictEqual(after(dated, { contacto_id: other.id }).fecha_vencimiento, "2026-04-09")
    const agreed = drafted({ contacto_id: customer.id, plazos: "10/20" })
    assert.strictEqual(after(agreed, { contacto_id: other.id }).fecha_vencimiento, "2026-03-12")
  })

  it("or to none takes a default series along, and no other", () => {
    assert.deepInclude(after(draft, { contacto_id: null }), { serie: "S", contacto_id: null, recipient: null, fecha_vencimiento: null })
    assert.strictEqual(after(drafted({ lineas: [line] }), { contacto_id: customer.id }).serie, "A")
    for (const serie of ["2026", "A"]) {
      const chosen = drafted({ contacto_id: customer.id, serie })
      assert.strictEqual(after(chosen, { contacto_id: null }).serie, serie)
      assert.strictEqual(after(after(chosen, { contacto_id: null }), { serie: null }).serie, "S")
      assert.strictEqual(after(after(draft, { serie }), { contacto_id: null }).serie, serie)
    }
  })

  it("with the same id changes no due date, even if the contact's days have changed meanwhile", () => {
    const now = { ...world, contact: [nobody] }
    assert.deepEqual(done(draft, { contacto_id: customer.id }, now).rows, [])
    assert.isNull(after(draft, { fecha_vencimiento: null }, now).fecha_vencimiento)
  })
})

describe("the dates of a draft", () => {
  const draft = drafted({ contacto_id: customer.id, lineas: [line] })
  const nextDay = instant(Date.parse("2026-03-03T12:00:00Z"))

  it("that nobody chose follow: the due date the issue date, and both the day of issue", () => {
    const dated = after(draft, { fecha_emision: "2026-02-01" })
    assert.deepInclude(plain(dated), { fecha_por_defecto: false, fecha_vencimiento: "2026-03-03", dias_vencimiento: 30 })
    assert.deepInclude(plain(after(draft, { plazos: "90/7" })), { fecha_por_defecto: true, fecha_vencimiento: "2026-03-09" })
    assert.deepInclude(plain(after(draft, { plazos: "a la entrega" })), { plazos: "a la entrega", fecha_vencimiento: "2026-04-01" })
    const reset = after(dated, { fecha_emision: null }, world, nextDay)
    assert.deepInclude(plain(reset), { fecha_emision: "2026-03-03", fecha_por_defecto: true, fecha_vencimiento: "2026-04-02" })
  })

  it("stay as they are when the patch is about something else", () => {
    const { fecha_emision, fecha_vencimiento } = draft
    assert.deepInclude(plain(after(draft, { notas: "x" }, world, nextDay)), { fecha_emision, fecha_vencimiento, fecha_por_defecto: true })
  })

  it("count as chosen once a client sends them, even unchanged", () => {
    const { fecha_emision, fecha_vencimiento } = draft
    assert.deepInclude(plain(after(draft, { fecha_emision })), { fecha_emision, fecha_por_defecto: false, dias_vencimiento: 30 })
    assert.deepInclude(plain(after(draft, { fecha_vencimiento })), { fecha_vencimiento, dias_vencimiento: null })
  })
})

describe("the figures of a draft", () => {
  it("follow the terms, from the gross where prices include tax", () => {
    const draft = drafted({ precios_con_iva: true, lineas: [{ descripcion: "x", precio: 353.9 }] })
    const changed = after(draft, { irpf: 15, recargo_equivalencia: true, suplidos: 2.5 })
    assert.deepInclude(plain(changed), {
      base_imponible: 29_248, cuota_iva: 6_142, cuota_recargo: 1_521, cuota_irpf: 4_387, suplidos: 250, total: 32_774,
    })
    assert.deepEqual(changed.lineas, draft.lineas)
  })

  it("follow the lines, which are replaced as a whole: one that stays the same keeps its id", () => {
    const draft = drafted({ contacto_id: customer.id, lineas: [{ ...line, precio: 10 }, { ...line, precio: 20 }] })
    const { lineas, total } = after(draft, { lineas: [{ ...line, precio: 10 }, { ...line, precio: 30 }, { descripcion: "z", precio: 1 }] })
    const [first, second] = draft.lineas
    assert.deepEqual(lineas[0], first)
    assert.notStrictEqual(lineas[1]?.id, second?.id)
    assert.deepEqual([lineas.length, plain({ total })], [3, { total: 4_335 }])
    assert.deepEqual(lineas.map(({ descuento }) => plain({ descuento })), [{ descuento: 0 }, { descuento: 0 }, { descuento: 10_000_000 }])
    assert.strictEqual(new Set(lineas.map((one) => one.id)).size, 3)
    assert.deepInclude(plain(after(draft, { lineas: [] })), { lineas: [], rates: [], total: 0 })
  })

  it("take lines without precios_con_iva as prices without tax, as a new draft does", () => {
    const gross = drafted({ precios_con_iva: true, lineas: [{ descripcion: "x", precio: 121 }] })
    const net = after(gross, { lineas: [{ descripcion: "x", precio: 121 }] })
    assert.deepInclude(plain(net), { precios_con_iva: false, base_imponible: 12_100, total: 14_641 })
    const again = after(gross, { lineas: [{ descripcion: "x", precio: 242 }], precios_con_iva: true })
    assert.deepInclude(plain(again), { precios_con_iva: true, base_imponible: 20_000, total: 24_200 })
  })

  it("are read anew from the sent prices when only precios_con_iva changes", () => {
    const net = drafted({ lineas: [{ descripcion: "x", precio: 100 }] })
    const gross = after(net, { precios_con_iva: true })
    assert.deepInclude(plain(gross), { base_imponible: 8_264, cuota_iva: 1_736, total: 10_000 })
    const back = after(gross, { precios_con_iva: false })
    assert.deepEqual(back, { ...net, modifiedSequence: back.modifiedSequence })
  })

  it("keep the price that a product gave, whichever way prices are read", () => {
    const product = sampleProduct(id, 1, { precio: decimal8(2_278_50_000_000n) })
    const line = { producto_id: product.id, cantidad: 3, tipo_iva: 21 }
    const rows = { ...world, product: [product] }
    const net = drafted({ lineas: [line] }, rows)
    const gross = drafted({ precios_con_iva: true, lineas: [line] }, rows)
    const dearer: RowSet = { ...world, product: [{ ...product, precio: decimal8(9_999_00_000_000n) }] }
    for (const draft of [net, gross]) {
      const precios_con_iva = !draft.precios_con_iva
      assert.deepInclude(plain(after(draft, { precios_con_iva }, dearer)), { precios_con_iva, total: 827_096 })
    }
    for (const draft of [net, gross]) {
      const { precios_con_iva } = draft
      assert.deepEqual(done(draft, { lineas: [line], precios_con_iva }).rows, [], "its product was deleted since")
    }
    const told = after(net, { lineas: [{ ...line, precio: 2_278.5 }] }, rows)
    assert.strictEqual(told.lineas[0]?.id, net.lineas[0]?.id)
    assert.deepInclude(plain(after(told, { precios_con_iva: true }, rows)), { total: 683_550 })
    const dear = drafted({ lineas: [{ ...line, cantidad: 0.000001 }] }, {
      ...world, product: [{ ...product, precio: decimal8(99_999_999_900_000_000n) }],
    })
    assert.deepEqual(reasons(dear, { precios_con_iva: true }), ["lineas[0].precio"])
  })

  it("stay as they are while no line and no term changes, whatever has become of the company", () => {
    const draft = drafted({ recargo_equivalencia: true, lineas: [line] })
    const moved: RowSet = { ...world, organization: [sampleOrganization(id, { region_fiscal: "canarias" })] }
    const { rates, total } = draft
    assert.deepInclude(after(draft, { notas: "x", recargo_equivalencia: true }, moved), { rates, total })
  })

  it("take from a product what a line leaves out", () => {
    const product = sampleProduct(id, 1)
    const draft = drafted({ lineas: [line] })
    const { lineas } = after(draft, { lineas: [{ producto_id: product.id, cantidad: 2 }] }, { ...world, product: [product] })
    assert.deepInclude(lineas[0], { producto_id: product.id, descripcion: product.nombre, precio: product.precio, clase: product.clase })
  })

  it("are taken from a product as it is now when it is named again", () => {
    const product = sampleProduct(id, 1)
    const draft = drafted({ lineas: [{ producto_id: product.id }] }, { ...world, product: [product] })
    const dearer = { ...product, nombre: "Otro nombre", precio: decimal8(99_00_000_000n) }
    const { lineas } = after(draft, { lineas: [{ producto_id: product.id }] }, { ...world, product: [dearer] })
    assert.deepInclude(plain(must(lineas[0])), { descripcion: "Otro nombre", precio: 99_00_000_000n })
  })

  it("are refused with a product whose price with tax is too high for a line", () => {
    const product = sampleProduct(id, 1, { precio: decimal8(99_999_999_900_000_000n) })
    const dear = { precios_con_iva: true, lineas: [{ producto_id: product.id, cantidad: 0.000001, tipo_iva: 21 }] }
    const decided = decideOn(draftInvoice(id, invoiceInput(dear)), { ...world, product: [product] })
    const motivo = "con impuestos, el precio del producto es demasiado alto"
    assert.deepEqual(refusalOf(decided), [`lineas[0].precio: ${motivo}`])
  })

  it("keep a product that was deleted since: what a line leaves out comes from the draft itself", () => {
    const product = sampleProduct(id, 1, { clase: "service", unidad: "h" })
    const priced = { producto_id: product.id, precio: 100, tipo_iva: 10 }
    const draft = drafted({ lineas: [priced] }, { ...world, product: [product] })
    assert.deepEqual(done(draft, { lineas: [priced] }).rows, [])
    assert.deepEqual(done(draft, { lineas: [{ producto_id: product.id }] }).rows, [])
    const { lineas } = after(draft, { lineas: [line, { producto_id: product.id, cantidad: 2, tipo_iva: 4 }] })
    assert.deepInclude(plain(must(lineas[1])), {
      descripcion: product.nombre, precio: 100_00_000_000n, tipo_iva: 4_000_000, clase: "service", unidad: "h", base: 20_000,
    })
    const withTax = drafted({ precios_con_iva: true, lineas: [{ ...priced, tipo_iva: 21 }] }, { ...world, product: [product] })
    const doubled = after(withTax, { precios_con_iva: true, lineas: [{ producto_id: product.id, cantidad: 2 }] })
    assert.strictEqual<number>(doubled.total, 20_000)
    assert.deepEqual(reasons(draft, { lineas: [{ producto_id: "p" }] }), ["lineas[0].producto_id"])
  })
})

describe("the currency of a draft", () => {
  it("needs an exchange rate, except the euro, which must have none", () => {
    const euros = drafted({ lineas: [line] })
    assert.deepEqual(reasons(euros, { divisa: "USD" }), ["tipo_cambio"])
    const dollars = after(euros, { divisa: "USD", tipo_cambio: 0.9 })
    assert.deepInclude(plain(dollars), { divisa: "USD", tipo_cambio: 900_000, total: euros.total })
    assert.deepInclude(plain(after(dollars, { tipo_cambio: 0.8 })), { divisa: "USD", tipo_cambio: 800_000 })
    assert.deepEqual(reasons(dollars, { divisa: "JPY" }), ["tipo_cambio"])
    assert.deepEqual(reasons(dollars, { tipo_cambio: null }), ["tipo_cambio"])
    assert.deepInclude(plain(after(dollars, { divisa: "EUR" })), { divisa: "EUR", tipo_cambio: 1_000_000 })
    assert.deepEqual(reasons(euros, { tipo_cambio: 2 }), ["tipo_cambio"])
  })
})

describe("the kind of document", () => {
  it("takes a default series along", () => {
    const draft = drafted({ contacto_id: customer.id, lineas: [line] })
    const quote = after(draft, { tipo_documento: "quote" })
    assert.deepInclude(quote, { tipo_documento: "quote", serie: "P" })
    assert.strictEqual(after(quote, { tipo_documento: null }).serie, "A")
    assert.strictEqual(after(draft, { tipo_documento: "delivery", serie: "X" }).serie, "X")
    assert.strictEqual(after({ ...draft, serie: "B" }, { tipo_documento: "proforma" }).serie, "B")
  })

  it("is checked together with its series, when either changes", () => {
    const counter = { tipo: "rectificative" as const, last: 1, holdsLive: true, holdsFull: true, holdsSimplified: false }
    const series = (["invoice", "quote"] as const).map((tipo_documento) =>
      ({ ...counter, organizationId: id, id: seriesId(tipo_documento, "B"), tipo_documento, serie: "B" }))
    const rows = { ...world, series }
    const told = ["serie: las facturas rectificativas llevan una serie propia"]
    assert.deepEqual(refusalOf(patch(drafted({ lineas: [line] }), { serie: "B" }, rows)), told)
    const within = drafted({ lineas: [line], serie: "B" })
    assert.deepEqual(refusalOf(patch(within, { tipo_documento: "quote" }, rows)), told)
    assert.deepEqual(reasons(within, { tipo_documento: "delivery" }, rows), [])
    assert.deepEqual(reasons(within, { notas: "x", serie: "B" }, rows), [])
  })

  it("emits the event of the new kind's creation when it changes", () => {
    const kinds = { invoice: ["invoice.created"], delivery: ["delivery.created"], quote: [], proforma: [] } as const
    const event = ({ events }: Decision<unknown>) => events.map(({ suceso }) => suceso)
    for (const tipo_documento of ["invoice", "delivery", "quote", "proforma"] as const) {
      const other = tipo_documento === "quote" ? "proforma" : "quote"
      const draft = drafted({ lineas: [line], tipo_documento: other })
      const decision = done(draft, { tipo_documento })
      assert.deepEqual(event(decision), [...kinds[tipo_documento]])
      for (const { datos } of decision.events) {
        const { lineas: _, ...summary } = decision.result
        assert.deepEqual<unknown>(Object.values(datos), [summary])
      }
      assert.deepEqual(event(done(draft, { tipo_documento: other, notas: "x" })), [])
    }
  })

  it("is fixed once the document was converted, until what it became is deleted", () => {
    const invoice = drafted({ lineas: [line] })
    const quote: Invoice = { ...drafted({ lineas: [line], tipo_documento: "quote" }), id: sampleId(), convertida_en: invoice.id }
    const rows = { ...world, invoice: [invoice] }
    for (const tipo_documento of ["invoice", "delivery"]) {
      assert.deepEqual(reasons(quote, { tipo_documento }, rows), ["ya_convertido"])
      assert.deepEqual(reasons(quote, { tipo_documento }), [])
    }
    assert.deepEqual(reasons(quote, { tipo_documento: "quote", notas: "x" }, rows), [])
  })
})

describe("the simplified invoices a draft replaces", () => {
  const ticket: Invoice = { ...must(rowOf(issued({ lineas: [line] }), "invoice")), id: sampleId() }
  const rows: RowSet = { ...world, invoice: [ticket] }
  const draft = drafted({ contacto_id: customer.id, facturas_sustituidas: [ticket.id], lineas: [line] }, rows)

  it("can be named, and taken out again", () => {
    const plainDraft = drafted({ contacto_id: customer.id, lineas: [line] })
    assert.deepEqual(after(plainDraft, { facturas_sustituidas: [ticket.id] }, rows).sustituye, draft.sustituye)
    assert.deepEqual(after(draft, { facturas_sustituidas: null }).sustituye, [])
    assert.deepEqual(done(draft, { facturas_sustituidas: [ticket.id] }, rows).rows, [])
  })

  it("keep it an invoice with a recipient", () => {
    assert.deepEqual(reasons(draft, { contacto_id: null }, rows), ["contacto_id"])
    assert.deepEqual(reasons(draft, { tipo_documento: "quote" }, rows), ["facturas_sustituidas"])
    assert.deepEqual(after(draft, { notas: "x" }, rows).sustituye, draft.sustituye)
  })
})

describe("a patch of what is no draft", () => {
  const invoice = must(rowOf(issued({ contacto_id: customer.id, lineas: [line] }, { contact: nobody }), "invoice"))

  it("can change labels and internal notes only, once it is issued", () => {
    const changed = after(invoice, { etiquetas: ["x"], notas_internas: "y" })
    assert.deepEqual(changed, { ...invoice, etiquetas: ["x"], notas_internas: "y", modifiedSequence: 501 })
    assert.deepEqual(after(changed, { etiquetas: null }).etiquetas, [])
    assert.deepEqual(done(changed, { etiquetas: ["x"] }).rows, [])
    assert.deepEqual(done(invoice, {}).rows, [])
    assert.deepEqual(reasons(invoice, { notas: null }), ["factura_emitida"])
    const refusal = Either.getOrThrow(Either.flip(patch(invoice, { notas: null })))
    const mensaje = "De un documento emitido solo cambian las etiquetas y las notas internas."
    assert.deepInclude({ ...refusal }, { _tag: "Conflict", mensaje })
    assert.deepEqual(reasons(invoice, { etiquetas: [], irpf: 0 }), ["factura_emitida"])
    assert.deepEqual(reasons({ ...invoice, tipo_documento: "quote" }, { notas: "x" }), ["factura_emitida"])
  })

  it("can change the same once it is annulled", () => {
    const cancelled: Invoice = { ...invoice, lifecycle: "cancelled" }
    const changed = after(cancelled, { etiquetas: ["x"], notas_internas: "y" })
    assert.deepEqual(changed, { ...cancelled, etiquetas: ["x"], notas_internas: "y", modifiedSequence: 501 })
    assert.deepEqual(reasons(cancelled, { notas: "x" }), ["factura_anulada"])
    assert.deepEqual(reasons(cancelled, { etiquetas: [], serie: "B" }), ["factura_anulada"])
    assert.deepEqual([done(cancelled, {}).rows, done(cancelled, {}).result.estado], [[], "cancelled"])
  })
})

describe("a payment form, or any term, that a contact prefers", () => {
  it("is restored by null, for the contact that the draft then has", () => {
    const preferring: Contact = { ...other, moneda: null }
    const draft = sampleInvoice(id, 3, { forma_pago: "other", irpf: 1, suplidos: cents(5) })
    const rows = { ...world, contact: [preferring] }
    const changed = after(draft, { contacto_id: other.id, forma_pago: null, irpf: null }, rows)
    assert.deepInclude(plain(changed), { forma_pago: "cash", irpf: 7, suplidos: 5 })
  })
})
