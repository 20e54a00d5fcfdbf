import { assert, describe, it } from "@effect/vitest"
import { saidOf } from "../../core/comparison/failureReason.ts"
import { ShipmentRefused } from "../../core/ports/TaxAuthority.ts"
import { comparisonText } from "../../runtimes/node/cli/commands/registryCompareCommand.ts"

describe("what registry compare prints", () => {
  it("uses the singular for one invoice", () => {
    const counted = (facturas_aeat: number) =>
      comparisonText({ meses: ["2026-11"], facturas_aeat, solo_aeat: [], series: [] })
    assert.deepStrictEqual([0, 1, 2].map(counted), [
      "La AEAT tiene 0 facturas de 2026-11; todas las de esta instalación están aquí",
      "La AEAT tiene 1 factura de 2026-11; todas las de esta instalación están aquí",
      "La AEAT tiene 2 facturas de 2026-11; todas las de esta instalación están aquí",
    ])
  })

  it("names each record that is only there, and the next number of each series", () => {
    const text = comparisonText({
      meses: ["2025-12", "2026-01", "2026-02"],
      facturas_aeat: 7,
      solo_aeat: [
        { numserie: "A-9", fecha: "01-02-2026", estado: "Correcto", huella: "F00D" },
        { numserie: "A-10", fecha: "02-02-2026", estado: "Anulado", huella: null },
      ],
      series: [{ serie: "A", aeat: 10, aqui: 8, siguiente: 11 }, { serie: "R", aeat: 1, aqui: 3, siguiente: 4 }],
    })
    assert.deepStrictEqual(text.split("\n"), [
      "La AEAT tiene 7 facturas de 2025-12 a 2026-02; de esta instalación no están aquí, o son otras:",
      "  A-9  01-02-2026  Correcto  F00D",
      "  A-10  02-02-2026  Anulado",
      "serie A: AEAT hasta 10, aquí hasta 8; siga por 11",
      "serie R: AEAT hasta 1, aquí hasta 3; siga por 4",
    ])
  })

  it("quotes the tax authority, with its code if there is one", () => {
    const said = (codigo: number | null) => saidOf(new ShipmentRefused({ side: "server", codigo, mensaje: "Servicio no activo" }))
    assert.deepStrictEqual([said(4134), said(null)], ["responde 4134 «Servicio no activo»", "responde «Servicio no activo»"])
  })
})
