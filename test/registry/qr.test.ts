import { assert, describe, it } from "@effect/vitest"
import { lastCivilDate, parseCivilDate } from "../../core/calendar/civilDate.ts"
import { qrHeading, qrLegend } from "../../core/registry/legend.ts"
import { qrUrl } from "../../core/registry/qr.ts"

const day = (text: string) => parseCivilDate(text) ?? lastCivilDate

const nif = "89890001K"

describe("the address in the QR", () => {
  it("is that of AEAT's own example", () => {
    assert.strictEqual(
      qrUrl("test", { nif, numserie: "12345678-G33", fecha: day("2024-09-01"), importe: "241.4" }),
      "https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR" +
        "?nif=89890001K&numserie=12345678-G33&fecha=01-09-2024&importe=241.4",
    )
  })

  it("escapes the number like AEAT's example of an ampersand", () => {
    assert.strictEqual(
      qrUrl("production", { nif, numserie: "12345678&G33", fecha: day("2024-01-01"), importe: "241.4" }),
      "https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR" +
        "?nif=89890001K&numserie=12345678%26G33&fecha=01-01-2024&importe=241.4",
    )
  })

  it("reads back with every character of a number", () => {
    const numserie = "A/1 +%#?&;:,.~!()*$@[]{}|^`\\_-9"
    const url = qrUrl("test", { nif, numserie, fecha: day("2026-11-20"), importe: "-12.05" })
    assert.notInclude(url, " ")
    assert.deepStrictEqual([...new URL(url).searchParams], [
      ["nif", "89890001K"],
      ["numserie", numserie],
      ["fecha", "20-11-2026"],
      ["importe", "-12.05"],
    ])
  })
})

describe("the texts around the QR", () => {
  it("are those in the order", () => {
    assert.strictEqual(qrHeading, "QR tributario:")
    assert.strictEqual(qrLegend, "Factura verificable en la sede electrónica de la AEAT")
  })
})
