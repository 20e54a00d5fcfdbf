import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { openApiDocument } from "../../adapters/http/openApi/openApi.ts"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { makeValidator, placeAt } from "../support/openApiValidator.ts"

const operation = "/webhooks/aviso/post"
const content = `${operation}/requestBody/content/application~1json`

/** The headers that the document describes, and whether each has to be there. */
const described = (): ReadonlyArray<{ readonly name: string; readonly required: boolean; readonly pointer: string }> => {
  const { value } = placeAt(openApiDocument(null), `${operation}/parameters`)
  return Array.isArray(value)
    ? value.map(({ name, required }, i) => ({ name, required, pointer: `${operation}/parameters/${i}/schema` }))
    : []
}

describe("the webhooks of the document", () => {
  it.scoped("describe what receivers are sent, in either mode", () =>
    Effect.gen(function*() {
      const { notices, openCompany, request, workOff } = yield* makeHarness()
      const { live: key } = yield* openCompany()
      for (const modo_aviso of ["firma", "token"]) {
        yield* request("POST", "/webhooks", { key, body: { url: `https://avisos.example.org/${modo_aviso}`, modo_aviso } })
      }
      yield* request("POST", "/contactos", { key, body: { nombre: "Ana" } })
      yield* workOff
      const validator = makeValidator("3.1")
      assert.lengthOf(notices, 2)
      for (const { body, headers, url } of notices) {
        const own = Object.keys(headers).filter((name) => name.startsWith("x-svc-"))
        const expected = described().filter(({ name, required }) => required || (name === "x-svc-token" && url.endsWith("token")))
        assert.sameMembers(own, expected.map(({ name }) => name))
        for (const { name, pointer } of expected) {
          assert.deepStrictEqual(validator.header(pointer, headers[name] ?? ""), { valid: true, problems: "" }, name)
        }
        const { pointer } = placeAt(openApiDocument(null), `${content}/schema`)
        assert.deepStrictEqual(validator.body(pointer, JSON.parse(body)), { valid: true, problems: "" })
      }
      const { value } = placeAt(openApiDocument(null), `${content}/examples/ejemplo/value`)
      assert.isTrue(validator.body("/components/schemas/Aviso", value).valid)
    }))

  it("are not in OpenAPI 3.0, which has no place for them", () => {
    assert.notProperty(openApiDocument(null, "3.0"), "webhooks")
  })
})
