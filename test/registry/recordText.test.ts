import { assert, describe, it } from "@effect/vitest"
import { canonicalOf, invoiceNamed } from "../../core/registry/recordText.ts"

const previous = "B".repeat(64)
const closing = {
  Encadenamiento: { RegistroAnterior: { NumSerieFactura: "A-6", Huella: previous } },
  FechaHoraHusoGenRegistro: "2026-03-02T13:00:00+01:00",
  Huella: "C".repeat(64),
}
const campos = {
  IDFactura: { IDEmisorFactura: "B12345674", NumSerieFactura: "A-7", FechaExpedicionFactura: "02-03-2026" },
  TipoFactura: "F1",
  CuotaTotal: "21.00",
  ImporteTotal: "121.00",
  ...closing,
}
const annulled = {
  IDFactura: {
    IDEmisorFacturaAnulada: "B12345674",
    NumSerieFacturaAnulada: "A-7",
    FechaExpedicionFacturaAnulada: "02-03-2026",
  },
  ...closing,
}

describe("the text to hash, made again from the fields of a record", () => {
  it("is that of AEAT's document for an alta", () => {
    assert.strictEqual(
      canonicalOf({ tipo: "alta", campos }),
      "IDEmisorFactura=B12345674&NumSerieFactura=A-7&FechaExpedicionFactura=02-03-2026&TipoFactura=F1&CuotaTotal=21.00"
        + `&ImporteTotal=121.00&Huella=${previous}&FechaHoraHusoGenRegistro=2026-03-02T13:00:00+01:00`,
    )
  })

  it("is that of AEAT's document for an annulment", () => {
    assert.strictEqual(
      canonicalOf({ tipo: "anulacion", campos: annulled }),
      "IDEmisorFacturaAnulada=B12345674&NumSerieFacturaAnulada=A-7&FechaExpedicionFacturaAnulada=02-03-2026"
        + `&Huella=${previous}&FechaHoraHusoGenRegistro=2026-03-02T13:00:00+01:00`,
    )
  })

  it("has an empty huella for the first record, and nothing for what is missing", () => {
    const first = canonicalOf({ tipo: "alta", campos: { ...campos, Encadenamiento: { PrimerRegistro: "S" } } })
    assert.include(first, "&ImporteTotal=121.00&Huella=&FechaHora")
    const empty = "IDEmisorFactura=&NumSerieFactura=&FechaExpedicionFactura=&TipoFactura=&CuotaTotal=&ImporteTotal=&Huella="
    assert.strictEqual(canonicalOf({ tipo: "alta", campos: {} }), `${empty}&FechaHoraHusoGenRegistro=`)
  })
})

it("a record names its invoice by issuer, number and date", () => {
  const named = { nif: "B12345674", numserie: "A-7", fecha: "02-03-2026" }
  assert.deepEqual(invoiceNamed({ tipo: "alta", campos }), named)
  assert.deepEqual(invoiceNamed({ tipo: "anulacion", campos: annulled }), named)
  assert.deepEqual(invoiceNamed({ tipo: "alta", campos: annulled }), { nif: "", numserie: "", fecha: "" })
})
