import { HttpApi } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Either, Option } from "effect"
import { api } from "../../adapters/http/contract/api.ts"
import { fieldsIn, isFields } from "../../adapters/http/openApi/Fields.ts"
import { openApiDocument } from "../../adapters/http/openApi/openApi.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import { makeValidator, placeAt, step } from "../support/openApiValidator.ts"

/** Pointers to all media types of a document, in requests and answers. */
const mediaOf = (value: unknown, pointer = ""): ReadonlyArray<string> => {
  if (!isFields(value)) return []
  return Object.entries(value).flatMap(([name, field]) =>
    name === "content" ? Object.keys(fieldsIn(value, name)).map((type) => `${pointer}/content${step(type)}`)
      : mediaOf(field, pointer + step(name)))
}

describe("the examples", () => {
  for (const version of ["3.1", "3.0"] as const) {
    const document = openApiDocument(null, version)
    const validator = makeValidator(version)

    it(`exist for every JSON body and are valid, in OpenAPI ${version}`, () => {
      const media = mediaOf(document).filter((pointer) => pointer.endsWith("application~1json"))
      assert.isAbove(media.length, 15)
      for (const pointer of media) {
        const names = Object.keys(fieldsIn(Object(placeAt(document, pointer).value), "examples"))
        assert.isNotEmpty(names, pointer)
        for (const name of names) {
          const { value } = placeAt(document, `${pointer}/examples${step(name)}`)
          const { problems } = validator.body(`${pointer}/schema`, Object(value).value)
          assert.strictEqual(problems, "", `${pointer} ${name}`)
        }
      }
    })

    it(`of headers and parameters are valid, in OpenAPI ${version}`, () => {
      const headers = Object.entries(fieldsIn(fieldsIn(document, "components"), "headers"))
      for (const [name, header] of headers) {
        const pointer = `/components/headers/${name}/schema`
        assert.strictEqual(validator.header(pointer, String(Object(header).example)).problems, "", name)
      }
      assert.isNotEmpty(headers)
    })
  }

  it("of bodies are accepted by the service itself", () => {
    const document = openApiDocument(null)
    const refused: Array<unknown> = []
    let taken = 0
    HttpApi.reflect(api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint: { method, name, path, payloadSchema } }) => {
        if (Option.isNone(payloadSchema)) return
        const operation = `/paths${step(path.replaceAll(/:(\w+)/g, "{$1}"))}/${method.toLowerCase()}`
        const body = `${operation}/requestBody/content/application~1json`
        const { value } = placeAt(document, `${body}/examples/ejemplo`)
        const read = inputDecoder(payloadSchema.value)(Object(value).value)
        if (Either.isLeft(read)) refused.push([name, read.left.campos])
        else taken += 1
      },
    })
    assert.deepStrictEqual(refused, [])
    assert.isAbove(taken, 1)
  })
})
