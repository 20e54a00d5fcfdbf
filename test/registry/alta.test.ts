import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { cents } from "../../core/money/cents.ts"
import { type Amended, alta } from "../../core/registry/alta.ts"
import { invoiceStatement } from "../../core/registry/invoiceStatement.ts"
import { ratesOn } from "../../core/tax/rates.ts"
import { regions } from "../../core/tax/regions.ts"
import { noon } from "../support/decideOn.ts"
import { customer, type Given, id, issued, line, must, rowOf, withCustomer } from "../support/issuing.ts"
import { day, liveTerms, sampleContact } from "../support/samples.ts"
import { everyday, invoiceOf, rectificationOf } from "./invoiceOf.ts"

const recordOf = (body: object, given: Given = {}) => must(rowOf(issued(body, given), "registryRecord"))

const breakdown = (lineas: ReadonlyArray<object>, more: object = {}, given: Given = {}) =>
  recordOf({ ...withCustomer, lineas, ...more }, given).campos["Desglose"]

describe("the fields of a record", () => {
  it("of an ordinary invoice are all there, in the order of the schema", () => {
    const expected = {
      IDVersion: "1.0",
      IDFactura: { IDEmisorFactura: "B12345674", NumSerieFactura: "A-1", FechaExpedicionFactura: "02-03-2026" },
      NombreRazonEmisor: "Talleres Núñez SL",
      TipoFactura: "F1",
      DescripcionOperacion: "Horas",
      Destinatarios: { IDDestinatario: [{ NombreRazon: "Cliente «Ñandú» & hijos", NIF: "12345678Z" }] },
      Desglose: {
        DetalleDesglose: [{
          Impuesto: "01",
          ClaveRegimen: "01",
          CalificacionOperacion: "S1",
          TipoImpositivo: "21",
          BaseImponibleOimporteNoSujeto: "100.00",
          CuotaRepercutida: "21.00",
        }],
      },
      CuotaTotal: "21.00",
      ImporteTotal: "121.00",
      Encadenamiento: { PrimerRegistro: "S" },
      SistemaInformatico: {
        NombreRazon: "Productora de Prueba SL",
        NIF: "B12345674",
        NombreSistemaInformatico: "Talonario",
        IdSistemaInformatico: "TL",
        Version: "0.1.0",
        NumeroInstalacion: id,
        TipoUsoPosibleSoloVerifactu: "S",
        TipoUsoPosibleMultiOT: "S",
        IndicadorMultiplesOT: "N",
      },
      FechaHoraHusoGenRegistro: "2026-03-02T13:00:00+01:00",
      TipoHuella: "01",
      Huella: "3E67A9FDD4181CC4E04EEED30D50E694BF4A1776670E17031C552625FBA779F6",
    }
    assert.strictEqual(JSON.stringify(recordOf(withCustomer).campos, null, 1), JSON.stringify(expected, null, 1))
  })

  it("give the surcharge with its rate and quota, and include it in the totals", () => {
    const record = recordOf({ ...withCustomer, recargo_equivalencia: true })
    assert.deepStrictEqual(record.campos["Desglose"], {
      DetalleDesglose: [{
        Impuesto: "01", ClaveRegimen: "01", CalificacionOperacion: "S1", TipoImpositivo: "21",
        BaseImponibleOimporteNoSujeto: "100.00", CuotaRepercutida: "21.00",
        TipoRecargoEquivalencia: "5.2", CuotaRecargoEquivalencia: "5.20",
      }],
    })
    assert.deepInclude(record.campos, { CuotaTotal: "26.20", ImporteTotal: "126.20" })
  })

  it("of an exempt operation at rate zero are just the base, even next to a surcharge", () => {
    const exempt = {
      Impuesto: "01", ClaveRegimen: "01", OperacionExenta: "E1", BaseImponibleOimporteNoSujeto: "100.00",
    }
    assert.deepStrictEqual(breakdown([{ ...line, tipo_iva: 0 }]), { DetalleDesglose: [exempt] })
    assert.deepStrictEqual(breakdown([{ ...line, tipo_iva: 0 }], { recargo_equivalencia: true }), { DetalleDesglose: [exempt] })
  })

  it("announce an amount of 100 000 000 EUR or more, and none below", () => {
    const macrodato = (precio: number, tipo_cambio?: number) =>
      recordOf({
        ...withCustomer,
        lineas: [{ ...line, precio, tipo_iva: 0 }],
        ...(tipo_cambio === undefined ? {} : { divisa: "USD", tipo_cambio }),
      }).campos["Macrodato"]
    assert.strictEqual(macrodato(100_000_000), "S")
    assert.isUndefined(macrodato(99_999_999.99))
    assert.strictEqual(macrodato(-100_000_000), "S")
    assert.isUndefined(macrodato(-99_999_999.99))
    assert.strictEqual(macrodato(50_000_000, 2), "S")
    assert.isUndefined(macrodato(100_000_000, 0.5))
  })

  it("describe in 500 code units what was sold, without cutting a character in two", () => {
    const description = (...texts: ReadonlyArray<string>) =>
      recordOf({ ...withCustomer, lineas: texts.map((descripcion) => ({ ...line, descripcion })) }).campos["DescripcionOperacion"]
    assert.strictEqual(description("  Horas\n de\ttaller ", "Piezas"), "Horas de taller; Piezas")
    assert.strictEqual(description("x".repeat(499), "y"), `${"x".repeat(499)};`)
    assert.strictEqual(description("x".repeat(498), "y"), `${"x".repeat(498)}; `)
    assert.strictEqual(description("x".repeat(497), "y"), `${"x".repeat(497)}; y`)
    assert.strictEqual(description("😀".repeat(251)), "😀".repeat(250))
    assert.strictEqual(description("x".repeat(499), "y".repeat(9)), `${"x".repeat(499)};`)
    assert.strictEqual(description(`x${"😀".repeat(250)}`), `x${"😀".repeat(249)}`)
  })

  it("have room for every rate that a region has on any day", () => {
    for (const region of regions) {
      for (const on of ["2024-10-28", "2024-12-31", "2025-01-01", "2026-03-02"]) {
        assert.isAtMost(ratesOn(region, day(on)).length, 12, `${region} ${on}`)
      }
    }
    const all = ratesOn("ceuta", day("2026-03-02")).map((rate) => ({ ...line, tipo_iva: rate / 1e6 }))
    assert.lengthOf(all, 12)
    const detail = JSON.parse(JSON.stringify(breakdown(all, {}, { organization: { region_fiscal: "ceuta" } }))).DetalleDesglose
    assert.lengthOf(detail, 12)
    assert.deepInclude(detail[1], { Impuesto: "02", TipoImpositivo: "0.5", CuotaRepercutida: "0.50" })
  })
})

describe("the record of an invoice that replaces or corrects others", () => {
  const company = { region_fiscal: "peninsula", regimen_igic: "general", recargo_equivalencia: false } as const
  const issuer = { ...must(must(rowOf(issued(withCustomer), "invoice")).issuer ?? undefined), nif: "B12345674" }

  const recordFor = (given: Partial<Invoice>, amends?: Amended) => {
    const invoice = { ...invoiceOf(everyday, given), numero: 8, issuer }
    const statement = Either.getOrThrow(invoiceStatement(invoice, company))
    const { software } = liveTerms
    const place = { id: "r1", previous: undefined, now: noon, software }
    const zone = "Europe/Madrid" as const
    return alta({ invoice, statement, zone, qrHost: "test", ...place, ...(amends === undefined ? {} : { amends }) }).record
  }

  /** The kind of the record and the fields between it and the description, as text, so that their order counts. */
  const following = (given: Partial<Invoice>) => {
    const { campos } = recordFor(given)
    const names = Object.keys(campos)
    const between = names.slice(names.indexOf("TipoFactura"), names.indexOf("DescripcionOperacion"))
    return JSON.stringify(Object.fromEntries(between.map((name) => [name, campos[name]])))
  }

  it("says of a record made again what AEAT holds of the invoice, before its kind", () => {
    const stated = (amends?: Amended) => {
      const { campos, subsanacion } = recordFor({}, amends)
      const names = Object.keys(campos)
      const between = names.slice(names.indexOf("NombreRazonEmisor") + 1, names.indexOf("TipoFactura"))
      return [subsanacion, between.map((name) => [name, campos[name]])]
    }
    assert.deepEqual(stated(), [false, []])
    assert.deepEqual(stated("held"), [true, [["Subsanacion", "S"]]])
    assert.deepEqual(stated("heldBefore"), [true, [["Subsanacion", "S"], ["RechazoPrevio", "S"]]])
    assert.deepEqual(stated("nothing"), [true, [["Subsanacion", "S"], ["RechazoPrevio", "X"]]])
  })

  const named = (numserie: string, date: string) =>
    ({ IDEmisorFactura: "B12345674", NumSerieFactura: numserie, FechaExpedicionFactura: date })
  const corrected = { FacturasRectificadas: { IDFacturaRectificada: [named("A-7", "15-01-2026")] } }

  it("names each simplified invoice it is exchanged for", () => {
    const { original } = rectificationOf()
    const sustituye = [original, { ...original, numserie: "S-8", fecha: day("2026-02-10") }]
    assert.strictEqual(following({ sustituye }), JSON.stringify({
      TipoFactura: "F3",
      FacturasSustituidas: { IDFacturaSustituida: [named("A-7", "15-01-2026"), named("S-8", "10-02-2026")] },
    }))
  })

  it("names the invoice it corrects by differences", () => {
    const expected = { TipoFactura: "R1", TipoRectificativa: "I", ...corrected }
    assert.strictEqual(following({ rectifica: rectificationOf() }), JSON.stringify(expected))
  })

  it("states by substitution the amounts it replaces, with the surcharge if there was one", () => {
    const replacing = (cuota_recargo: number) => following({
      rectifica: rectificationOf({
        metodo: "sustitucion",
        sustituido: { base: cents(5_000), cuota: cents(1_050), cuota_recargo: cents(cuota_recargo) },
      }),
    })
    const expected = { TipoFactura: "R1", TipoRectificativa: "S", ...corrected }
    const amounts = { BaseRectificada: "50.00", CuotaRectificada: "10.50" }
    assert.strictEqual(replacing(0), JSON.stringify({ ...expected, ImporteRectificacion: amounts }))
    assert.strictEqual(
      replacing(260),
      JSON.stringify({ ...expected, ImporteRectificacion: { ...amounts, CuotaRecargoRectificado: "2.60" } }),
    )
  })

  it("states the day of the operation if the rates of another day apply", () => {
    const rectifica = rectificationOf({}, { fecha: day("2024-12-01") })
    const dated = invoiceOf([{ rate: 2, base: -100 }])
    assert.strictEqual(following({ rectifica, lineas: dated.lineas, rates: dated.rates }), JSON.stringify({
      TipoFactura: "R1",
      TipoRectificativa: "I",
      FacturasRectificadas: { IDFacturaRectificada: [named("A-7", "01-12-2024")] },
      FechaOperacion: "01-12-2024",
    }))
  })
})

describe("the record of an issuer", () => {
  it("states the tax and the civil time of the issuer's region", () => {
    const lineas = [{ ...line, tipo_iva: 0, clase: "service" }]
    const expected = [
      ["canarias", "03", "2026-03-02T12:00:00+00:00"],
      ["ceuta", "02", "2026-03-02T13:00:00+01:00"],
    ] as const
    for (const [region_fiscal, Impuesto, generated] of expected) {
      const { campos } = recordOf({ ...withCustomer, lineas }, { organization: { region_fiscal } })
      assert.deepStrictEqual(campos["Desglose"], {
        DetalleDesglose: [
          { Impuesto, ClaveRegimen: "08", CalificacionOperacion: "N2", BaseImponibleOimporteNoSujeto: "100.00" },
        ],
      })
      assert.strictEqual(campos["FechaHoraHusoGenRegistro"], generated)
    }
  })
})

describe("the recipient of a record", () => {
  const named = (given: Parameters<typeof sampleContact>[2]) => {
    const contact = sampleContact(id, 1, { ...customer, ...given })
    return recordOf({ contacto_id: contact.id, lineas: [line] }, { contact }).campos["Destinatarios"]
  }
  const only = (fields: object) => ({ IDDestinatario: [{ NombreRazon: customer.nombre, ...fields }] })

  it("is named by its Spanish NIF, even when that is given as an intra-EU VAT id", () => {
    const spanish = only({ NIF: "B12345674" })
    assert.deepStrictEqual(named({ nif: "B12345674", nif_iva: "FR12345678901" }), spanish)
    assert.deepStrictEqual(named({ nif: null, nif_iva: "ESB12345674" }), spanish)
    assert.deepStrictEqual(named({ nif: "987654321X", nif_iva: "ESB12345674" }), spanish)
  })

  it("is named by its intra-EU VAT id without a country, rather than by an id of its country", () => {
    const french = only({ IDOtro: { IDType: "02", ID: "FR12345678901" } })
    assert.deepStrictEqual(named({ nif: null, nif_iva: "FR12345678901", pais: "FR" }), french)
    assert.deepStrictEqual(named({ nif: "987654321X", nif_iva: "FR12345678901", pais: "US" }), french)
  })

  it("is named by the id of its country otherwise", () => {
    assert.deepStrictEqual(
      named({ nif: "987654321X", pais: "US" }),
      only({ IDOtro: { CodigoPais: "US", IDType: "04", ID: "987654321X" } }),
    )
  })
})
