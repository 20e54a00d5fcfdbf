import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { createHash } from "node:crypto"
import { hashText } from "../../adapters/crypto/hashText.ts"
import {
  type AltaFields,
  canonicalAlta,
  canonicalAnulacion,
  huellaInCanonical,
  huellaOf,
} from "../../core/registry/huella.ts"
import { mostlyPlainCharacter } from "./anyChain.ts"

const first: AltaFields = {
  IDEmisorFactura: "89890001K",
  NumSerieFactura: "12345678/G33",
  FechaExpedicionFactura: "01-01-2024",
  TipoFactura: "F1",
  CuotaTotal: "12.35",
  ImporteTotal: "123.45",
  Huella: null,
  FechaHoraHusoGenRegistro: "2024-01-01T19:20:30+01:00",
}
const firstHuella = "3C464DAF61ACB827C65FDA19F352A4E3BDC2C640E9E9FC4CC058073F38F12F60"
const secondHuella = "F7B94CFD8924EDFF273501B01EE5153E4CE8F259766F88CF6ACB8935802A2B97"

describe("AEAT's own examples of the huella", () => {
  it("the first record of a chain (specification of the huella 6.1)", () => {
    assert.strictEqual(
      canonicalAlta(first),
      "IDEmisorFactura=89890001K&NumSerieFactura=12345678/G33&FechaExpedicionFactura=01-01-2024" +
        "&TipoFactura=F1&CuotaTotal=12.35&ImporteTotal=123.45&Huella=" +
        "&FechaHoraHusoGenRegistro=2024-01-01T19:20:30+01:00",
    )
    assert.strictEqual(huellaOf(canonicalAlta(first)), firstHuella)
  })

  it("the second record (6.2)", () => {
    const second = {
      ...first,
      NumSerieFactura: "12345679/G34",
      Huella: firstHuella,
      FechaHoraHusoGenRegistro: "2024-01-01T19:20:35+01:00",
    }
    assert.strictEqual(
      canonicalAlta(second),
      "IDEmisorFactura=89890001K&NumSerieFactura=12345679/G34&FechaExpedicionFactura=01-01-2024" +
        `&TipoFactura=F1&CuotaTotal=12.35&ImporteTotal=123.45&Huella=${firstHuella}` +
        "&FechaHoraHusoGenRegistro=2024-01-01T19:20:35+01:00",
    )
    assert.strictEqual(huellaOf(canonicalAlta(second)), secondHuella)
  })

  it("an annulment (6.3)", () => {
    const text = canonicalAnulacion({
      IDEmisorFacturaAnulada: "89890001K",
      NumSerieFacturaAnulada: "12345679/G34",
      FechaExpedicionFacturaAnulada: "01-01-2024",
      Huella: secondHuella,
      FechaHoraHusoGenRegistro: "2024-01-01T19:20:40+01:00",
    })
    assert.strictEqual(
      text,
      "IDEmisorFacturaAnulada=89890001K&NumSerieFacturaAnulada=12345679/G34" +
        `&FechaExpedicionFacturaAnulada=01-01-2024&Huella=${secondHuella}` +
        "&FechaHoraHusoGenRegistro=2024-01-01T19:20:40+01:00",
    )
    assert.strictEqual(huellaOf(text), "177547C0D57AC74748561D054A9CEC14B4C4EA23D1BEFD6F2E69E3A388F90C68")
  })

  it("a rectifying invoice with one decimal (specification of the signature 8.1)", () => {
    const rectifying: AltaFields = {
      IDEmisorFactura: "89890001K",
      NumSerieFactura: "12345678-G66",
      FechaExpedicionFactura: "03-02-2025",
      TipoFactura: "R3",
      CuotaTotal: "41.4",
      ImporteTotal: "241.4",
      Huella: "C9AF4AF1EF5EBBA700350DE3EEF12C2D355C56AC56F13DB2A25E0031BD2B7ED5",
      FechaHoraHusoGenRegistro: "2025-02-03T14:30:00+01:00",
    }
    const huella = "FF954378B64ED331A9B2366AD317D86E9DEC1716B12DD0ACCB172A6DC4C105AA"
    assert.strictEqual(
      canonicalAlta(rectifying),
      "IDEmisorFactura=89890001K&NumSerieFactura=12345678-G66&FechaExpedicionFactura=03-02-2025" +
        "&TipoFactura=R3&CuotaTotal=41.4&ImporteTotal=241.4" +
        "&Huella=C9AF4AF1EF5EBBA700350DE3EEF12C2D355C56AC56F13DB2A25E0031BD2B7ED5" +
        "&FechaHoraHusoGenRegistro=2025-02-03T14:30:00+01:00",
    )
    assert.strictEqual(huellaOf(canonicalAlta(rectifying)), huella)
    assert.notStrictEqual(huellaOf(canonicalAlta({ ...rectifying, CuotaTotal: "41.40" })), huella)
  })
})

describe("the hashed text", () => {
  it("is trimmed like Java's trim does, and keeps blanks inside", () => {
    const numbers = { IDEmisorFactura: " \r 89890001K\t", NumSerieFactura: "\n12345678 / G33 \u0000" }
    const text = canonicalAlta({ ...first, ...numbers, Huella: "  " })
    assert.isTrue(text.startsWith("IDEmisorFactura=89890001K&NumSerieFactura=12345678 / G33&"))
    assert.include(text, "&Huella=&")
    assert.include(canonicalAlta({ ...first, NumSerieFactura: "\u00a01" }), "&NumSerieFactura=\u00a01&")
  })

  it("is hashed as UTF-8", () => {
    // printf 'ñ€' | sha256sum
    assert.strictEqual(huellaOf("ñ€"), "701351640A15DC628AEF58BA341C5579B03E02B8D6FD006D4B1434E510AA306F")
  })

  it("has the same hash as the host computes, whatever the text and its length", () => {
    fc.assert(fc.property(fc.string({ unit: mostlyPlainCharacter }), fc.constantFrom(1, 1, 1, 200), (text, times) => {
      const long = text.repeat(times)
      assert.strictEqual(huellaOf(long), createHash("sha256").update(long).digest("hex").toUpperCase())
      assert.strictEqual(hashText(long), huellaOf(long))
    }), { numRuns: 3000 })
  })

  it("contains the previous huella", () => {
    assert.isNull(huellaInCanonical(canonicalAlta(first)))
    assert.strictEqual(huellaInCanonical(canonicalAlta({ ...first, Huella: firstHuella })), firstHuella)
    assert.isNull(huellaInCanonical(canonicalAlta({ ...first, NumSerieFactura: "1&Huella=2" })))
    assert.strictEqual(huellaInCanonical("&Huella=1&FechaHoraHusoGenRegistro="), "1")
    for (const text of ["", "IDEmisorFactura=89890001K", "&Huella=1", "&FechaHoraHusoGenRegistro=&Huella="]) {
      assert.isUndefined(huellaInCanonical(text))
    }
  })
})
