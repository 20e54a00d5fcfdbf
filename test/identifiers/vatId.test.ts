import { assert, describe, it } from "@effect/vitest"
import { nifIvaProblem, normaliseNifIva } from "../../core/identifiers/vatId.ts"

const ofEveryState = [
  "ATU12345678", "BE0123456789", "BE1123456789", "BG123456789", "BG1234567890", "CY12345678L", "CZ12345678",
  "CZ123456789", "CZ1234567890", "DE123456789", "DK12345678", "EE123456789", "EL123456789", "ESB64717838",
  "ES12345678Z", "ESX1234567L", "FI12345678", "FR12345678901", "FRXX123456789", "HR12345678901",
  "HU12345678", "IE1S23456L", "IE1+23456L", "IE1234567WI", "IT12345678901", "LT123456789", "LT123456789012",
  "LU12345678", "LV12345678901", "MT12345678", "NL123456789B01", "NL*23456789B+1", "PL1234567890",
  "PT123456789", "RO12", "RO1234567890", "SE123456789001", "SI12345678", "SK1234567890", "XI123456789",
  "XI123456789012", "XIGD123", "XIHA123",
]

describe("intra-EU VAT ids", () => {
  it("are accepted in the form of each state", () => {
    for (const id of ofEveryState) assert.isUndefined(nifIvaProblem(id), id)
    // The 27 member states and Northern Ireland.
    assert.strictEqual(new Set(ofEveryState.map((id) => id.slice(0, 2))).size, 28)
  })

  it("are refused if longer, with another character before or after, or in lower case", () => {
    for (const id of ofEveryState) {
      assert.isDefined(nifIvaProblem(`${id.slice(0, 2)}Ñ${id.slice(2)}`), id)
      assert.isDefined(nifIvaProblem(`${id}Ñ`), id)
      assert.isDefined(nifIvaProblem(`${id}00000000000`), id)
      assert.isDefined(nifIvaProblem(id.toLowerCase()), id)
    }
  })

  it("are refused without a state's prefix, with a hint for Greece", () => {
    for (const id of ["", "12345678Z", "GB123456789", "CHE123456789", "XX123456789"]) {
      const problem = "el NIF-IVA debe empezar por el código de un Estado de la Unión Europea"
      assert.strictEqual(nifIvaProblem(id), problem, id)
    }
    assert.strictEqual(nifIvaProblem("GR123456789"), "el NIF-IVA de Grecia empieza por EL")
  })

  it("are refused in a form other than their state's", () => {
    const wrong = ["DE12345678", "ATX12345678", "BE2123456789", "ES123456789", "FR123456789A", "RO1", "RO0123", "XIGB1"]
    for (const id of wrong) {
      assert.strictEqual(nifIvaProblem(id), `el NIF-IVA no tiene la forma de los de ${id.slice(0, 2)}`, id)
    }
  })

  it("are normalised, with their prefix and symbols kept", () => {
    assert.strictEqual(normaliseNifIva("fr xx 123.456-789"), "FRXX123456789")
    assert.strictEqual(normaliseNifIva("ie 1+23456l"), "IE1+23456L")
  })
})
