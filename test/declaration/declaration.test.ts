import { assert, describe, it } from "@effect/vitest"
import { declaration } from "../../core/declaration/declaration.ts"
import { softwareFields } from "../../core/registry/software.ts"
import { released, talonarioSoftware, version } from "../../core/registry/talonarioSoftware.ts"
import { day, liveTerms } from "../support/samples.ts"

const { software } = liveTerms
const declarant = { address: "Calle Mayor 1, 28001 Madrid, España", place: "Madrid, España" }
const whole = declaration(software, declarant, day("2026-11-20"))

const contentOf = (letra: string): string => whole.apartados.find((one) => one.letra === letra)?.contenido ?? assert.fail(letra)

describe("the declaración responsable", () => {
  it("has the twelve contents of the order, in its sequence, each after the text that describes it", () => {
    assert.strictEqual(whole.titulo, "DECLARACIÓN RESPONSABLE DEL SISTEMA INFORMÁTICO DE FACTURACIÓN")
    assert.strictEqual(whole.apartados.map(({ letra }) => letra).join(""), "abcdefghijkl")
    const { name, id, producer, producerNif } = software
    assert.deepStrictEqual(["a", "b", "c", "h", "i", "j"].map(contentOf), [name, id, "0.1.0", producer, producerNif, declarant.address])
    for (const law of ["artículo 29.2.j)", "Ley 58/2003", "Real Decreto 1007/2023", "Orden HAC/1177/2024", "sede electrónica", "versión 0.1.0"]) {
      assert.include(contentOf("k"), law)
    }
    assert.strictEqual(contentOf("l"), "20/11/2026, Madrid, España")
    let at = 0
    for (const { contenido, descripcion, letra } of whole.apartados) {
      const found = whole.texto.indexOf(`\n${letra}) ${descripcion}:\n${contenido ?? ""}\n`, at)
      assert.isAbove(found, at === 0 ? -1 : at, letra)
      at = found
    }
    assert.isTrue(whole.texto.startsWith(`${whole.titulo}\n`))
    for (const line of whole.anexo) assert.include(whole.texto, line)
    assert.isTrue(whole.completa)
  })

  it("describes them in the order's own words (art. 15.1: as its letters have them)", () => {
    const system = "sistema informático a que se refiere la declaración responsable"
    const described = new Map(whole.apartados.map(({ descripcion, letra }) => [letra, descripcion]))
    const words = {
      a: `Nombre del ${system}`,
      c: `Identificador completo de la versión concreta del ${system}`,
      d: `Componentes, hardware y software, de que consta el ${system}, junto con una breve descripción de lo que hace dicho `
        + "sistema informático y de sus principales funcionalidades",
      h: `Nombre y apellidos de la persona o razón social de la entidad productora del ${system}`,
      i: `Número de identificación fiscal (NIF) español de la persona o entidad productora del ${system}`,
      j: `Dirección postal completa de contacto de la persona o entidad productora del ${system}`,
      l: "Fecha y lugar en los que la persona o entidad productora del sistema informático suscribe la declaración responsable "
        + "del mismo",
    }
    for (const [letra, text] of Object.entries(words)) assert.strictEqual(described.get(letra), text)
  })

  it("describes the modes of use as the records state them", () => {
    const { TipoUsoPosibleMultiOT, TipoUsoPosibleSoloVerifactu } = softwareFields(software, "x")
    assert.deepStrictEqual([contentOf("e").slice(0, 2), contentOf("f").slice(0, 2)], [`${String(TipoUsoPosibleSoloVerifactu)}:`, `${String(TipoUsoPosibleMultiOT)}:`])
  })

  it("without an address or a place is incomplete, and says where", () => {
    for (const [missing, letra] of [[{ address: null }, "j"], [{ place: null }, "l"]] as const) {
      const { apartados, completa, texto } = declaration(software, { ...declarant, ...missing }, released)
      assert.isFalse(completa)
      assert.deepStrictEqual(apartados.filter(({ contenido }) => contenido === null).map((one) => one.letra), [letra])
      assert.match(texto, new RegExp(`\\n${letra}\\) .*:\\n\\(pendiente de indicar\\)`))
    }
  })

  it("describes this build", () => {
    const ours = declaration(talonarioSoftware({ producer: "X", producerNif: "B12345674" }), declarant, released)
    assert.strictEqual(ours.apartados[2]?.contenido, version)
  })
})
