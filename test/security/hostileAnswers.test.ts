import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Redacted } from "effect"
import * as fc from "fast-check"
import { stretchingOf } from "../../adapters/aeat/certificates/keyStretching.ts"
import { readCertificate } from "../../adapters/aeat/certificates/readCertificate.ts"
import { der, integer, integerOf, nothing, octetString, oid, sequence, tagged } from "../../adapters/aeat/standIn/certificates/der.ts"
import { fieldsOf, readXml } from "../../adapters/aeat/xml/readXml.ts"
import { storableAnswer } from "../../core/submission/storableAnswer.ts"
import { verdictText } from "../../core/submission/verdictOf.ts"
import { fromYesterday, newAuthority } from "../aeat/secureServer.ts"
import { processorTime } from "./processorTime.ts"

/** Runs the work, and fails when it takes more processor time than anything here may. */
const soon = <A>(work: () => A): A => {
  const taken = processorTime()
  const result = work()
  assert.isBelow(taken(), 2_000)
  return result
}

/** Runs the work, and fails when it takes much longer than reading a plain document of the same length on the same machine. */
const inProportion = <A>(xml: string, work: () => A): A => {
  const plain = `<a>${"<b>texto</b>".repeat(Math.ceil(xml.length / 12))}</a>`
  const reference = processorTime()
  readXml(plain)
  const most = 10 * reference() + 500
  const taken = processorTime()
  const result = work()
  assert.isBelow(taken(), most)
  return result
}

describe("an answer in the tax authority's place", () => {
  it("takes time in proportion to its length, whatever its elements", () => {
    const items = `<a>${"<x><y/></x>".repeat(60_000)}</a>`
    const many = Either.getOrThrow(readXml(items))
    assert.lengthOf(Object(inProportion(items, () => fieldsOf(many)))["x"], 60_000)
    const spaces = Array.from({ length: 5_000 }, (_, i) => `xmlns:n${i}="u"`).join(" ")
    const inner = Array.from({ length: 60 }, (_, depth) => `<a ${spaces.replaceAll("xmlns:n", `xmlns:n${depth}_`)}>`).join("")
    const hostile = [
      `<a ${spaces}>${"<b xmlns:x=\"u\"/>".repeat(20_000)}</a>`,
      `${inner}${"<x:b/>".repeat(20_000)}`,
      `${inner.replace("<a ", "<a xmlns:x=\"u\" ")}${"<x:b/>".repeat(20_000)}`,
      `<a ${Array.from({ length: 100_000 }, (_, i) => `a${i}="1"`).join(" ")}/>`,
      `<a>${"&amp;<!----><![CDATA[]]>".repeat(100_000)}</a>`,
    ]
    for (const xml of hostile) inProportion(xml, () => readXml(xml))
  })

  it("has its texts cut to the length that the schema allows", () => {
    const descripcion = `${".".repeat(3_000_000)}x`
    const respuesta = { a: descripcion }
    const said = storableAnswer({ estado: "Incorrecto", codigo: 1, descripcion, duplicado: null, respuesta })
    assert.lengthOf(said.descripcion ?? "", 1_500)
    assert.lengthOf(String(said.respuesta["a"]), 1_500)
    soon(() => verdictText({ estado: "rejected", codigo: 1, csv: null, descripcion: said.descripcion, respuesta: said.respuesta }))
  })
})

const salt = octetString(Buffer.alloc(16))
const many = integerOf(Buffer.from("7fffffff", "hex"))
const digest = sequence(sequence(oid("2.16.840.1.101.3.4.2.1"), nothing), octetString(Buffer.alloc(32)))
const data = (content: Uint8Array) => sequence(oid("1.2.840.113549.1.7.1"), tagged(0, octetString(content)))

/** A PKCS#12 file whose seal takes that many iterations to check. */
const sealedWith = (turns: Uint8Array, content: Uint8Array = sequence()): Uint8Array =>
  sequence(integer(3), data(content), sequence(digest, salt, turns))

/** A value of indefinite length, as some programs write them. */
const endless = (tag: number, ...contents: ReadonlyArray<Uint8Array>): Uint8Array =>
  Buffer.concat([Buffer.of(tag, 0x80), ...contents, Buffer.of(0, 0)])

describe("a certificate's file", () => {
  const refusalOf = (file: Uint8Array) =>
    Effect.map(Effect.flip(readCertificate(Redacted.make(file), Redacted.make("x"))), ({ reason }) => reason)

  it.effect("that would take hours to open is refused at once", () =>
    Effect.gen(function*() {
      const scheme = sequence(oid("1.2.840.113549.1.5.12"), sequence(salt, many))
      const whole = sequence(scheme)
      const disguised = sequence(Buffer.of(0x1f, 0x21, 1, 0), scheme)
      const files = [
        sealedWith(many),
        sealedWith(integer(1), sequence(scheme)),
        sealedWith(integer(1), sequence(disguised)),
        sealedWith(integerOf(Buffer.alloc(40, 0x7f))),
        sequence(integer(3), data(sequence()), sequence(digest, der(0x24, salt, salt), many)),
        endless(0x30, integer(3), endless(0xa0, endless(0x24, octetString(sequence(scheme)))), nothing),
        sequence(integer(3), der(0x24, octetString(whole.subarray(0, 9)), octetString(whole.subarray(9)))),
        sealedWith(integer(1), Array.from({ length: 200 }).reduce<Uint8Array>((inner) => sequence(inner), scheme)),
      ]
      for (const [i, file] of files.entries()) {
        const taken = processorTime()
        assert.include(yield* refusalOf(file), "más iteraciones de las que se admiten", String(i))
        assert.isBelow(taken(), 2_000)
      }
      assert.include(yield* refusalOf(new Uint8Array(2_000_000).fill(0x30)), "no es un certificado")
    }))

  it("that is harmless is accepted", () => {
    const file = newAuthority().client({ name: "ANA - 12345678Z", nif: "12345678Z" }, "x", fromYesterday)
    assert.strictEqual(stretchingOf(file), 4_096)
  })

  it.effect("is tried where it asks for as many turns as browsers do, and not for more than the most", () =>
    Effect.gen(function*() {
      const most = [600_000, 5_000_001].map((turns) => sealedWith(integerOf(Buffer.from(turns.toString(16).padStart(6, "0"), "hex"))))
      const refusals = yield* Effect.forEach(most, refusalOf)
      assert.strictEqual(refusals[0], "la contraseña del certificado no es correcta")
      assert.strictEqual(refusals[1], "el fichero está cifrado con más iteraciones de las que se admiten")
    }))

  it("may contain any bytes", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const count = soon(() => stretchingOf(bytes))
      assert.isTrue(count === undefined || count >= 0)
    }), { numRuns: 2_000 })
  })
})
