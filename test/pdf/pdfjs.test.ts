import { assert, describe, it } from "@effect/vitest"
import "./pdfjs.ts"

describe("pdf.js", () => {
  it("leaves the functions that a worker's tests, and what they test, have from the language", () => {
    for (const holder of [Array.prototype, Function.prototype, JSON, Object, Object.prototype, String.prototype]) {
      const replaced = Object.entries(Object.getOwnPropertyDescriptors(holder)).filter(([name, { value }]) =>
        // Written functions have a prototype, be it undefined.
        name !== "constructor" && typeof value === "function" && Object.hasOwn(value, "prototype"))
      assert.deepStrictEqual(replaced.map(([name]) => name), [])
    }
  })
})
