import { assert, describe, it } from "@effect/vitest"
import { ShipmentRefused } from "../../core/ports/TaxAuthority.ts"
import { saidOf } from "../../core/submission/refusedMessage.ts"
import { comparisonText } from "../../runtimes/node/cli/commands/registryCompareCommand.ts"

describe("what registry compare prints", () => {
  it("counts one invoice as one", () => {
    const counted = (facturas_aeat: number) =>
      comparisonText({ meses: ["2026-11"], facturas_aeat, solo_aeat: [], series: [] })
    assert.deepStrictEqual([0, 1, 2].map(counted), [
      "La AEAT tiene 0 facturas de 2026-11; todas las de esta instalación están aquí",
      "La AEAT tiene 1 factura de 2026-11; todas las de esta instalación están aquí",
      "La AEAT tiene 2 facturas de 2026-11; todas las de esta instalación están aquí",
    ])
  })

  it("quotes the tax authority with its code, where it gives one", () => {
    const said = (codigo: number | null) => saidOf(new ShipmentRefused({ side: "server", codigo, mensaje: "Servicio no activo" }))
    assert.deepStrictEqual([said(4134), said(null)], ["responde 4134 «Servicio no activo»", "responde «Servicio no activo»"])
  })
})
