import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Either, ParseResult, type Schema } from "effect"
import * as fc from "fast-check"
import { ContactInput } from "../../core/contacts/Contact.ts"
import { InvoiceInput } from "../../core/drafts/invoiceInput.ts"
import { acceptor, refused } from "../../core/fields/acceptor.ts"
import { ProductInput } from "../../core/products/Product.ts"

const options = { errors: "all", onExcessProperty: "error" } as const

/** Values similar to those in bodies. */
const anyValue = fc.oneof(
  fc.constantFrom(null, undefined, "", "x", "EUR", "goods", true, 0, -0, 1.5, 12, Number.NaN, [], {}, "2026-02-30", "\u0000"),
  fc.jsonValue({ maxDepth: 2 }),
)

/** A property, of the body or of one of its lines, that gets another value, or a new property. */
const changes = fc.record({ where: fc.nat(3), at: fc.nat(40), added: fc.option(fc.string({ maxLength: 6 })), value: anyValue })

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

/** Bodies that the schema accepts, with some changes. */
const bodies = <A, I>(schema: Schema.Schema<A, I>) =>
  fc.tuple(Arbitrary.make(schema), fc.array(changes, { maxLength: 2 })).map(([value, changes]) => {
    const body = JSON.parse(JSON.stringify(ParseResult.encodeSync(schema)(value)))
    for (const { added, at, value, where } of changes) {
      const lines = Array.isArray(body.lineas) ? body.lineas : []
      const target: unknown = [body, ...lines][where] ?? body
      if (!isObject(target)) continue
      const names = Object.keys(target)
      target[added ?? names[at % Math.max(1, names.length)] ?? "x"] = value
    }
    return body
  })

const agrees = <A, I>(name: string, schema: Schema.Schema<A, I>) =>
  it(`accepts of ${name} exactly what Effect's parser accepts, and decodes it the same`, () => {
    const accept = acceptor(schema, options)
    const parse = ParseResult.decodeUnknownEither(schema, options)
    fc.assert(
      fc.property(bodies(schema), (body) => {
        assert.deepStrictEqual(accept(body), Either.getOrElse(parse(body), () => refused))
      }),
      { numRuns: 400 },
    )
  })

describe("acceptor", () => {
  agrees("ContactInput", ContactInput)
  agrees("InvoiceInput", InvoiceInput)
  agrees("ProductInput", ProductInput)

  it("does not take an inherited property for one of the body's", () => {
    const accept = acceptor(ContactInput, options)
    assert.strictEqual(accept(JSON.parse(`{"nombre":"x","__proto__":{}}`)), refused)
    assert.strictEqual(accept(Object.create({ nombre: "x" })), refused)
    assert.deepStrictEqual(accept({ nombre: "x" }), { nombre: "x" })
  })
})
