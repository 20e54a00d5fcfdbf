import { assert, describe, it } from "@effect/vitest"
import { dueDays, termsInWords } from "../../core/printing/dueDays.ts"
import { printLanguageOf } from "../../core/printing/printLanguage.ts"
import { day } from "../support/samples.ts"

describe("dueDays", () => {
  const invoice = { fecha_emision: day("2026-11-20"), fecha_vencimiento: day("2026-12-20"), dias_vencimiento: 30, plazos: "90/30/60" }

  it("are those of the agreed pattern, first to last", () => {
    assert.deepStrictEqual(dueDays(invoice), ["2026-12-20", "2027-01-19", "2027-02-18"].map(day))
  })

  it("are just the due date if it was given, or follows from the contact", () => {
    assert.deepStrictEqual(dueDays({ ...invoice, dias_vencimiento: null }), [day("2026-12-20")])
    assert.deepStrictEqual(dueDays({ ...invoice, plazos: "a convenir" }), [day("2026-12-20")])
    assert.deepStrictEqual(dueDays({ ...invoice, dias_vencimiento: 45 }), [day("2026-12-20")])
    assert.deepStrictEqual(dueDays({ ...invoice, fecha_vencimiento: null }), [])
  })
})

describe("termsInWords", () => {
  it("are the agreed terms as written, unless they are days, which are printed as due days", () => {
    const terms = ["a 60 días fin de mes", "30,60", "30/60", " 30 ", " ", null]
    assert.deepStrictEqual(terms.map((plazos) => termsInWords({ plazos })), ["a 60 días fin de mes", "30,60", null, null, null, null])
  })
})

describe("printLanguageOf", () => {
  it("understands tags, longer codes and names; anything else means Spanish", () => {
    const languages = ["ca", "ca-ES", "cat", "Català", "valenciano", "GL_es", "euskara", "eu", "en-GB", "English", "es-MX", "fr", "", null]
    assert.deepStrictEqual(languages.map(printLanguageOf), [
      "ca", "ca", "ca", "ca", "ca", "gl", "eu", "eu", "en", "en", "es", "es", "es", "es",
    ])
  })

  it("knows each language by its codes, its own name and its Spanish one", () => {
    const named = {
      es: ["es", "spa", "Español", "castellano"],
      ca: ["ca", "cat", "català", "catalán", "va", "val", "valencià", "valenciano"],
      gl: ["gl", "glg", "galego", "gallego"],
      eu: ["eu", "eus", "baq", "euskara", "euskera", "vasco"],
      en: ["en", "eng", "English", " Inglés "],
    }
    for (const [language, names] of Object.entries(named)) {
      assert.deepStrictEqual(names.map(printLanguageOf), names.map(() => language))
    }
  })
})
