import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { noAnswerReason } from "../../adapters/delivery/noAnswerReason.ts"

const withCode = (code: string, message = "secret words of a server"): Error =>
  Object.assign(new Error(message), { code })

describe("why no answer came", () => {
  it("follows from the kind of error", () => {
    const told = {
      ENOTFOUND: "el nombre del servidor no existe",
      EAI_AGAIN: "no se pudo resolver el nombre del servidor",
      ECONNREFUSED: "el servidor rechazó la conexión",
      ECONNRESET: "el servidor cortó la conexión",
      EHOSTUNREACH: "no se pudo llegar al servidor",
      ETIMEDOUT: "el servidor no respondió a tiempo",
      UND_ERR_HEADERS_TIMEOUT: "el servidor no respondió a tiempo",
      CERT_HAS_EXPIRED: "el certificado TLS ha caducado",
      SELF_SIGNED_CERT_IN_CHAIN: "el certificado TLS no es de confianza",
      ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: "no se pudo establecer la conexión TLS",
      EMFILE: "no se pudo completar la petición (EMFILE)",
    }
    for (const [code, reason] of Object.entries(told)) assert.strictEqual(noAnswerReason(withCode(code)), reason)
    assert.strictEqual(noAnswerReason(undefined), "no se pudo completar la petición")
  })

  it("contains no word of the error's own message", () => {
    const isOurs = fc.property(fc.string({ minLength: 13 }), fc.string(), (message, code) =>
      noAnswerReason(withCode(code, message)) === noAnswerReason(withCode(code)))
    fc.assert(isOurs, { numRuns: 2000 })
  })
})
