import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { adviceFor, type Remedy, remedyOf } from "../../core/submission/verdictAdvice.ts"
import { schemaFolder } from "../registry/aeatSchemas.ts"

const ofRefused = (codigo: number | null): Remedy => remedyOf({ codigo, estado: "rejected" })

describe("the advice on an answer of AEAT's", () => {
  it("is to do nothing about an accepted record, or an error exempt from correction", () => {
    assert.strictEqual(remedyOf({ codigo: null, estado: "accepted" }), "none")
    for (const codigo of [2004, 2009]) assert.strictEqual(remedyOf({ codigo, estado: "accepted_with_errors" }), "none")
  })

  it("is a rectifying invoice if recipient, rates, amounts or dates are wrong", () => {
    for (const codigo of [1109, 1110, 1239, 1189, 1190, 1124, 1142, 1143, 1150, 1152]) assert.strictEqual(ofRefused(codigo), "rectify")
  })

  it("is to make the record again if only the record is wrong, AEAT failed, or the cause is unknown", () => {
    for (const codigo of [1106, 1129, 1153, 1161, 1180, 1195, 1237, 1244, 1262, 1288, 1292, 3001, 3002, 9999]) {
      assert.strictEqual(ofRefused(codigo), "amend")
    }
    for (const codigo of [2000, 2001, 2002, 2003, 2005, 2006, 2007, 2008]) {
      assert.strictEqual(remedyOf({ codigo, estado: "accepted_with_errors" }), "amend")
    }
    assert.strictEqual(ofRefused(null), "amend")
  })

  it("is another number if it is taken, and to settle with AEAT who may present records", () => {
    assert.deepStrictEqual([ofRefused(3000), ofRefused(3003), ofRefused(3004)], ["annul", "settings", "settings"])
  })

  it("is a sentence", () => {
    const told = [null, 1109, 3000, 3003, 1244].map((codigo) => adviceFor({ codigo, estado: codigo === null ? "accepted" : "rejected", respuesta: {} }))
    assert.strictEqual(new Set(told).size, 5)
    for (const sentence of told) assert.match(sentence, /^[A-ZÑ].*\.$/)
  })

  it.skipIf(schemaFolder === undefined)("is chosen by codes on AEAT's list, whose texts there fit it", () => {
    const list = new TextDecoder("latin1").decode(readFileSync(join(schemaFolder ?? "", "..", "errores.properties")))
    const words = new Map([...list.matchAll(/^(\d{4}) = (.*)$/gm)].map(([, code, text]) => [Number(code), text ?? ""]))
    const rectified = Array.from({ length: 9000 }, (_, i) => i + 1000).filter((codigo) => ofRefused(codigo) === "rectify")
    assert.isAbove(rectified.length, 50)
    const subjects = /NIF|ID |CodigoPais|IDType|Destinatario|NumSerie|fecha|Fecha|Tipo(?:Impositivo|Recargo)|Cuota|ClaveRegimen|no podrá ser superior|NIF-IVA|carácter/
    for (const codigo of rectified) assert.match(words.get(codigo) ?? "", subjects, String(codigo))
  })
})
