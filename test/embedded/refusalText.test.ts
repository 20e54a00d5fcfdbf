import { assert, describe, it } from "@effect/vitest"
import { invalidInput } from "../../core/refusals/refusal.ts"
import { refusalText } from "../../runtimes/embedded/refusalText.ts"

describe("the sentence of a refusal", () => {
  it("sets each field apart from its reason, which may be a sentence with a subject of its own", () => {
    const refusal = invalidInput([
      { campo: "nombre", motivo: "es obligatorio" },
      { campo: "nif", motivo: "el carácter de control del NIF no es correcto" },
    ])
    assert.strictEqual(
      refusalText(refusal),
      "Los datos no son válidos (nombre: es obligatorio; nif: el carácter de control del NIF no es correcto).",
    )
  })
})
