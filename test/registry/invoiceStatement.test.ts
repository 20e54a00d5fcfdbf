import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import type { Invoice, Recipient } from "../../core/invoices/Invoice.ts"
import type { RectificationCause } from "../../core/invoices/Rectification.ts"
import { cents, zeroCents } from "../../core/money/cents.ts"
import { headerName } from "../../core/organizations/Organization.ts"
import type { FieldIssue } from "../../core/refusals/refusal.ts"
import { type InvoiceStatement, invoiceStatement } from "../../core/registry/invoiceStatement.ts"
import type { TaxedCompany } from "../../core/tax/qualification.ts"
import { day, sampleOrganization, sampleOrganizationId } from "../support/samples.ts"
import { everyday, type GivenLine, invoiceOf, decimal, recipientOf, rectificationOf } from "./invoiceOf.ts"

const ordinary: TaxedCompany = { region_fiscal: "peninsula", regimen_igic: "general", recargo_equivalencia: false }
const canarian: TaxedCompany = { ...ordinary, region_fiscal: "canarias" }

const stated = (invoice: Invoice, company = ordinary): InvoiceStatement =>
  Either.getOrThrowWith(invoiceStatement(invoice, company), (issues) => new Error(JSON.stringify(issues)))

/** Each refused field with its reason; empty if the record can be made. */
const refusals = (invoice: Invoice, company = ordinary): ReadonlyArray<readonly [string, string]> =>
  Either.match(invoiceStatement(invoice, company), {
    onLeft: (issues: ReadonlyArray<FieldIssue>) => issues.map(({ campo, motivo }) => [campo, motivo] as const),
    onRight: () => [],
  })

const to = (given: Partial<Recipient>, lines = everyday) => invoiceOf(lines, { recipient: recipientOf(given) })

const operations = ({ figures }: InvoiceStatement) => figures.lines.map(({ operation }) => operation)

describe("what the record of an invoice states", () => {
  it("is its kind, its figures in EUR and its recipient", () => {
    const line = { base: cents(5_000), cuota: cents(1_050), cuota_recargo: zeroCents }
    assert.deepEqual(stated(invoiceOf(everyday, { divisa: "USD", tipo_cambio: decimal(0.5) })), {
      kind: "F1",
      figures: {
        lines: [{ ...line, tipo_iva: decimal(21), tipo_recargo: decimal(0), regime: "01", operation: "S1" }],
        ...line,
        CuotaTotal: cents(1_050),
        ImporteTotal: cents(6_050),
      },
      identity: { kind: "nif", nif: "12345678Z" },
      operationDate: null,
    })
  })

  it("names nobody if there is no recipient", () => {
    assert.deepInclude(stated(invoiceOf(everyday, { recipient: null })), { kind: "F2", identity: null })
  })

  it("qualifies rate zero by the place of the customer", () => {
    const goods: ReadonlyArray<GivenLine> = [{ rate: 0, base: 100, clase: "goods" }]
    assert.deepEqual(operations(stated(to({ nif: "AB1234", pais: "US" }, goods))), ["E2"])
    assert.deepEqual(operations(stated(to({ cp: "35001" }, goods))), ["E2"])
    assert.deepEqual(operations(stated(to({ cp: "35001" }, goods), canarian)), ["E1"])
    const european = stated(to({ nif_iva: "DE123456789" }, goods))
    assert.deepEqual(operations(european), ["E5"])
    assert.deepEqual(european.identity, { kind: "vat_id", id: "DE123456789" })
  })

  it("qualifies rate zero as at home if there is no recipient", () => {
    const simplified = invoiceOf([{ rate: 0, base: 100, clase: "goods" }], { recipient: null })
    for (const company of [ordinary, canarian]) assert.deepEqual(operations(stated(simplified, company)), ["E1"])
  })
})

describe("the country", () => {
  const motivo = "con líneas al 0 % el país debe ser España o un código ISO de dos letras mayúsculas, como US"

  it("must be known if a line is at rate zero", () => {
    const lines = [...everyday, { rate: 0, base: 100 }]
    assert.deepEqual(refusals(to({ pais: "Ruritania" }, lines)), [["contacto.pais", motivo]])
    assert.deepEqual(refusals(to({ pais: "ZZ" }, lines)), [])
    assert.deepEqual(refusals(to({ pais: "España" }, lines)), [])
  })

  it("may be unknown otherwise, if a Spanish NIF identifies the customer", () => {
    assert.deepEqual(operations(stated(to({ pais: "Ruritania" }))), ["S1"])
  })
})

describe("a small business of the Canary Islands", () => {
  const small: TaxedCompany = { ...canarian, regimen_igic: "repep" }
  const mixed = invoiceOf([{ rate: 7, base: 100 }, { rate: 0, base: 100 }, { rate: 3, base: 100 }])

  it("must not charge tax on any line", () => {
    const motivo = "en el régimen especial REPEP no se repercute IGIC: debe ser 0"
    assert.deepEqual(refusals(mixed, small), [["lineas[0].tipo_iva", motivo], ["lineas[2].tipo_iva", motivo]])
    assert.deepEqual(refusals(invoiceOf([{ rate: 0, base: 100 }]), small), [])
  })

  it("is one by its regime, if it is in the Canary Islands", () => {
    assert.deepEqual(refusals(mixed, canarian), [])
    assert.deepEqual(refusals(mixed, { ...canarian, regimen_igic: "minorista" }), [])
    assert.deepEqual(refusals(mixed, { ...small, region_fiscal: "peninsula" }), [])
  })
})

describe("the amounts", () => {
  const ofRates = (count: number) => invoiceOf(Array.from({ length: count }, (_, i) => ({ rate: i + 1, base: 100 })))

  it("have twelve rates or exemptions at most", () => {
    assert.lengthOf(stated(ofRates(12)).figures.lines, 12)
    assert.deepEqual(refusals(ofRates(13)), [["lineas", "no puede tener más de 12 combinaciones de tipo y exención"]])
  })

  it("have twelve integer digits at most in EUR", () => {
    const lines = [{ rate: 0, base: 50_000_000_000 }]
    const dinars = (tipo_cambio: number) => invoiceOf(lines, { divisa: "KWD", tipo_cambio: decimal(tipo_cambio) })
    assert.deepEqual(refusals(dinars(2000)), [
      ["lineas", "en euros los importes no pueden pasar de 12 cifras enteras"],
    ])
    assert.deepEqual(refusals(dinars(1999.999999)), [])
  })

  it("refuses goods and services beyond safe integers, whatever the currency", () => {
    const base = 99_999_999_999_900
    const lines = Array.from({ length: 91 }, () =>
      [{ rate: 0, base, clase: "goods" }, { rate: 0, base: -base, clase: "service" }] satisfies ReadonlyArray<GivenLine>).flat()
    const abroad = { recipient: recipientOf({ nif: "AB1234", pais: "US" }) }
    for (const currency of [{}, { divisa: "USD", tipo_cambio: decimal(0.000001) }]) {
      assert.deepEqual(refusals(invoiceOf(lines, { ...abroad, ...currency })), [
        ["lineas", "en euros los importes no pueden pasar de 12 cifras enteras"],
      ])
    }
  })

  it("have quotas in EUR that fit their rates, give or take ten euros", () => {
    // An ounce of gold: the quota on 0.01 is nothing, but in EUR it would be more than AEAT's margin.
    const gold = (base: number, tipo_cambio: number, given: Partial<Invoice> = {}) =>
      refusals(invoiceOf([{ rate: 21, base }], { divisa: "XAU", tipo_cambio: decimal(tipo_cambio), ...given }))
    const motivo = "con ese cambio la cuota al 21 % se aparta en 10 euros o más de la que da su base"
    assert.deepEqual(gold(1, 4_757), [])
    assert.deepEqual(gold(1, 4_763), [["tipo_cambio", motivo]])
    assert.deepEqual(gold(-1, 4_763), [["tipo_cambio", motivo]])
    assert.deepEqual(gold(100, 4_763), [])
    const substitution = rectificationOf({ metodo: "sustitucion" })
    assert.deepEqual(gold(1, 4_763, { rectifica: substitution }), [["tipo_cambio", motivo]])
    // AEAT does not check differences this way, nor refunds of bad debts.
    assert.deepEqual(gold(1, 4_763, { rectifica: rectificationOf() }), [])
    for (const causa of ["R2", "R3"] as const) {
      assert.deepEqual(gold(1, 4_763, { rectifica: rectificationOf({ metodo: "sustitucion", causa }) }), [])
    }
  })

  it("are reported together with everything else", () => {
    const recipient = recipientOf({ pais: "Ruritania" })
    const invoice = invoiceOf([{ rate: 0, base: 50_000_000_000 }], { tipo_cambio: decimal(2000), recipient })
    assert.deepEqual(refusals(invoice).map(([campo]) => campo), ["contacto.pais", "lineas"])
  })
})

describe("an invoice without a recipient", () => {
  const of = (base: number, given: Partial<Invoice> = {}) =>
    invoiceOf([{ rate: 0, base }], { recipient: null, ...given })
  const tooLarge = "sin destinatario es una factura simplificada, que no puede pasar de 3.000 euros"

  it("may come to 3 000 EUR", () => {
    assert.deepEqual(refusals(of(300_000)), [])
    assert.deepEqual(refusals(of(300_001)), [["contacto_id", tooLarge]])
    assert.deepEqual(refusals(of(-300_001)), [])
  })

  it("in another currency may come to that much in EUR", () => {
    const dollars = { divisa: "USD", tipo_cambio: decimal(2) }
    assert.deepEqual(refusals(of(150_000, dollars)), [])
    assert.deepEqual(refusals(of(150_001, dollars)), [["contacto_id", tooLarge]])
  })

  it("may exceed it by a surcharge that is given back, which AEAT leaves out", () => {
    const of = (returned: number) =>
      invoiceOf([{ rate: 10, base: 500_000 }, { rate: 21, base: -returned }], { recipient: null, recargo_equivalencia: true })
    assert.deepEqual(refusals(of(204_000)), [["contacto_id", tooLarge]])
    assert.deepEqual(refusals(of(210_000)), [])
  })

  it("is of any amount only if it rectifies a simplified invoice", () => {
    assert.deepEqual(refusals(of(900_000, { rectifica: rectificationOf({}, { simplificada: true }) })), [])
    const needed = [["contacto_id", "esta factura debe tener destinatario"]] as const
    assert.deepEqual(refusals(of(100, { rectifica: rectificationOf() })), needed)
    assert.deepEqual(refusals(of(100, { sustituye: [rectificationOf().original] })), needed)
  })
})

describe("the recipient", () => {
  const foreign = "con una identificación extranjera el país debe ser un código ISO de dos letras mayúsculas, como US"

  it("must be missing in a rectification of a simplified invoice", () => {
    const invoice = invoiceOf(everyday, { rectifica: rectificationOf({}, { simplificada: true }) })
    assert.deepEqual(refusals(invoice), [
      ["contacto_id", "la rectificativa de una factura simplificada no lleva destinatario"],
    ])
  })

  it("has a name of 120 UTF-16 code units at most", () => {
    const long = [["contacto.nombre", "no puede tener más de 120 caracteres"]] as const
    for (const nombre of ["x".repeat(120), "😀".repeat(60)]) assert.deepEqual(refusals(to({ nombre })), [])
    for (const nombre of ["x".repeat(121), "😀".repeat(61)]) assert.deepEqual(refusals(to({ nombre })), long)
  })

  it("finds the issuer's name in the header of a message cut to as many", () => {
    const named = (razon_social: string) => headerName(sampleOrganization(sampleOrganizationId(), { razon_social }))
    assert.strictEqual(named("x".repeat(121)), "x".repeat(120))
    assert.strictEqual(named(`x${"😀".repeat(60)}`), `x${"😀".repeat(59)}`)
  })

  it("needs an id", () => {
    const none = [["contacto.nif", "el destinatario debe tener NIF o identificación de su país"]] as const
    assert.deepEqual(refusals(to({ nif: null })), none)
    assert.deepEqual(refusals(to({ nif: null, pais: "US" })), none)
  })

  it("needs a valid NIF after the ES of its VAT id", () => {
    const invalid = [["contacto.nif_iva", "lo que sigue a ES no es un NIF español válido"]] as const
    assert.deepEqual(refusals(to({ nif: null, nif_iva: "ES12345678A" })), invalid)
    assert.deepEqual(refusals(to({ nif: "AB1234", nif_iva: "ES12345678A", pais: "US" })), invalid)
  })

  it("needs a Spanish NIF in Spain", () => {
    const invalid = [["contacto.nif", "un destinatario de España debe tener un NIF español válido"]] as const
    for (const pais of ["ES", "España", " es "]) assert.deepEqual(refusals(to({ nif: "AB1234", pais })), invalid)
  })

  it("needs a country on the tax authority's list if its id is foreign", () => {
    for (const pais of ["Ruritania", "us", "ZZ"]) {
      assert.deepEqual(refusals(to({ nif: "AB1234", pais })), [["contacto.pais", foreign]], `${pais}`)
    }
    assert.deepEqual(refusals(to({ nif: "AB1234", pais: "US" })), [])
  })

  it("needs a Spanish NIF or a country: which of them is wrong is not known", () => {
    const invalid = "no es un NIF español válido; si es de otro país, falta el país: un código ISO de dos letras mayúsculas, como US"
    for (const pais of [null, "", "  "]) assert.deepEqual(refusals(to({ nif: "B12345675", pais })), [["contacto.nif", invalid]], `${pais}`)
  })

  it("has a foreign id of 20 characters at most", () => {
    const long = [["contacto.nif", "no puede tener más de 20 caracteres"]] as const
    for (const nif of ["1".repeat(20), "😀".repeat(10)]) assert.deepEqual(refusals(to({ nif, pais: "US" })), [])
    for (const nif of ["1".repeat(21), "😀".repeat(11)]) assert.deepEqual(refusals(to({ nif, pais: "US" })), long)
  })

  it("is refused for every reason at once", () => {
    const lines = [{ rate: 0, base: 100 }]
    assert.deepEqual(
      refusals(to({ nombre: "x".repeat(121), nif: "AB1234", pais: "Ruritania" }, lines)).map(([campo]) => campo),
      ["contacto.pais", "contacto.nombre", "contacto.pais"],
    )
  })
})

describe("the recipient of a rectification", () => {
  const rectifying = (causa: RectificationCause | null, given: Partial<Recipient>) =>
    refusals(invoiceOf(everyday, { recipient: recipientOf(given), rectifica: rectificationOf({ causa }) }))
  const foreigner = { nif: "AB1234", pais: "US" }
  const european = { nif: null, nif_iva: "FR12345678901" }

  it("needs a Spanish NIF for a bad debt", () => {
    const needed = [["contacto.nif", "una rectificativa por crédito incobrable (R3) exige un NIF español"]] as const
    assert.deepEqual(rectifying("R3", foreigner), needed)
    assert.deepEqual(rectifying("R3", european), needed)
    assert.deepEqual(rectifying("R3", {}), [])
  })

  it("needs a Spanish NIF or a VAT id for insolvency proceedings", () => {
    const needed = [["contacto.nif", "una rectificativa por concurso (R2) exige un NIF español o un NIF-IVA"]] as const
    assert.deepEqual(rectifying("R2", foreigner), needed)
    assert.deepEqual(rectifying("R2", european), [])
    assert.deepEqual(rectifying("R2", {}), [])
  })

  it("may have any id for another cause", () => {
    for (const causa of ["R1", "R4", null] as const) {
      for (const one of [foreigner, european, {}]) assert.deepEqual(rectifying(causa, one), [])
    }
  })
})

describe("the date of the operation", () => {
  const rectifica = rectificationOf({}, { fecha: day("2024-12-01") })
  const dateOf = (rates: ReadonlyArray<number>, given: Partial<Invoice>, company = ordinary) =>
    stated(invoiceOf(rates.map((rate) => ({ rate, base: -100 })), given), company).operationDate

  it("is the original's if a rate is no longer in force on the day of the rectification", () => {
    assert.strictEqual(dateOf([2], { rectifica }), "2024-12-01")
    assert.strictEqual(dateOf([21, 2], { rectifica }), "2024-12-01")
  })

  it("is not stated if the rates are in force in the issuer's region", () => {
    assert.isNull(dateOf([21, 10], { rectifica }))
    assert.isNull(dateOf([2], { rectifica, fecha_emision: day("2024-12-31") }))
    assert.isNull(dateOf([7], { rectifica }, canarian))
    assert.isNull(dateOf([2], { rectifica }, canarian))
  })

  it("of an invoice in exchange is that of the last ticket on whose day its rates were in force", () => {
    const sustituye = ["2024-12-31", "2024-12-01", "2025-01-02"].map((fecha) => ({ ...rectifica.original, fecha: day(fecha) }))
    assert.strictEqual(dateOf([21, 7.5], { sustituye }), "2024-12-31")
    assert.isNull(dateOf([21], { sustituye }))
  })

  it("is that of the original's own operation if the rates were in force only then", () => {
    const again = rectificationOf({}, { fecha: day("2026-01-15"), operacion: day("2024-12-01") })
    assert.strictEqual(dateOf([2], { rectifica: again }), "2024-12-01")
    assert.isNull(dateOf([4], { rectifica: again }))
    assert.isNull(dateOf([2], { rectifica: again, fecha_emision: day("2024-09-30") }))
  })

  it("is not stated for an ordinary invoice", () => {
    assert.isNull(dateOf([2], {}))
  })
})
