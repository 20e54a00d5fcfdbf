import { assert, describe, it } from "@effect/vitest"
import { Either, JSONSchema, Schema } from "effect"
import * as fc from "fast-check"
import { eventNames } from "../../core/events/catalogue.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import { subscribes, Sucesos } from "../../core/webhooks/subscribedEvents.ts"

const decode = inputDecoder(Schema.Struct({ sucesos: Sucesos }))

/** Each refused field with its reason. */
const problems = (sucesos: unknown): ReadonlyArray<string> =>
  Either.match(decode({ sucesos }), {
    onLeft: ({ campos }) => campos.map(({ campo, motivo }) => `${campo}: ${motivo}`),
    onRight: () => [],
  })

describe("subscribed events", () => {
  it("reach subscriptions that named them or asked for all", () => {
    const event = fc.constantFrom(...eventNames)
    fc.assert(fc.property(fc.subarray([...eventNames]), event, (sucesos, event) => {
      assert.strictEqual(subscribes(sucesos, event), sucesos.includes(event))
      assert.isTrue(subscribes(["*"], event))
    }), { numRuns: 2000 })
    assert.isFalse(subscribes(["invoice.*", "invoice"], "invoice.issued"))
  })

  it("are a list of known names, none twice", () => {
    fc.assert(fc.property(fc.shuffledSubarray([...eventNames], { minLength: 1 }), (sucesos) => {
      assert.deepStrictEqual(problems(sucesos), [])
      if (sucesos.length < eventNames.length) {
        const twice = [...sucesos, ...sucesos.slice(0, 1)]
        assert.deepStrictEqual(problems(twice), [`sucesos[${sucesos.length}]: está repetido`])
      }
    }), { numRuns: 2000 })
  })

  it("are instead a single * for all", () => {
    const alone = "* ya incluye todos los sucesos y debe ir solo"
    assert.deepStrictEqual(problems(["*"]), [])
    assert.deepStrictEqual(problems(["*", "invoice.paid"]), [`sucesos[0]: ${alone}`])
    assert.deepStrictEqual(problems(["invoice.paid", "*"]), [`sucesos[1]: ${alone}`])
    assert.deepStrictEqual(problems(["*", "*"]), [`sucesos[0]: ${alone}`, "sucesos[1]: está repetido"])
  })

  it("are refused entry by entry, all at once", () => {
    assert.deepStrictEqual(problems(["invoice.paid", "factura.pagada", "webhook.test", "invoice.paid", ""]), [
      "sucesos[1]: no es un suceso conocido; GET /eventos da la lista",
      "sucesos[2]: webhook.test se envía con la acción de prueba y no admite suscripción",
      "sucesos[3]: está repetido",
      "sucesos[4]: no es un suceso conocido; GET /eventos da la lista",
    ])
    const unknown = Array.from({ length: eventNames.length + 1 }, (_, i) => `otro.${i}`)
    assert.deepStrictEqual(problems(unknown), [
      `sucesos: no puede tener más de ${eventNames.length} elementos`,
      ...unknown.map((_, i) => `sucesos[${i}]: no es un suceso conocido; GET /eventos da la lista`),
    ])
    assert.deepStrictEqual(problems([]), ["sucesos: debe tener al menos un suceso, o * para todos"])
    assert.deepStrictEqual(problems("*"), ["sucesos: debe ser una lista"])
    assert.deepStrictEqual(problems([1]), ["sucesos[0]: debe ser un texto"])
    assert.deepStrictEqual(problems([1, "invoice.paid", 1, "invoice.paid", "nada"]), [
      "sucesos[0]: debe ser un texto",
      "sucesos[2]: debe ser un texto",
      "sucesos[3]: está repetido",
      "sucesos[4]: no es un suceso conocido; GET /eventos da la lista",
    ])
    // As many entries as a body can have.
    assert.lengthOf(problems(Array.from({ length: 10_000 }, () => "*")), 10_001)
  })

  it("are described to readers of the API", () => {
    const { $schema: _, ...described } = JSONSchema.make(Sucesos)
    assert.deepStrictEqual<unknown>(described, {
      type: "array",
      minItems: 1,
      maxItems: eventNames.length,
      uniqueItems: true,
      items: { type: "string", enum: [...eventNames, "*"] },
    })
  })
})
