import { assert, describe, it } from "vitest"
import { slopeOf } from "./soak.ts"

describe("slopeOf", () => {
  it("is what is added from one value to the next, whatever the scatter around that", () => {
    assert.strictEqual(slopeOf([3, 5, 7, 9]), 2)
    assert.strictEqual(slopeOf([4, 4, 4]), 0)
    assert.strictEqual(slopeOf([1, 3, 1, 3, 1]), 0)
  })
})
