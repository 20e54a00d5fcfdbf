import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { InvoiceInput, LineInput } from "../../core/drafts/invoiceInput.ts"
import { InvoicePatch } from "../../core/drafts/invoicePatch.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import type { Edges } from "../fields/edges.ts"
import { refusalOf, whyNot } from "../support/decideOn.ts"

const decode = inputDecoder(InvoiceInput)
const decodeLine = inputDecoder(LineInput)
const line = { descripcion: "x", precio: 1 }

const upTo = (max: number) => ({ fits: ["", "ñ".repeat(max)], not: ["ñ".repeat(max + 1), 7] })

const lineEdges: Edges = {
  producto_id: upTo(64),
  descripcion: { fits: ["ñ", "ñ".repeat(1000)], not: ["", "ñ".repeat(1001)] },
  cantidad: { fits: [-999_999_999, 0, 999_999_999], not: [-1_000_000_000, 1_000_000_000] },
  precio: { fits: [-999_999_999, 0, 999_999_999], not: [-1_000_000_000, 1_000_000_000] },
  descuento: { fits: [0, 100], not: [-0.01, 100.01] },
  tipo_iva: { fits: [0, 100], not: [-0.01, 100.01] },
  clase: { fits: ["goods", "service"], not: ["other"] },
  unidad: upTo(20),
}

const edges: Edges = {
  tipo_documento: { fits: ["invoice", "quote", "delivery", "proforma"], not: ["ticket"] },
  serie: { fits: ["", "2026/R-1", "A".repeat(16)], not: ["A".repeat(17), "Ñ"] },
  numero: { fits: [1, 999_999_999_999], not: [0, 1_000_000_000_000, 1.5] },
  contacto_id: upTo(64),
  fecha_emision: { fits: ["2026-02-28", "2026-02-28T10:00:00Z"], not: ["2026-02-29"] },
  fecha_vencimiento: { fits: ["2026-02-28"], not: ["2026-02-29"] },
  plazos: upTo(64),
  forma_pago: { fits: ["transfer"], not: ["trueque"] },
  notas: upTo(4000),
  notas_internas: upTo(4000),
  etiquetas: { fits: [[], Array.from({ length: 12 }, (_, i) => `e${i}`)], not: [Array.from({ length: 13 }, (_, i) => `e${i}`)] },
  tipo_cambio: { fits: [1], not: [-1, 1_000_000_000] },
  irpf: { fits: [0, 100], not: [-1, 101, 1.5] },
  recargo_equivalencia: { fits: [true], not: ["true"] },
  suplidos: { fits: [0, 0.01], not: [-0.01] },
  lineas: { fits: [[], [line]], not: [Array.from({ length: 501 }, () => line)] },
  precios_con_iva: { fits: [true], not: ["true"] },
}

describe("the input of a draft", () => {
  it("takes each property, or null, up to its limits", () => {
    for (const [campo, { fits, not }] of Object.entries(edges)) {
      for (const value of [...fits, null]) assert.deepEqual(whyNot(decode({ [campo]: value })), [], `${campo}: ${String(value)}`)
      for (const value of not) assert.include(whyNot(decode({ [campo]: value }))[0], campo, String(value))
    }
    for (const [campo, { fits, not }] of Object.entries(lineEdges)) {
      for (const value of fits) assert.deepEqual(whyNot(decodeLine({ ...line, [campo]: value })), [], `${campo}: ${String(value)}`)
      for (const value of not) assert.deepEqual(whyNot(decodeLine({ ...line, [campo]: value })), [campo], String(value))
    }
  })

  it("refuses values of the wrong type, even those that JavaScript could convert", () => {
    for (const value of [{ toString: 1 }, { valueOf: 1, toString: 1 }, { toString: "a" }, [{ toString: null }]]) {
      for (const campo of Object.keys(edges)) {
        for (const fitting of [{ divisa: "EUR" }, { divisa: "USD", tipo_cambio: 1.1 }]) {
          const named = whyNot(decode({ ...fitting, [campo]: value }))
          assert.isNotEmpty(named, `${campo} ${JSON.stringify(value)}`)
          for (const one of named) assert.match(one, new RegExp(`^${campo}\\b`))
        }
      }
      for (const campo of Object.keys(lineEdges)) assert.include(whyNot(decodeLine({ ...line, [campo]: value })), campo)
    }
  })

  it("says which limits quantities and prices have", () => {
    for (const campo of ["cantidad", "precio"]) {
      const bounds = [`${campo}: debe estar entre -999.999.999,999999 y 999.999.999,999999`]
      assert.deepEqual(refusalOf(decodeLine({ ...line, [campo]: 1e12 })), bounds)
    }
  })

  it("says what a line without a product lacks", () => {
    const missing = ["descripcion: es obligatorio", "precio: es obligatorio"]
    for (const given of [{}, { producto_id: "" }, { producto_id: null, descripcion: null, precio: null }]) {
      assert.deepEqual(refusalOf(decodeLine(given)), missing)
    }
    assert.deepEqual(refusalOf(decodeLine({ descripcion: "x" })), ["precio: es obligatorio"])
    assert.deepEqual(refusalOf(decodeLine({ precio: 0 })), ["descripcion: es obligatorio"])
    assert.deepEqual(whyNot(decodeLine({ producto_id: "p", descripcion: null })), [])
  })

  it("is refused when currency and exchange rate contradict each other", () => {
    const inDollars = ["tipo_cambio: es obligatorio en una factura en USD: los euros que vale 1 USD"]
    assert.deepEqual(refusalOf(decode({ divisa: "USD" })), inDollars)
    assert.deepEqual(refusalOf(decode({ divisa: "USD", tipo_cambio: null })), inDollars)
    assert.deepEqual(refusalOf(decode({ divisa: "EUR", tipo_cambio: 2 })), ["tipo_cambio: debe ser 1 en una factura en euros"])
    for (const fine of [{ divisa: "EUR", tipo_cambio: 1 }, { divisa: "EUR" }, { divisa: "USD", tipo_cambio: 2 }, { tipo_cambio: 2 }]) {
      assert.deepEqual(whyNot(decode(fine)), [])
    }
    assert.deepEqual(whyNot(decode({ divisa: "EUR", tipo_cambio: 1, irpf: 101 })), ["irpf"])
    // Rounded to six decimals these are 1, and another failing property changes nothing about that.
    for (const tipo_cambio of [1.0000004, 0.9999995]) {
      assert.deepEqual(whyNot(decode({ divisa: "EUR", tipo_cambio })), [])
      assert.deepEqual(whyNot(decode({ divisa: "EUR", tipo_cambio, irpf: 101 })), ["irpf"])
    }
    assert.deepEqual(whyNot(decode({ divisa: "EUR", tipo_cambio: 1.0000005, irpf: 101 })), ["irpf", "tipo_cambio"])
    assert.deepEqual(whyNot(decode({ divisa: "XXX" })), ["divisa"])
    assert.deepEqual(whyNot(decode({ divisa: 7 })), ["divisa"])
  })

  it("is refused when it contradicts itself as an exchange for simplified invoices", () => {
    const facturas_sustituidas = ["f"]
    const noInvoice = "facturas_sustituidas: solo una factura sustituye a facturas simplificadas"
    const nobody = "contacto_id: una factura que sustituye a simplificadas debe tener destinatario"
    assert.deepEqual(refusalOf(decode({ facturas_sustituidas })), [nobody])
    assert.sameMembers([...refusalOf(decode({ facturas_sustituidas, tipo_documento: "quote", contacto_id: "" }))], [nobody, noInvoice])
    assert.deepEqual(whyNot(decode({ facturas_sustituidas, tipo_documento: "invoice", contacto_id: "c" })), [])
    assert.deepEqual(whyNot(decode({ facturas_sustituidas: [], tipo_documento: "quote" })), [])
    assert.deepEqual(whyNot(decode({ facturas_sustituidas: 7 })), ["facturas_sustituidas"])
    const named = (length: number, text = "f") => decode({ contacto_id: "c", facturas_sustituidas: Array.from({ length }, () => text) })
    assert.deepEqual([whyNot(named(1000)), whyNot(named(1001))], [[], ["facturas_sustituidas"]])
    assert.deepEqual(whyNot(named(1, "")), ["facturas_sustituidas[0]"])
    assert.deepEqual([whyNot(named(1, "f".repeat(64))), whyNot(named(1, "f".repeat(65)))], [[], ["facturas_sustituidas[0]"]])
  })
})

describe("the patch of a draft", () => {
  it("may have negative disbursements, and any exchange rate or contact, which depend on what is stored", () => {
    const patch = inputDecoder(InvoicePatch)
    for (const given of [{ suplidos: -5 }, { divisa: "USD" }, { facturas_sustituidas: ["f"] }, { tipo_documento: "quote" }]) {
      assert.isTrue(Either.isRight(patch(given)), JSON.stringify(given))
    }
    assert.deepEqual(whyNot(patch({ estado: "draft" })), ["estado"])
  })
})
