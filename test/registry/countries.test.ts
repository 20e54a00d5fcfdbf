import { assert, describe, it } from "@effect/vitest"
import { countries } from "../../core/registry/countries.ts"
import { schemaFile, schemaFolder } from "./aeatSchemas.ts"

describe("the countries of the tax authority", () => {
  it.skipIf(schemaFolder === undefined)("are those of its schema", () => {
    const [, list = ""] = /<simpleType name="CountryType2">(.*?)<\/simpleType>/s.exec(schemaFile("SuministroInformacion.xsd")) ?? []
    const codes = [...list.matchAll(/<enumeration value="(.*?)"/g)].map(([, code]) => code ?? "")
    assert.isAbove(codes.length, 200)
    assert.deepStrictEqual([...countries].sort(), codes.sort())
  })

  it("are codes, not names, and know Greece as GR", () => {
    for (const code of ["US", "GB", "GR", "ES"]) assert.isTrue(countries.has(code), code)
    for (const other of ["EL", "XI", "ZZ", "us", "Francia", ""]) assert.isFalse(countries.has(other), other)
  })
})
