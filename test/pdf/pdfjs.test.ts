import { assert, describe, it } from "@effect/vitest"
import "./pdfjs.ts"

describe("pdf.js", () => {
  it("leaves the language's built-in functions in place, for the worker's tests and what they test", () => {
    for (const holder of [Array.prototype, Function.prototype, JSON, Object, Object.prototype, String.prototype]) {
      const replaced = Object.entries(Object.getOwnPropertyDescriptors(holder)).filter(([name, { value }]) =>
        // Functions written in JavaScript have a prototype property, even if undefined.
        name !== "constructor" && typeof value === "function" && Object.hasOwn(value, "prototype"))
      assert.deepStrictEqual(replaced.map(([name]) => name), [])
    }
  })
})
