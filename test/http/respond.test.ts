import { assert, describe, it } from "@effect/vitest"
import { contentDisposition } from "../../adapters/http/replies/respond.ts"

describe("contentDisposition", () => {
  it("names a plain file plainly", () => {
    assert.strictEqual(contentDisposition("A-12.pdf"), "inline; filename=\"A-12.pdf\"")
  })

  it("gives any other name twice: what every client reads, and the name itself (RFC 6266)", () => {
    assert.strictEqual(
      contentDisposition("Año \"1\"/2.pdf"),
      "inline; filename=\"A_o _1__2.pdf\"; filename*=UTF-8''A%C3%B1o%20%221%22%2F2.pdf",
    )
    assert.strictEqual(
      contentDisposition("a'(ñ*)\r\nX: y\ud800"),
      "inline; filename=\"a'(_*)__X: y_\"; filename*=UTF-8''a%27%28%C3%B1%2A%29%0D%0AX%3A%20y_",
    )
    // Some clients decode also what is no code.
    assert.strictEqual(contentDisposition("10%20.pdf"), "inline; filename=\"10_20.pdf\"; filename*=UTF-8''10%2520.pdf")
  })
})
