import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import * as fc from "fast-check"
import { fieldsOf, makeXmlReader, readXml, textOf } from "../../adapters/aeat/xml/readXml.ts"
import { element, wrapped, xmlText } from "../../adapters/aeat/xml/writeXml.ts"
import type { RecordFields } from "../../core/registry/RegistryRecord.ts"
import { mostlyPlainCharacter } from "../registry/anyChain.ts"

const problemOf = (xml: string): string => Either.match(readXml(xml), { onLeft: (problem) => problem, onRight: () => "none" })

/** Any text of at least one character that XML can hold. */
const anyText = fc.string({ unit: mostlyPlainCharacter, minLength: 1, maxLength: 12 })
  .map((text) => text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "·"))
  .filter((text) => text !== "")

const anyName = fc.constantFrom("IDFactura", "Huella", "ImporteTotal", "Desglose", "NumSerieFactura")

const { fields: anyFields } = fc.letrec<{ fields: RecordFields; field: RecordFields[string] }>((tie) => ({
  fields: fc.dictionary(anyName, tie("field"), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
  field: fc.oneof(
    { maxDepth: 3, depthSize: "small", withCrossShrink: true },
    anyText,
    tie("fields"),
    fc.array(tie("fields"), { minLength: 2, maxLength: 3 }),
  ),
}))

describe("XML", () => {
  it("reads back every text as it was written, in order", () => {
    fc.assert(fc.property(anyFields, (fields) => {
      const written = xmlText(wrapped("sfLR", "RegistroFactura", element("sf", "RegistroAlta", fields), ["sfLR", "sf"]))
      const read = Either.getOrThrowWith(readXml(written), (problem) => new Error(problem))
      assert.strictEqual(JSON.stringify(fieldsOf(read)), JSON.stringify({ RegistroAlta: fields }))
    }), { numRuns: 1_000 })
  })

  it("stays well formed whatever a text holds", () => {
    fc.assert(fc.property(fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }), (text) => {
      const written = xmlText(wrapped("sf", "Cabecera", element("sf", "NombreRazon", text), ["sf"]))
      assert.isTrue(Either.isRight(readXml(written)), written)
    }), { numRuns: 2_000 })
    const written = xmlText(wrapped("sf", "Cabecera", element("sf", "NombreRazon", "a\u0000b\uD800c\uFFFE"), ["sf"]))
    assert.include(written, "<sf:NombreRazon>a\uFFFDb\uFFFDc\uFFFD</sf:NombreRazon>")
    const ended = xmlText(wrapped("sf", "Cabecera", element("sf", "NombreRazon", "a]]>b"), ["sf"]))
    assert.strictEqual(textOf(Either.getOrThrow(readXml(ended)), "NombreRazon"), "a]]>b")
  })

  it("knows elements by their namespaces, not by their prefixes", () => {
    const one = readXml(`<x:a xmlns:x="urn:one"><b xmlns="urn:two"/><x:c xmlns:x="urn:three"/><d/></x:a>`)
    const root = Either.getOrThrow(one)
    assert.strictEqual(root.namespace, "urn:one")
    assert.deepStrictEqual(root.children.map(({ name, namespace }) => [name, namespace]),
      [["b", "urn:two"], ["c", "urn:three"], ["d", null]])
    assert.strictEqual(problemOf("<x:a/>"), "unbound namespace prefix: \"x\".")
  })

  it("has the text of CDATA sections, references and what stands between comments", () => {
    const root = Either.getOrThrow(readXml("<a><b> 1 &lt; <![CDATA[2 & 3]]><!-- no --> &#x20AC;</b><c/><b>last</b></a>"))
    assert.strictEqual(textOf(root, "b"), "1 < 2 & 3 €")
    assert.isUndefined(textOf(root, "c"))
  })

  it("is read the same in pieces, wherever they are cut", () => {
    const anyDocument = fc.oneof(
      anyFields.map((fields) => xmlText(wrapped("sfLR", "R", element("sf", "RegistroAlta", fields), ["sfLR", "sf"]))),
      fc.constantFrom(
        "<?xml version='1.0'?>\r\n<!-- -- --><a b='&amp;'>&#x1F600;😀\r\n<![CDATA[]]]]><![CDATA[>&lt;]]>é</a>\r\n",
        "<a><!-- < --><?b c?>\r<c/>\r</a><!-- -->",
        "<a>&unknown;</a>",
        "<a/><a/>",
        "<!DOCTYPE a><a/>",
      ),
    )
    fc.assert(fc.property(anyDocument, fc.array(fc.nat(200), { maxLength: 12 }), (document, cuts) => {
      const places = [0, ...cuts.map((cut) => cut % document.length).sort((a, b) => a - b), document.length]
      const reader = makeXmlReader()
      for (const [i, place] of places.entries()) reader.write(document.slice(places[i - 1] ?? 0, place))
      assert.deepStrictEqual(reader.end(), readXml(document))
    }), { numRuns: 1_000 })
  })

  it("is refused when it is not well formed", () => {
    const whole = `<a xmlns="urn:one"><b>1 &amp; 2</b></a>`
    for (let end = 0; end < whole.length; end++) assert.notStrictEqual(problemOf(whole.slice(0, end)), "none", String(end))
    assert.strictEqual(problemOf(whole), "none")
    for (const broken of ["", "<a><b></a></b>", "<a/><a/>", "<a b=1/>", "<a>&unknown;</a>", "<a>&#0;</a>", "<p>no<br>end</p>"]) {
      assert.notStrictEqual(problemOf(broken), "none", broken)
    }
  })

  it("is refused when it declares a document type, so that no entity is ever expanded", () => {
    assert.strictEqual(problemOf("<!DOCTYPE html><a/>"), "a document type")
    const laughs = `<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;">]><a>&y;</a>`
    assert.notStrictEqual(problemOf(laughs), "none")
    assert.notStrictEqual(problemOf(`<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>`), "none")
  })

  it("is refused when it nests too deep, without harm", () => {
    assert.strictEqual(problemOf("<a>".repeat(100) + "</a>".repeat(100)), "too deep")
    assert.notStrictEqual(problemOf("<a>".repeat(1_000_000)), "none")
  })

  it("is refused when it has more elements than any answer, which would take much more memory than their texts", () => {
    const reader = makeXmlReader()
    reader.write("<a>")
    const some = "<b/>".repeat(10_000)
    for (let count = 0; count < 2_000_000; count += 10_000) reader.write(some)
    reader.write("</a>")
    assert.include(Either.getOrThrow(Either.flip(reader.end())), "too many elements")
  })

  it("is read without elements that are not wanted, and what is in them", () => {
    const reader = makeXmlReader(new Set(["a", "b"]))
    reader.write("<a>1<c>2<b>3</b><c/>4</c>5<b>6</b><d><![CDATA[7]]></d></a>")
    const root = Either.getOrThrow(reader.end())
    assert.deepStrictEqual(root, { namespace: null, name: "a", text: "15", children: [{ namespace: null, name: "b", text: "6", children: [] }] })
    const deep = makeXmlReader(new Set(["a"]))
    deep.write(`<a>${"<c>".repeat(100)}${"</c>".repeat(100)}</a>`)
    assert.deepStrictEqual(deep.end(), Either.left("too deep"))
  })

  it("is read quickly despite many line ends", () => {
    const begun = performance.now()
    assert.strictEqual(problemOf(`<a>${"\r\n".repeat(2_000_000)}</a>`), "none")
    assert.isBelow(performance.now() - begun, 5_000)
  })
})
