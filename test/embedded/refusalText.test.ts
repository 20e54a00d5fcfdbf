import { assert, describe, it } from "@effect/vitest"
import { PrinterBusy } from "../../core/ports/PdfPrinter.ts"
import { CertificateUnusable, ShipmentRefused, TaxAuthorityUnreachable } from "../../core/ports/TaxAuthority.ts"
import { invalidInput } from "../../core/refusals/refusal.ts"
import { refusalText } from "../../runtimes/embedded/refusalText.ts"
import { valueOf } from "../../runtimes/embedded/Result.ts"

describe("the sentence of a refusal", () => {
  it("separates each field from its reason, which may be a sentence with another subject", () => {
    const refusal = invalidInput([
      { campo: "nombre", motivo: "es obligatorio" },
      { campo: "nif", motivo: "el carácter de control del NIF no es correcto" },
    ])
    assert.strictEqual(
      refusalText(refusal),
      "Los datos no son válidos (nombre: es obligatorio; nif: el carácter de control del NIF no es correcto).",
    )
  })

  it("also exists for a busy printer and for the tax authority, as a value and as an error", () => {
    const told = [
      [new PrinterBusy(), "Hay demasiados documentos en espera de imprimirse: vuelva a pedirlo en unos segundos."],
      [new ShipmentRefused({ side: "client", codigo: 4112, mensaje: "sin permiso" }), "La AEAT no admite la petición: «sin permiso»."],
      [new TaxAuthorityUnreachable({ reason: "responde HTTP 503" }), "Falló la consulta a la AEAT: responde HTTP 503."],
      [
        new CertificateUnusable({ reason: "la organización no tiene certificado" }),
        "Falta un certificado válido: la organización no tiene certificado.",
      ],
    ] as const
    for (const [refusal, text] of told) {
      assert.strictEqual(refusalText(refusal), text)
      assert.throws(() => valueOf({ ok: false, refusal }), text)
    }
  })
})
