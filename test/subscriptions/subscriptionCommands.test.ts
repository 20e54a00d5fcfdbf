import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Either } from "effect"
import * as fc from "fast-check"
import type { KeyMode } from "../../core/access/keyText.ts"
import { instant } from "../../core/calendar/instant.ts"
import type { Decision } from "../../core/commit/Command.ts"
import { key, type RowSet } from "../../core/commit/tables.ts"
import { draftInvoice } from "../../core/drafts/draftInvoice.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import { subscriptionJob } from "../../core/jobs/Job.ts"
import { decimal6, decimal8 } from "../../core/money/decimal.ts"
import { seriesId } from "../../core/numbering/seriesCounter.ts"
import { conflict, notFound } from "../../core/refusals/refusal.ts"
import { createSubscription } from "../../core/subscriptions/createSubscription.ts"
import { deleteSubscription } from "../../core/subscriptions/deleteSubscription.ts"
import {
  type Subscription,
  SubscriptionInput,
  SubscriptionPatch,
  subscriptionResource,
} from "../../core/subscriptions/Subscription.ts"
import { updateSubscription } from "../../core/subscriptions/updateSubscription.ts"
import { carriedOut, decideOn, noon, refusalOf } from "../support/decideOn.ts"
import { customer, id, issued, must, rowOf, withCustomer } from "../support/issuing.ts"
import { invoiceInput, sampleContact, sampleOrganization, sampleProduct } from "../support/samples.ts"

const decodeInput = inputDecoder(SubscriptionInput)
const decodePatch = inputDecoder(SubscriptionPatch)

const organization = sampleOrganization(id)
const client = sampleContact(id, 1)
const abroad = sampleContact(id, 2, { moneda: "USD" })
const product = sampleProduct(id, 3)
const rows: RowSet = { organization: [organization], contact: [client, abroad], product: [product] }

const lineas = [{ descripcion: "Cuota", precio: 30 }]
const usual = { contacto_id: client.id, nombre: "Mantenimiento", periodicidad: "monthly", lineas }

const creating = (body: object, given = rows, now = noon) =>
  decideOn(createSubscription(id, carriedOut(decodeInput({ ...usual, ...body })), "live"), given, now)

const patching = (subscription: Subscription, body: object, given = rows, now = noon, modo: KeyMode = "live") =>
  decideOn(
    updateSubscription(id, subscription.id, carriedOut(decodePatch(body)), modo),
    { ...given, subscription: [subscription] },
    now,
    50,
  )

const subscriptionOf = (decision: Decision<unknown>): Subscription => must(rowOf(decision, "subscription"))

const made = (body: object = {}) => subscriptionOf(carriedOut(creating(body)))

const at = (text: string) => instant(Date.parse(text))

/** With a series of rectifications, which no subscription may name. */
const withSeries: RowSet = {
  ...rows,
  series: [{
    organizationId: id, id: seriesId("invoice", "R"), tipo_documento: "invoice", serie: "R", tipo: "rectificative", last: 1,
    holdsLive: true, holdsFull: true, holdsSimplified: false,
  }],
}
const ofOthers = ["serie: las facturas rectificativas llevan una serie propia"]

describe("a test key", () => {
  const byTest = (subscription: Subscription, body: object) => patching(subscription, body, rows, noon, "test")
  const issuing = made({ emitir: true })
  const refused = Either.left(
    conflict("suscripcion_real", "La suscripción emite facturas reales: con una clave de prueba solo se puede detener."),
  )

  it("has no live invoices issued by a subscription of a live key: neither others nor any in the first place", () => {
    const price = { lineas: [{ descripcion: "Cuota", precio: 999 }] }
    for (const body of [price, { inicio: "2026-03-03" }, { nombre: "Otra" }]) assert.deepStrictEqual(byTest(issuing, body), refused)
    assert.deepStrictEqual(byTest(made(), { emitir: true }), refused)
    assert.deepStrictEqual(byTest({ ...issuing, estado: "paused" }, { estado: "active" }), refused)
  })

  it("may stop such a subscription, change one that only makes drafts, and repeat what it holds", () => {
    for (const body of [{ estado: "paused" }, { estado: "cancelled" }, { emitir: false }]) carriedOut(byTest(issuing, body))
    carriedOut(byTest(made(), { nombre: "Otra" }))
    assert.deepStrictEqual(carriedOut(byTest(issuing, { emitir: true })).rows, [])
    carriedOut(byTest({ ...issuing, modo: "test" }, { nombre: "Otra" }))
  })

  it("has none issued either by changing it while it is paused, to be resumed by somebody else", () => {
    const paused = { ...issuing, estado: "paused" } as const
    assert.deepStrictEqual(byTest(paused, { nombre: "Otra" }), refused)
    assert.deepStrictEqual(byTest(issuing, { estado: "paused", nombre: "Otra" }), refused)
  })
})

describe("a new subscription", () => {
  it("begins today unless told otherwise, and is due at once", () => {
    const decision = carriedOut(creating({}))
    const row = subscriptionOf(decision)
    assert.deepStrictEqual(decision.result, {
      id: row.id, contacto_id: client.id, nombre: "Mantenimiento", periodicidad: "monthly", inicio: "2026-03-02", fin: null,
      serie: null,
      lineas: [{
        producto_id: null, descripcion: "Cuota", cantidad: null, precio: 30, descuento: null, tipo_iva: null, clase: null,
        unidad: null,
      }],
      precios_con_iva: false, emitir: false, estado: "active", proxima: "2026-03-02", creado: "2026-03-02T12:00:00.000Z",
    })
    assert.deepStrictEqual(decision.events, [])
    assert.deepStrictEqual(decision.rows.map(({ table }) => table), ["subscription"])
    assert.deepStrictEqual(decision.jobs, [subscriptionJob(id, row.id, noon)])
    assert.deepInclude(row, {
      modo: "live", periodos: 0, facturada: false, por_emitir: null, createdSequence: 1, modifiedSequence: 1,
    })
  })

  it("can be created paused or cancelled, and then nothing is due", () => {
    const paused = carriedOut(creating({ estado: "paused", inicio: "2026-01-31" }))
    assert.deepInclude(paused.result, { estado: "paused", proxima: "2026-01-31" })
    assert.deepStrictEqual([paused.jobs, paused.events], [[], []])
    const row = subscriptionOf(paused)
    assert.deepInclude(row, { estado: "paused", detenida: false })
    // The pause was asked for, so periods that began during it are skipped.
    const resumed = carriedOut(patching(row, { estado: "active" }, rows, at("2026-04-01T12:00:00Z")))
    assert.deepInclude(resumed.result, { estado: "active", proxima: "2026-04-30" })
    const cancelled = carriedOut(creating({ estado: "cancelled" }))
    assert.deepInclude(cancelled.result, { estado: "cancelled", proxima: null })
    assert.deepStrictEqual(cancelled.jobs, [])
    assert.deepStrictEqual(refusalOf(patching(subscriptionOf(cancelled), { estado: "active" })), ["suscripcion_cancelada"])
    assert.deepStrictEqual(carriedOut(creating({ estado: "active" })).result.estado, "active")
    assert.deepStrictEqual(refusalOf(creating({ estado: "paused", contacto_id: "nadie" })), ["contacto_id: no existe ese contacto"])
    assert.deepStrictEqual(refusalOf(decodeInput({ ...usual, estado: null })),
      ["estado: debe ser uno de estos valores: active, paused, cancelled"])
  })

  it("is due when its first day begins in the company's zone", () => {
    const dueOf = (region_fiscal: "peninsula" | "canarias", inicio: string) =>
      carriedOut(creating({ inicio }, {
        ...rows, organization: [{ ...organization, region_fiscal }],
      })).jobs?.map(({ due }) => due)
    assert.deepStrictEqual(dueOf("peninsula", "2026-03-30"), [at("2026-03-29T22:00:00Z")])
    assert.deepStrictEqual(dueOf("canarias", "2026-03-30"), [at("2026-03-29T23:00:00Z")])
    assert.deepStrictEqual(dueOf("peninsula", "2026-03-30T00:30:00+02:00"), [at("2026-03-29T22:00:00Z")])
  })

  it("begins up to four years before today or ten after, and ends on its first day at the earliest", () => {
    const reach = "inicio: debe estar entre el 02/03/2022 y el 02/03/2036"
    for (const inicio of ["2022-03-02", "2036-03-02"]) assert.isTrue(Either.isRight(creating({ inicio })), inicio)
    for (const inicio of ["2022-03-01", "2036-03-03"]) assert.deepStrictEqual(refusalOf(creating({ inicio })), [reach])
    assert.strictEqual(carriedOut(creating({ inicio: "2026-04-01", fin: "2026-04-01" })).result.fin, "2026-04-01")
    assert.deepStrictEqual(refusalOf(creating({ inicio: "2026-04-01", fin: "2026-03-31" })), [
      "fin: no puede ser anterior a inicio",
    ])
    assert.deepStrictEqual(refusalOf(creating({ fin: "2026-03-01" })), ["fin: no puede ser anterior a inicio"])
    // In Madrid these are days of 2201.
    const late = "2200-12-31T23:30:00Z"
    const noDay = "debe ser una fecha AAAA-MM-DD o una fecha con hora ISO 8601, entre los años 1900 y 2200"
    assert.deepStrictEqual(refusalOf(creating({ inicio: late, fin: late })), [`inicio: ${noDay}`, `fin: ${noDay}`])
  })

  it("is refused if a draft of its lines would be, with everything that is wrong", () => {
    assert.deepStrictEqual(refusalOf(creating({ contacto_id: "nadie" })), ["contacto_id: no existe ese contacto"])
    assert.deepStrictEqual(
      refusalOf(creating({
        contacto_id: "nadie", inicio: "2020-01-01", fin: "2019-01-01", lineas: [...lineas, { producto_id: "nada" }],
      })),
      [
        "fin: no puede ser anterior a inicio",
        "inicio: debe estar entre el 02/03/2022 y el 02/03/2036",
        "contacto_id: no existe ese contacto",
        "lineas[1].producto_id: no existe ese producto",
      ],
    )
    assert.deepStrictEqual(refusalOf(creating({ contacto_id: abroad.id })), [
      "contacto_id: sus facturas no van en euros, y una suscripción no tiene tipo de cambio",
    ])
    assert.deepStrictEqual(refusalOf(creating({ serie: "R" }, withSeries)), ofOthers)
  })

  it("is refused for its lines exactly when a draft is", () => {
    const lines = Arbitrary.make(SubscriptionInput.fields.lineas)
    fc.assert(fc.property(lines, fc.boolean(), (lineas, precios_con_iva) => {
      const contents = { contacto_id: client.id, lineas, precios_con_iva }
      const drafted = decideOn(draftInvoice(id, contents), rows)
      const created = decideOn(createSubscription(id, { ...contents, nombre: "x", periodicidad: "weekly" }, "live"), rows)
      if (Either.isRight(drafted)) assert.isTrue(Either.isRight(created))
      else assert.deepStrictEqual<unknown>(created, Either.left(drafted.left))
    }), { numRuns: 200 })
  })

  it("is refused for a product's price with tax only if its new or changed lines are priced with tax", () => {
    const dear = sampleProduct(id, 4, { precio: decimal8(99_999_999_900_000_000n) })
    const sold: RowSet = { ...rows, product: [dear] }
    const ofIt = { lineas: [{ producto_id: dear.id }] }
    const tooDear = ["lineas[0].precio: con impuestos, el precio del producto es demasiado alto"]
    const row = subscriptionOf(carriedOut(creating(ofIt, sold)))
    assert.deepStrictEqual(refusalOf(creating({ ...ofIt, precios_con_iva: true }, sold)), tooDear)
    assert.deepStrictEqual(refusalOf(patching(row, { precios_con_iva: true }, sold)), tooDear)
    const more = { lineas: [{ producto_id: dear.id, cantidad: 2 }], precios_con_iva: true }
    assert.deepStrictEqual(refusalOf(patching({ ...row, precios_con_iva: true }, more, sold)), tooDear)
    const reset = carriedOut(patching({ ...row, precios_con_iva: true }, { precios_con_iva: null }, sold))
    assert.isFalse(reset.result.precios_con_iva)
  })

  it("shows its lines as they were sent", () => {
    const sent = {
      producto_id: product.id, descripcion: "Cuota", cantidad: 1.5, precio: 0.00000001, descuento: 10, tipo_iva: 4,
      clase: "service",
      unidad: "h",
    }
    const { result } = carriedOut(creating({ lineas: [sent, { producto_id: product.id, unidad: "" }] }))
    const nothing = {
      descripcion: null, cantidad: null, precio: null, descuento: null, tipo_iva: null, clase: null, unidad: null,
    }
    assert.deepStrictEqual<unknown>(result.lineas, [sent, { producto_id: product.id, ...nothing }])
  })
})

describe("a patch of a subscription", () => {
  it("writes nothing when it changes nothing", () => {
    const row = made({ fin: "2027-01-01", serie: "B" })
    const { id: _, creado: __, proxima: ___, lineas: shown, ...same } = subscriptionResource(row)
    for (const body of [{}, same, { ...same, lineas: shown }, { emitir: null, precios_con_iva: null, inicio: null }]) {
      assert.deepStrictEqual(carriedOut(patching(row, body)), { result: subscriptionResource(row), rows: [], events: [] })
    }
  })

  it("changes what it names, resets with null what has a default, and wakes a worker", () => {
    const row = made({ fin: "2027-01-01", serie: "B", emitir: true, precios_con_iva: true, inicio: "2026-05-01" })
    const decision = carriedOut(patching(row, { fin: null, serie: null, emitir: null, precios_con_iva: null, nombre: "Otra" }))
    assert.deepStrictEqual(subscriptionOf(decision), {
      ...row, fin: null, serie: null, emitir: false, precios_con_iva: false, nombre: "Otra", modifiedSequence: 51,
    })
    assert.strictEqual(subscriptionOf(decision).lineas, row.lineas)
    assert.deepStrictEqual(decision.jobs, [subscriptionJob(id, row.id, at("2026-04-30T22:00:00Z"))])
    const reset = carriedOut(patching(row, { inicio: null }))
    assert.strictEqual(reset.result.inicio, "2026-03-02")
  })

  it("moves its start and period only before the first invoice", () => {
    const row = { ...made(), periodos: 3 }
    const moved = carriedOut(patching(row, { inicio: "2026-04-15", periodicidad: "weekly" }))
    assert.deepInclude(moved.result, { inicio: "2026-04-15", periodicidad: "weekly", proxima: "2026-04-15" })
    const invoiced = { ...row, facturada: true }
    const mensaje = "La suscripción ya tiene facturas: su inicio y su periodicidad no se pueden cambiar."
    for (const body of [{ inicio: "2026-04-15" }, { periodicidad: "weekly" }]) {
      assert.deepStrictEqual(patching(invoiced, body), Either.left(conflict("suscripcion_facturada", mensaje)))
    }
    const same = carriedOut(patching(invoiced, { inicio: "2026-03-02", periodicidad: "monthly", nombre: "Otra" }))
    assert.strictEqual(same.result.proxima, "2026-06-02")
    // The stored start may be out of range by now, a new one may not.
    const later = at("2033-01-01T12:00:00Z")
    assert.isTrue(Either.isRight(patching(row, { inicio: "2026-03-02", nombre: "x" }, rows, later)))
    assert.deepStrictEqual(refusalOf(patching(row, { inicio: "2026-03-03" }, rows, later)), [
      "inicio: debe estar entre el 01/01/2029 y el 01/01/2043",
    ])
  })

  it("of its periodicity does not invoice what a pause skipped", () => {
    const paused = { ...made({ inicio: "2026-01-31" }), estado: "paused" as const }
    const resumed = subscriptionOf(carriedOut(patching(paused, { estado: "active" }, rows, at("2026-06-10T12:00:00Z"))))
    assert.strictEqual(subscriptionResource(resumed).proxima, "2026-06-30")
    const proximaOf = (body: object) =>
      carriedOut(patching(resumed, body, rows, at("2026-06-10T12:00:00Z"))).result.proxima
    assert.strictEqual(proximaOf({ periodicidad: "weekly" }), "2026-07-04")
    assert.strictEqual(proximaOf({ periodicidad: "quarterly" }), "2026-07-31")
    assert.strictEqual(proximaOf({ periodicidad: "yearly", inicio: "2026-01-31" }), "2027-01-31")
    // A new start is a clear wish, so what has begun since is due.
    assert.strictEqual(proximaOf({ periodicidad: "yearly", inicio: "2026-05-01" }), "2026-05-01")
  })

  it("of its end leaves no next period after it", () => {
    const row = { ...made({ inicio: "2026-01-31" }), periodos: 2, facturada: true }
    const proximaAt = (fin: string) => carriedOut(patching(row, { fin })).result.proxima
    assert.deepStrictEqual(["2026-03-30", "2026-03-31"].map(proximaAt), [null, "2026-03-31"])
    assert.deepStrictEqual(carriedOut(patching(row, { fin: "2026-03-30" })).jobs, [])
    assert.deepStrictEqual(refusalOf(patching(row, { fin: "2026-01-30" })), ["fin: no puede ser anterior a inicio"])
  })

  it("pauses it, and resumes it with the first period from today on", () => {
    const row = { ...made({ inicio: "2026-01-31" }), periodos: 1, facturada: true }
    const paused = carriedOut(patching(row, { estado: "paused" }))
    assert.deepStrictEqual(paused.jobs, [])
    const stored = subscriptionOf(paused)
    const resumed = (now: string) => carriedOut(patching(stored, { estado: "active" }, rows, at(now)))
    assert.strictEqual(resumed("2026-02-15T12:00:00Z").result.proxima, "2026-02-28")
    assert.strictEqual(resumed("2026-02-28T12:00:00Z").result.proxima, "2026-02-28")
    assert.strictEqual(resumed("2026-03-01T12:00:00Z").result.proxima, "2026-03-31")
    assert.strictEqual(resumed("2026-06-30T22:00:00Z").result.proxima, "2026-07-31")
    assert.deepStrictEqual(resumed("2026-03-01T12:00:00Z").jobs, [subscriptionJob(id, stored.id, at("2026-03-30T22:00:00Z"))])
    // What was invoiced already is not invoiced again.
    const ahead = { ...stored, periodos: 9 }
    assert.strictEqual(carriedOut(patching(ahead, { estado: "active" })).result.proxima, "2026-10-31")
  })

  it("resumes it only if a draft could be made, which no other property is checked for", () => {
    const row = { ...made(), estado: "paused" as const }
    const alone: RowSet = { organization: [organization] }
    assert.deepStrictEqual(refusalOf(patching(row, { estado: "active" }, alone)), ["contacto_id: no existe ese contacto"])
    assert.deepStrictEqual(refusalOf(patching(row, { serie: "B" }, alone)), ["contacto_id: no existe ese contacto"])
    assert.deepStrictEqual(refusalOf(patching(row, { lineas: [{ producto_id: "nada" }] })), [
      "lineas[0].producto_id: no existe ese producto",
    ])
    assert.strictEqual(
      carriedOut(patching(row, { nombre: "Otra", emitir: true, fin: "2027-01-01" }, alone)).result.nombre,
      "Otra",
    )
    assert.strictEqual(carriedOut(patching(row, { estado: "cancelled" }, alone)).result.estado, "cancelled")
    assert.deepStrictEqual(carriedOut(patching(made(), { estado: "active" }, alone)).rows, [], "it is not resumed")
  })

  it("checks for no draft when everything is sent back unchanged: it can be renamed, and cancelled, once its customer is gone", () => {
    const row = { ...made({ serie: "B" }), estado: "paused" as const }
    const alone: RowSet = { organization: [organization] }
    const { id: _, creado: __, proxima: ___, ...all } = subscriptionResource(row)
    assert.deepStrictEqual(carriedOut(patching(row, all, alone)).rows, [])
    for (const change of [{ nombre: "Otra" }, { estado: "cancelled" }] as const) {
      assert.deepInclude(carriedOut(patching(row, { ...all, ...change }, alone)).result, change)
    }
    const gone = ["contacto_id: no existe ese contacto"]
    for (const change of [{ estado: "active" }, { serie: "" }, { precios_con_iva: true }, { lineas: [...lineas, ...lineas] }]) {
      assert.deepStrictEqual(refusalOf(patching(row, { ...all, ...change }, alone)), gone)
    }
  })

  it("resumes one paused by a worker with the period that could not be invoiced, unless it was paused on purpose since", () => {
    const stopped = {
      ...made({ inicio: "2026-01-31" }), estado: "paused", detenida: true, periodos: 1, facturada: true,
    } as const
    const now = at("2026-05-01T12:00:00Z")
    const after = (before: Subscription, body: object) => subscriptionOf(carriedOut(patching(before, body, rows, now)))
    const resumed = after(after(stopped, { nombre: "Otra" }), { estado: "active" })
    assert.strictEqual(subscriptionResource(resumed).proxima, "2026-02-28")
    const again = after(after(resumed, { estado: "paused" }), { estado: "active" })
    assert.strictEqual(subscriptionResource(again).proxima, "2026-05-31")
  })

  it("is checked against the series that it has afterwards", () => {
    const inR = { ...made(), serie: "R" }
    assert.deepStrictEqual(refusalOf(patching(made(), { serie: "R" }, withSeries)), ofOthers)
    assert.deepStrictEqual(refusalOf(patching(inR, { lineas: [...lineas, ...lineas] }, withSeries)), ofOthers)
    for (const serie of ["B", "", null]) {
      assert.strictEqual(carriedOut(patching(inR, { serie }, withSeries)).result.serie, serie === "" ? null : serie)
    }
  })

  it("cancels it for good", () => {
    const cancelled = subscriptionOf(carriedOut(patching(made(), { estado: "cancelled" })))
    assert.isNull(subscriptionResource(cancelled).proxima)
    for (const body of [{ estado: "active" }, { nombre: "Otra" }, { estado: "cancelled" }]) {
      assert.deepStrictEqual(patching(cancelled, body), Either.left(conflict(
        "suscripcion_cancelada",
        "La suscripción está cancelada y no se puede cambiar.",
      )))
    }
    assert.deepStrictEqual(carriedOut(patching(cancelled, {})).rows, [])
  })

  it("keeps the price of a line exact", () => {
    const row = made({ lineas: [{ descripcion: "x", precio: 0.1, cantidad: 3 }] })
    assert.deepInclude(must(row.lineas[0]), { precio: decimal8(10_000_000n), cantidad: decimal6(3_000_000) })
    const drafted = carriedOut(decideOn(
      draftInvoice(id, invoiceInput({ lineas: [{ descripcion: "x", precio: 0.1, cantidad: 3 }] })),
      rows,
    ))
    assert.strictEqual(drafted.result.base_imponible, 0.3)
  })
})

describe("a subscription that is deleted", () => {
  it("emits an event with an invoice that was still to be issued; one issued by somebody keeps its customer", () => {
    const invoice = must(rowOf(issued(withCustomer), "invoice"))
    const row = { ...made(), por_emitir: invoice.id }
    const renamed = { ...rows, contact: [{ ...customer, nombre: "Otra SL" }], invoice: [invoice], subscription: [row] }
    const { events } = carriedOut(decideOn(deleteSubscription(id, row.id), renamed))
    assert.deepStrictEqual(events.map(({ suceso }) => suceso), ["subscription.invoiced"])
    assert.deepNestedInclude(events[0]?.datos, { "factura.id": invoice.id, "factura.contacto.nombre": customer.nombre })
  })

  it("is removed, whatever its state, and not found if it does not exist", () => {
    for (const estado of ["active", "paused", "cancelled"] as const) {
      const row = { ...made(), estado }
      const decision = carriedOut(decideOn(deleteSubscription(id, row.id), { ...rows, subscription: [row] }))
      assert.deepStrictEqual(decision, { result: undefined, rows: [], removed: [key("subscription", id, row.id)], events: [] })
    }
    const missing = Either.left(notFound("la suscripción"))
    assert.deepStrictEqual(decideOn(deleteSubscription(id, "nada"), rows), missing)
    assert.deepStrictEqual(decideOn(updateSubscription(id, "nada", {}, "live"), rows), missing)
  })
})
