import { assert, describe, it } from "@effect/vitest"
import { bearerKey } from "../../core/access/bearer.ts"

describe("the Authorization header", () => {
  it("carries the key after the word Bearer, in upper or lower case", () => {
    const headers = ["Bearer svc_test_x", "bearer svc_test_x", "BEARER   svc_test_x", "Bearer svc_test_x  "]
    for (const header of headers) {
      assert.strictEqual(bearerKey(header), "svc_test_x", header)
    }
  })

  it("carries no key otherwise", () => {
    for (const header of [undefined, "", "Bearer", "Bearer ", "Bearer   ", "svc_test_x", "Bearersvc_test_x",
      "Basic svc_test_x", "Bearer svc test", " Bearer svc_test_x", "Bearer\tsvc_test_x"]) {
      assert.isUndefined(bearerKey(header), header)
    }
  })
})
