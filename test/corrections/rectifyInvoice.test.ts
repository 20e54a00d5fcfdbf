import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import type { RowSet } from "../../core/commit/tables.ts"
import { RectificationInput, rectifyInvoice } from "../../core/corrections/rectifyInvoice.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { issueInvoice } from "../../core/issuing/issueInvoice.ts"
import { decimal6 } from "../../core/money/decimal.ts"
import { seriesId } from "../../core/numbering/seriesCounter.ts"
import type { Organization } from "../../core/organizations/Organization.ts"
import { conflict, invalidInput } from "../../core/refusals/refusal.ts"
import { carriedOut, decideOn, refusalOf, whyNot } from "../support/decideOn.ts"
import { customer, type Given, id, issued, line, must, rowOf, withCustomer } from "../support/issuing.ts"
import { plain } from "../support/plain.ts"
import { day, liveTerms, sampleContact, sampleOrganization, sampleProduct } from "../support/samples.ts"

const decode = inputDecoder(RectificationInput)

/** An issued invoice, and the head of the chain after it. */
const issuedInvoice = (body: object = withCustomer, given: Given = {}) => {
  const decision = issued(body, given)
  return { invoice: must(rowOf(decision, "invoice")), chainHead: must(rowOf(decision, "chainHead")) }
}

const rectification = (original: Invoice, body: object, organization: Partial<Organization> = {}, given: RowSet = {}) =>
  decideOn(
    rectifyInvoice(id, original.id, Either.getOrThrowWith(decode(body), ({ campos }) => new Error(JSON.stringify(campos)))),
    { organization: [sampleOrganization(id, organization)], invoice: [original], contact: [customer], ...given },
    undefined,
    500,
  )

const rectified = (original: Invoice, body: object = { motivo: "Devolución" }): Invoice =>
  must(rowOf(carriedOut(rectification(original, body)), "invoice"))

const reasons = (original: Invoice, body: object): ReadonlyArray<string> =>
  whyNot(rectification(original, body))

/** Issues the rectification and returns the fields of its record. */
const recordOf = (draft: Invoice, original: ReturnType<typeof issuedInvoice>) => {
  const decision = carriedOut(decideOn(
      issueInvoice(id, draft.id, liveTerms),
      {
        organization: [sampleOrganization(id)],
        invoice: [draft, original.invoice],
        contact: [customer],
        chainHead: [original.chainHead],
      },
    ))
  return must(rowOf(decision, "registryRecord")).campos
}

const fullBody = {
  ...withCustomer,
  irpf: 15,
  suplidos: 12.34,
  precios_con_iva: true,
  lineas: [{ ...line, precio: 353.9 }, { ...line, precio: 0.99, cantidad: 3, tipo_iva: 10 }],
}

describe("a rectification by differences without lines", () => {
  it("negates the whole original, to the cent", () => {
    const { invoice } = issuedInvoice(fullBody)
    const draft = rectified(invoice)
    assert.deepInclude(plain(draft), {
      lifecycle: "draft",
      tipo: "rectificative",
      serie: "R",
      numero: null,
      contacto_id: customer.id,
      base_imponible: -invoice.base_imponible,
      cuota_iva: -invoice.cuota_iva,
      cuota_irpf: -invoice.cuota_irpf,
      suplidos: -invoice.suplidos,
      total: -invoice.total,
      precios_con_iva: true,
      irpf: 15,
    })
    assert.deepEqual(draft.lineas.map(({ base }) => -base), invoice.lineas.map(({ base }) => base))
    assert.deepEqual(draft.lineas.map(({ cantidad }) => -cantidad), invoice.lineas.map(({ cantidad }) => cantidad))
    assert.deepEqual(draft.lineas.map(({ precio }) => precio), invoice.lineas.map(({ precio }) => precio))
    assert.deepEqual(draft.rates.map(({ base, cuota }) => [-base, -cuota]), invoice.rates.map(({ base, cuota }) => [base, cuota]))
    assert.deepInclude(draft.rectifica, { metodo: "diferencias", motivo: "Devolución", causa: null })
  })

  it("is dated in the company's present territory, even if the original was issued in another", () => {
    const original = issuedInvoice({ ...withCustomer, lineas: [{ ...line, tipo_iva: 7 }] }, { organization: { region_fiscal: "canarias" } })
    const campos = recordOf(rectified(original.invoice), original)
    assert.strictEqual(campos["FechaHoraHusoGenRegistro"], "2026-03-02T13:00:00+01:00")
  })

  it("names its original in the record: R1, by differences", () => {
    const original = issuedInvoice()
    const campos = recordOf(rectified(original.invoice), original)
    assert.deepInclude(campos, {
      TipoFactura: "R1",
      TipoRectificativa: "I",
      FacturasRectificadas: {
        IDFacturaRectificada: [{ IDEmisorFactura: "B12345674", NumSerieFactura: "A-1", FechaExpedicionFactura: "02-03-2026" }],
      },
      CuotaTotal: "-21.00",
      ImporteTotal: "-121.00",
    })
    assert.notProperty(campos, "ImporteRectificacion")
    assert.deepInclude(campos["IDFactura"], { NumSerieFactura: "R-1" })
    assert.property(campos, "Destinatarios")
  })

  it("emits invoice.created with the draft", () => {
    const { events, result } = Either.getOrThrow(rectification(issuedInvoice().invoice, { motivo: "x" }))
    assert.deepEqual(events.map(({ suceso }) => suceso), ["invoice.created"])
    assert.deepInclude(result, { estado: "draft", tipo: "rectificative", total: -121, numero: null })
  })
})

describe("the draft of a rectification", () => {
  it("has the original's terms, is due by the contact's days, and starts without the texts meant for the customer", () => {
    const told = {
      numero: 7, notas: "Gracias", notas_internas: "Ojo", etiquetas: ["feria"], plazos: "90", forma_pago: "card",
      divisa: "USD", tipo_cambio: 0.9, irpf: 15, recargo_equivalencia: true,
    }
    const { invoice } = issuedInvoice({ ...withCustomer, ...told })
    for (const lineas of [null, [{ descripcion: "x", precio: 1 }]]) {
      const draft = rectified(invoice, { motivo: "x", lineas })
      assert.deepInclude(plain(draft), {
        tipo_documento: "invoice", forma_pago: "card", divisa: "USD", tipo_cambio: 900_000, irpf: 15,
        recargo_equivalencia: true, numero_pedido: null, notas: null, notas_internas: null, etiquetas: [], plazos: null,
      })
      assert.deepInclude(plain(draft), { sustituye: [], fecha_emision: "2026-03-02", fecha_vencimiento: null })
    }
  })

  it("is in the series asked for, else in that of rectifications, and never in one of ordinary invoices", () => {
    const { invoice } = issuedInvoice()
    assert.deepInclude(rectified(invoice), { serie: "R", serie_por_defecto: true })
    assert.deepInclude(rectified(invoice, { motivo: "x", serie: "D" }), { serie: "D", serie_por_defecto: false })
    const counter = {
      organizationId: id, tipo_documento: "invoice", tipo: "invoice", last: 1, holdsLive: true, holdsFull: true,
      holdsSimplified: false,
    } as const
    const series = [{ ...counter, id: seriesId("invoice", "A"), serie: "A" }]
    const inSeries = (serie: string, body: object = {}) =>
      rectification(invoice, { motivo: "x", serie, ...body }, {}, { series })
    const ofOthers = "serie: las facturas rectificativas llevan una serie propia"
    assert.deepEqual(refusalOf(inSeries("A")), [ofOthers])
    assert.deepEqual(refusalOf(inSeries("A", { lineas: [{ producto_id: "nada" }] })), [
      ofOthers,
      "lineas[0].producto_id: no existe ese producto",
    ])
    assert.deepEqual(whyNot(inSeries("B")), [])
  })

  it("takes from a product what its lines leave out, but no discount from the contact", () => {
    const { invoice } = issuedInvoice()
    const product = sampleProduct(id, 1)
    const contact = [{ ...customer, descuento: decimal6(10_000_000) }]
    const body = { motivo: "x", lineas: [{ producto_id: product.id, cantidad: -1 }] }
    const draft = must(rowOf(carriedOut(rectification(invoice, body, {}, { contact, product: [product] })), "invoice"))
    assert.deepInclude(plain(must(draft.lineas[0])), {
      producto_id: product.id, descripcion: product.nombre, precio: product.precio, tipo_iva: product.tipo_iva, descuento: 0,
    })
  })
})

describe("a rectification with lines", () => {
  it("by differences has just those lines, under the original's terms and without its disbursements", () => {
    const { invoice } = issuedInvoice({ ...withCustomer, suplidos: 50, irpf: 15 })
    const draft = rectified(invoice, { motivo: "Descuento", lineas: [{ descripcion: "Descuento", precio: -10 }] })
    assert.deepInclude(plain(draft), { base_imponible: -1_000, cuota_iva: -210, cuota_irpf: -150, suplidos: 0, total: -1_060 })
  })

  it("reads their prices as without tax, like the original's own, however the original was priced", () => {
    const { invoice } = issuedInvoice({ ...withCustomer, precios_con_iva: true, lineas: [{ ...line, precio: 121 }] })
    for (const metodo of ["diferencias", "sustitucion"]) {
      const draft = rectified(invoice, { motivo: "Precio", metodo, lineas: [{ ...line, precio: 100 }] })
      assert.deepInclude(plain(draft), { precios_con_iva: false, base_imponible: 10_000, cuota_iva: 2_100, total: 12_100 })
      assert.deepInclude(plain(must(draft.lineas[0])), { precio: 10_000_000_000n, precio_con_iva: null })
    }
  })

  it("by substitution has them as the corrected contents, and a record with the figures they replace", () => {
    const original = issuedInvoice({ ...withCustomer, suplidos: 50, recargo_equivalencia: true })
    const body = { motivo: "Precio", metodo: "sustitucion", lineas: [{ ...line, precio: 80 }] }
    const draft = rectified(original.invoice, body)
    assert.deepInclude(plain(draft), { base_imponible: 8_000, cuota_iva: 1_680, cuota_recargo: 416, suplidos: 5_000, total: 15_096 })
    const campos = recordOf(draft, original)
    assert.deepInclude(campos, {
      TipoFactura: "R1",
      TipoRectificativa: "S",
      ImporteRectificacion: { BaseRectificada: "100.00", CuotaRectificada: "21.00", CuotaRecargoRectificado: "5.20" },
      ImporteTotal: "100.96",
    })
  })

  it("by substitution that changes no amount is R4, unless a cause says otherwise", () => {
    const original = issuedInvoice()
    const same = { motivo: "Domicilio", metodo: "sustitucion", lineas: [line] }
    assert.strictEqual(recordOf(rectified(original.invoice, same), original)["TipoFactura"], "R4")
    assert.deepEqual(recordOf(rectified(original.invoice, same), original)["ImporteRectificacion"], {
      BaseRectificada: "100.00",
      CuotaRectificada: "21.00",
    })
    for (const causa of ["R1", "R2", "R3", "R4"]) {
      assert.strictEqual(recordOf(rectified(original.invoice, { motivo: "x", causa }), original)["TipoFactura"], causa)
    }
  })

  it("is refused where it comes to more euros than a record can state", () => {
    const { invoice } = issuedInvoice({ ...withCustomer, divisa: "GBP", tipo_cambio: 1000, lineas: [line] })
    const dear = { motivo: "x", lineas: [{ descripcion: "x", precio: 999_999_999, cantidad: 2, tipo_iva: 21 }] }
    assert.deepStrictEqual(reasons(invoice, dear), ["lineas"])
  })

  it("is refused for what its lines lack", () => {
    const { invoice } = issuedInvoice()
    assert.deepEqual(reasons(invoice, { motivo: "x", lineas: [{ descripcion: "a", precio: 999_999_999, cantidad: 999_999_999 }] }), ["lineas"])
  })
})

describe("a rectification of a simplified invoice", () => {
  const simplified = issuedInvoice({ lineas: [line] })

  it("is R5, without a recipient", () => {
    const campos = recordOf(rectified(simplified.invoice), simplified)
    assert.strictEqual(campos["TipoFactura"], "R5")
    assert.notProperty(campos, "Destinatarios")
  })

  it("takes no cause", () => {
    assert.deepEqual(refusalOf(rectification(simplified.invoice, { motivo: "x", causa: "R1" })), [
      "causa: no se indica al rectificar una factura simplificada: es siempre R5",
    ])
  })

  it("is R5 again when it is itself rectified", () => {
    const draft = rectified(simplified.invoice)
    const decision = Either.getOrThrow(decideOn(issueInvoice(id, draft.id, liveTerms), {
      organization: [sampleOrganization(id)],
      invoice: [draft, simplified.invoice],
      chainHead: [simplified.chainHead],
    }))
    const again = rectified(must(rowOf(decision, "invoice")))
    assert.isTrue(again.rectifica?.original.simplificada)
    assert.strictEqual(again.total, simplified.invoice.total)
  })
})

describe("a rectification at issue", () => {
  it("uses the rate that was in force for its original, and states the day of the operation", () => {
    const original = issuedInvoice(
      { ...withCustomer, lineas: [{ ...line, tipo_iva: 2 }] },
      { draftedAt: "2024-12-01T12:00:00Z", issuedAt: "2024-12-01T12:00:00Z" },
    )
    assert.deepInclude(recordOf(rectified(original.invoice), original), { FechaOperacion: "01-12-2024", TipoFactura: "R1" })
    const everyday = issuedInvoice()
    assert.notProperty(recordOf(rectified(everyday.invoice), everyday), "FechaOperacion")
  })

  it("cannot be dated before its original and then use that one's rate", () => {
    const region_fiscal = "canarias"
    const original = must(rowOf(issued({ ...withCustomer, lineas: [{ ...line, tipo_iva: 1 }] }, { organization: { region_fiscal } }), "invoice"))
    const draft = must(rowOf(Either.getOrThrow(rectification(original, { motivo: "x" }, { region_fiscal })), "invoice"))
    const issueOn = (fecha_emision: string) =>
      decideOn(issueInvoice(id, draft.id, liveTerms), {
        organization: [sampleOrganization(id, { region_fiscal })],
        invoice: [{ ...draft, fecha_emision: day(fecha_emision), fecha_por_defecto: false }, original],
        contact: [customer],
      })
    const early = { campo: "fecha_emision", motivo: "no puede ser anterior a la de la factura A-1, que es del 02/03/2026" }
    const motivo = "el 1 % no es un tipo de IGIC vigente en la fecha de emisión"
    assert.deepEqual(issueOn("2025-12-31"), Either.left(invalidInput([early, { campo: "lineas[0].tipo_iva", motivo }])))
    assert.deepEqual(issueOn("2026-01-01"), Either.left(invalidInput([early])))
    assert.isTrue(Either.isRight(issueOn("2026-03-02")))
  })

  const foreigner = sampleContact(id, 1, { id: customer.id, nif: "987654321", pais: "US" })
  const european = sampleContact(id, 1, { id: customer.id, nif: null, nif_iva: "FR12345678901" })

  const refusedAs = (causa: string, contact: typeof customer) => {
    const original = issuedInvoice(withCustomer, { contact })
    const draft = must(rowOf(Either.getOrThrow(rectification(original.invoice, { motivo: "x", causa })), "invoice"))
    const decided = decideOn(issueInvoice(id, draft.id, liveTerms), {
      organization: [sampleOrganization(id)],
      invoice: [draft, original.invoice],
      contact: [contact],
      chainHead: [original.chainHead],
    })
    return whyNot(decided)
  }

  it("needs a Spanish NIF for a bad debt, and a Spanish NIF or a VAT id for insolvency proceedings", () => {
    assert.deepEqual(refusedAs("R3", foreigner), ["contacto.nif"])
    assert.deepEqual(refusedAs("R3", european), ["contacto.nif"])
    assert.deepEqual(refusedAs("R3", customer), [])
    assert.deepEqual(refusedAs("R2", foreigner), ["contacto.nif"])
    assert.deepEqual(refusedAs("R2", european), [])
    assert.deepEqual(refusedAs("R1", foreigner), [])
  })
})

describe("what cannot be rectified", () => {
  const { invoice } = issuedInvoice()

  it("is a draft, a cancelled invoice, or another document", () => {
    const draft = { ...invoice, lifecycle: "draft", numero: null, issuer: null } as const
    const refusals = [
      [draft, conflict("factura_en_borrador", "La factura es un borrador: se corrige, no se rectifica.")],
      [{ ...invoice, lifecycle: "cancelled" }, conflict("factura_anulada", "La factura está anulada.")],
      [{ ...invoice, tipo_documento: "quote" }, conflict("no_es_factura", "Solo se rectifican facturas.")],
    ] as const
    for (const [original, refusal] of refusals) {
      assert.deepEqual(rectification(original, { motivo: "x" }), Either.left(refusal))
    }
  })

  it("is an unknown invoice", () => {
    const input = Either.getOrThrow(decode({ motivo: "x" }))
    const decided = decideOn(rectifyInvoice(id, "ffff", input), { organization: [sampleOrganization(id)] })
    assert.deepInclude(Either.getOrThrow(Either.flip(decided)), { _tag: "NotFound" })
  })

  it("is anything, without a reason in words", () => {
    for (const body of [{}, { motivo: "" }, { motivo: null }, { motivo: "x", causa: "R5" }, { motivo: "x", otro: 1 }, { motivo: "x", lineas: [] }]) {
      assert.isTrue(Either.isLeft(decode(body)), JSON.stringify(body))
    }
  })

  it("is an invoice by substitution without lines, which is reported with everything else", () => {
    const untold = "lineas: es obligatorio al rectificar por sustitución"
    const given = { motivo: "x", metodo: "sustitucion" }
    for (const body of [given, { ...given, lineas: null }]) assert.deepEqual(refusalOf(decode(body)), [untold])
    assert.deepEqual(refusalOf(decode({ ...given, motivo: "" })), ["motivo: no puede estar vacío", untold])
    const lineas = [{ descripcion: "x", precio: 1 }]
    for (const body of [{ motivo: "x" }, { motivo: "x", metodo: null, lineas: null }, { ...given, lineas }]) {
      assert.deepEqual(whyNot(decode(body)), [])
    }
  })
})

describe("rates of a foreign currency", () => {
  it("are frozen: the record of the rectification mirrors the original's", () => {
    const body = { ...withCustomer, divisa: "USD", tipo_cambio: 0.923457, lineas: [{ ...line, precio: 33.33 }, { ...line, precio: 7.77, tipo_iva: 10 }] }
    const original = issuedInvoice(body)
    const campos = recordOf(rectified(original.invoice), original)
    const mirrored = must(rowOf(issued(body), "registryRecord")).campos
    assert.strictEqual(campos["ImporteTotal"], `-${mirrored["ImporteTotal"]}`)
    assert.strictEqual(campos["CuotaTotal"], `-${mirrored["CuotaTotal"]}`)
    assert.strictEqual(original.invoice.tipo_cambio, decimal6(923_457))
  })
})
