import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { contentDisposition } from "../../adapters/http/replies/respond.ts"
import { makeScene } from "./scene.ts"

describe("contentDisposition", () => {
  it("gives a plain name as it is", () => {
    assert.strictEqual(contentDisposition("A-12.pdf"), "inline; filename=\"A-12.pdf\"")
  })

  it("gives any other name twice: simplified for every client, and in full (RFC 6266)", () => {
    assert.strictEqual(
      contentDisposition("Año \"1\"/2.pdf"),
      "inline; filename=\"A_o _1__2.pdf\"; filename*=UTF-8''A%C3%B1o%20%221%22%2F2.pdf",
    )
    assert.strictEqual(
      contentDisposition("a'(ñ*)\r\nX: y\ud800"),
      "inline; filename=\"a'(_*)__X: y_\"; filename*=UTF-8''a%27%28%C3%B1%2A%29%0D%0AX%3A%20y_",
    )
    // Some clients decode percent signs even where they should not.
    assert.strictEqual(contentDisposition("10%20.pdf"), "inline; filename=\"10_20.pdf\"; filename*=UTF-8''10%2520.pdf")
  })
})

describe("every answer", () => {
  it.scoped("is JSON in UTF-8 that may be neither cached nor sniffed, those that show a secret too", () =>
    Effect.gen(function*() {
      const { get, post, request } = yield* makeScene()
      const answers = [
        yield* get(""), yield* get("/contactos"), yield* get("/nada"), yield* request("GET", "/"), yield* request("GET", "/salud"),
        yield* request("GET", "/openapi.json"), yield* post("/webhooks", { url: "https://avisos.ejemplo.es/talonario" }),
        yield* post("/webhooks", {}),
      ]
      for (const { headers, status } of answers) {
        assert.deepInclude(headers, {
          "content-type": "application/json; charset=utf-8",
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
        }, String(status))
      }
    }))
})
