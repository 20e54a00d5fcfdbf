import { assert, describe, it } from "@effect/vitest"
import { ShipmentRefused, TaxAuthorityUnreachable } from "../../core/ports/TaxAuthority.ts"
import { isOfRecord } from "../../core/submission/refusedMessage.ts"

const refused = (codigo: number | null, side: "client" | "server" = "client") =>
  isOfRecord(new ShipmentRefused({ side, codigo, mensaje: "x" }))

describe("a refused message", () => {
  it("is searched for the record at fault only if AEAT's error may be a single record's", () => {
    const ofRecord = Array.from({ length: 1_000 }, (_, i) => i + 3_500).filter((codigo) => refused(codigo))
    assert.deepStrictEqual(ofRecord, [4102, 4103, 4106, 4113, 4114, 4119, 4138])
    assert.isFalse(refused(null))
    assert.isFalse(refused(4102, "server"))
    assert.isFalse(isOfRecord(new TaxAuthorityUnreachable({ reason: "no contesta" })))
  })
})
