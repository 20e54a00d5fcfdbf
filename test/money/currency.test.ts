import { assert, describe, it } from "@effect/vitest"
import { isCurrency } from "../../core/money/currency.ts"

const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

describe("a currency", () => {
  it("is an active one of ISO 4217", () => {
    const active = ["EUR", "USD", "GBP", "CHF", "JPY", "AED", "ZWG", "XOF", "XCG", "VES", "CLF", "XAU", "MRU"]
    for (const code of active) assert.isTrue(isCurrency(code), code)
    // Replaced ones, the codes for none and for tests, and some that never existed.
    const other = ["HRK", "BGN", "ANG", "ZWL", "SLL", "CUC", "ESP", "DEM", "XXX", "XTS", "AAA", "eur", "EU", "EURO", "", "ED "]
    for (const code of other) assert.isFalse(isCurrency(code), code)
  })

  it("is one of 176", () => {
    const codes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)))
    assert.lengthOf(codes.filter(isCurrency), 176)
  })

  it("includes those of the euro area's neighbours and of the largest markets", () => {
    const g20 = "ARS AUD BRL CAD CNY EUR GBP IDR INR JPY KRW MXN RUB SAR TRY USD ZAR"
    const europe = "ALL BAM BYN CHF CZK DKK GBP HUF ISK MDL MKD NOK PLN RON RSD SEK TRY UAH"
    const america = "BOB CLP COP CRC CUP DOP GTQ HNL NIO PAB PEN PYG UYU VES"
    for (const code of `${g20} ${europe} ${america} MAD DZD TND`.split(" ")) assert.isTrue(isCurrency(code), code)
  })
})
