import { assert, describe, it } from "@effect/vitest"
import { readXml } from "../../adapters/aeat/xml/readXml.ts"
import { xmpOf } from "../../adapters/pdf/file/metadata.ts"

describe("the metadata of a file", () => {
  it("is well-formed XML whatever the company is called", () => {
    const author = "A & B <Hijos> ]]> & ]]&gt; \ufffe"
    const xmp = xmpOf({ title: "Factura A-1", author, language: "es", created: new Date(0) })
    const text = xmp.replace(/^<\?xpacket.*\n/, "").replace(/<\?xpacket.*$/, "")
    assert.include(JSON.stringify(readXml(text)), "A & B <Hijos> ]]> & ]]&gt; \ufffd")
  })
})
