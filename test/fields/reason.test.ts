import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { AnnulmentInput } from "../../core/corrections/annulInvoice.ts"
import { RectificationInput } from "../../core/corrections/rectifyInvoice.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import { QuoteAnswerInput } from "../../core/quotes/answerQuote.ts"

/** Annulments and rectifications must have a reason, the answer to a quote may. */
const required = [inputDecoder(AnnulmentInput), inputDecoder(RectificationInput)]
const all = [...required, inputDecoder(QuoteAnswerInput)]

describe("a reason", () => {
  it("is one line, whatever line breaks it had", () => {
    for (const decode of all) {
      const { motivo } = Either.getOrThrow(decode({ motivo: " Error\r\n\ten\u2028 el \u0085precio\n" }))
      assert.strictEqual(motivo, "Error en el precio")
    }
  })

  it("must not be blank where it is required, and has 500 characters at most", () => {
    for (const decode of all) assert.isTrue(Either.isLeft(decode({ motivo: "x".repeat(501) })))
    for (const decode of required) assert.isTrue(Either.isLeft(decode({ motivo: " \n\t\u0085" })))
  })
})
