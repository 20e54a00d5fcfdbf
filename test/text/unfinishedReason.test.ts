import { assert, it } from "@effect/vitest"
import { unfinishedReason } from "../../core/text/unfinishedReason.ts"

it("a request that came to nothing is told of with the system's code, but with no other text", () => {
  assert.strictEqual(unfinishedReason("EMFILE"), "no se pudo completar la petición (EMFILE)")
  assert.strictEqual(unfinishedReason("ERR_TLS_CERT_ALTNAME_INVALID"), "no se pudo completar la petición (ERR_TLS_CERT_ALTNAME_INVALID)")
  for (const code of [undefined, "", "EM", "eMFILE", "EMFILE ", "4XX", "clave secreta", "CLAVE=secreta", `E${"X".repeat(41)}`]) {
    assert.strictEqual(unfinishedReason(code), "no se pudo completar la petición", code)
  }
})
