import { assert, describe, it } from "@effect/vitest"
import { type CustomerAddress, countryCode, placeOf } from "../../core/tax/place.ts"

const at = (given: Partial<CustomerAddress>) => placeOf({ nif_iva: null, pais: null, cp: null, provincia: null, ...given })

describe("the place of a customer", () => {
  it("is in Spain if no country is given, or Spain by code or name", () => {
    for (const pais of [null, "", " ", "ES", "es", "ESP", "España", "ESPAÑA", "Espana", "Spain", " españa ", "Espanya", "Espainia"]) {
      assert.strictEqual(at({ pais }), "peninsula", `${pais}`)
    }
  })

  it("is the territory of the postal code", () => {
    assert.strictEqual(at({ cp: "35001" }), "canarias")
    assert.strictEqual(at({ cp: "38900" }), "canarias")
    assert.strictEqual(at({ cp: "51001" }), "ceuta")
    assert.strictEqual(at({ cp: " 52006 " }), "melilla")
    assert.strictEqual(at({ cp: "07001" }), "peninsula")
    assert.strictEqual(at({ cp: "50035" }), "peninsula")
  })

  it("is that of the province only if there is no postal code of five digits", () => {
    assert.strictEqual(at({ provincia: "Las Palmas" }), "canarias")
    assert.strictEqual(at({ provincia: "SANTA CRUZ DE TENERIFE" }), "canarias")
    assert.strictEqual(at({ provincia: " Tenerife " }), "canarias")
    assert.strictEqual(at({ provincia: "Ceuta", cp: "5100" }), "ceuta")
    for (const provincia of ["Palmas, Las", "Las Palmas de Gran Canaria", "S/C de Tenerife", "Islas Canarias", "La Palma", "Palmas (Las)", "Santa Cruz de La Palma", "La Graciosa"]) {
      assert.strictEqual(at({ provincia, cp: null }), "canarias", provincia)
    }
    for (const provincia of ["Palma de Mallorca", "La Palma del Condado"]) {
      assert.strictEqual(at({ provincia, cp: null }), "peninsula", provincia)
    }
    for (const cp of ["350061", "135001", "35 001", "x35001", "35001x"]) {
      assert.strictEqual(at({ provincia: "Melilla", cp }), "melilla", cp)
    }
    assert.strictEqual(at({ provincia: "Ceuta", cp: "28001" }), "peninsula")
    assert.strictEqual(at({ provincia: "Ávila" }), "peninsula")
  })

  it("is found by the codes that ISO 3166-1 reserves for Spain's territories outside the peninsula", () => {
    assert.strictEqual(at({ pais: "IC", cp: null }), "canarias")
    assert.strictEqual(at({ pais: "EA", cp: "52001" }), "melilla")
    for (const cp of ["51001", null]) assert.strictEqual(at({ pais: "EA", cp }), "ceuta", cp ?? "none")
  })

  it("is the Union with a VAT id of another State, whatever the address", () => {
    for (const nif_iva of ["DE123456789", "EL123456789", "XI123456789"]) {
      assert.strictEqual(at({ nif_iva }), "union")
      assert.strictEqual(at({ nif_iva, pais: "ES", cp: "35001" }), "union")
    }
    assert.strictEqual(at({ nif_iva: "ESB12345674", cp: "35001" }), "canarias")
  })

  it("is distinguished within the Union without a VAT id", () => {
    const states = "AT BE BG CY CZ DE DK EE FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK"
    for (const pais of states.split(" ")) assert.strictEqual(at({ pais }), "union_unregistered", pais)
    assert.strictEqual(at({ pais: "MC" }), "union_unregistered")
    // VAT ids use this code for Greece, and some people do for the country.
    assert.strictEqual(at({ pais: "EL" }), "union_unregistered")
    assert.strictEqual(at({ pais: "DE", cp: "35001" }), "union_unregistered")
  })

  it("is abroad in any other country, including overseas territories of the Union's States", () => {
    for (const pais of ["GB", "US", "AD", "GP", "GI", "CH", "MX"]) assert.strictEqual(at({ pais }), "abroad", pais)
  })

  it("is unknown for the name of another country, or a code in lower case", () => {
    for (const pais of ["Francia", "us", "U.S.", "Estados Unidos", "FRA"]) {
      assert.isUndefined(at({ pais }), pais)
      assert.isUndefined(countryCode(pais))
    }
  })
})
