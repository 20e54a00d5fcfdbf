import { assert, describe, it } from "@effect/vitest"
import { Either, JSONSchema } from "effect"
import { RangeReplayed, ReplayRange } from "../../core/deliveries/replayRange.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"

const decode = inputDecoder(ReplayRange)

describe("the range of a replay", () => {
  it("is made of date-times with an offset, of days that exist", () => {
    const taken = ["2026-11-20T10:00:00Z", "2026-11-20t10:00z", "2024-02-29T23:59:59.999+01:00",
      "2026-03-02T10:00:00.12345678901234+01:00"]
    for (const desde of taken) assert.deepStrictEqual(decode({ desde }), Either.right({ desde }))
    const wrong = ["", "2026-11-20", "2026-11-20T10:00:00", "2026-02-30T10:00:00Z", "2026-11-20T24:00:00Z", "x2026-11-20T10:00:00Z",
      "2026-11-20T10:00:00Zx", "2026-11-20T10:00:00+1:00", "2026-03-02T10:00:00.123456789012345+01:00"]
    const motivo = "debe ser una fecha con hora ISO 8601 y su zona, como 2026-11-20T10:00:00Z"
    for (const desde of wrong) {
      const campos = Either.match(decode({ desde }), { onLeft: (refusal) => refusal.campos, onRight: () => [] })
      assert.deepStrictEqual(campos, [{ campo: "desde", motivo }], desde)
    }
  })

  it("and what became of it are described to readers of the API", () => {
    assert.deepNestedInclude(JSONSchema.make(ReplayRange), {
      "$defs.ReenvioDeIntervalo.properties.desde": { type: "string", format: "date-time" },
      "$defs.ReenvioDeIntervalo.properties.tras.anyOf[0]": {
        type: "string", maxLength: 64, description: "`continuar_tras` de la respuesta anterior, con el mismo intervalo.",
      },
    })
    assert.deepNestedInclude(JSONSchema.make(RangeReplayed), {
      "$defs.EnviosReenviados.properties.caducados.description": "Terminaron hace más de 30 días: no se reenvían.",
      "$defs.EnviosReenviados.properties.continuar_tras.description":
        "Quedan envíos: repita la petición con este valor en `tras`. null cuando no queda ninguno.",
    })
  })
})
