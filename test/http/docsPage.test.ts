import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { docsFiles } from "../../runtimes/environment/docsFiles.ts"
import { dial, lastResponse } from "../support/rawConnection.ts"
import { servedHarness } from "../support/servedHarness.ts"
import { anError, errorOf, makeScene } from "./scene.ts"

const served = servedHarness({ docsFiles })

/** The addresses of everything that the page loads or links to. */
const addressesIn = (html: string): ReadonlyArray<string> =>
  [...html.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, address = ""]) => address)

describe("the page at /docs", () => {
  it.scopedLive("needs no key, carries the rate headers, and loads everything from this server", () =>
    Effect.gen(function*() {
      const { request } = yield* served
      const page = yield* request("GET", "/docs")
      assert.strictEqual(page.status, 200)
      assert.strictEqual(page.headers["content-type"], "text/html; charset=utf-8")
      assert.strictEqual(page.headers["ratelimit-remaining"], "120")
      assert.strictEqual(page.headers["cache-control"], "no-cache")
      const addresses = addressesIn(page.text)
      assert.includeMembers([...addresses], ["docs/swagger-ui.css", "docs/swagger-ui-bundle.js", "docs/start.js"])
      for (const address of addresses) {
        const part = yield* request("GET", `/${address}`)
        assert.strictEqual(part.status, 200, address)
        assert.isAbove(part.bytes.length, 100, address)
      }
      assert.notMatch(page.text, /https?:|<style|\son\w+=|style=/)
      assert.notMatch(page.text, /<script(?![^>]* src=)/)
    }))

  it.scopedLive("forbids anything from elsewhere, and inline scripts", () =>
    Effect.gen(function*() {
      const { request } = yield* served
      for (const path of ["/docs", "/docs/start.js", "/docs/swagger-ui-bundle.js"]) {
        const { headers } = yield* request("GET", path)
        const policy = headers["content-security-policy"] ?? ""
        assert.include(policy, "default-src 'none'", path)
        assert.include(policy, "frame-ancestors 'none'", path)
        assert.notMatch(policy, /unsafe|\*|https?:/, path)
        assert.strictEqual(headers["x-content-type-options"], "nosniff", path)
        assert.strictEqual(headers["referrer-policy"], "no-referrer", path)
      }
      const start = (yield* request("GET", "/docs/start.js")).text
      assert.include(start, "validatorUrl: null")
      assert.notMatch(start, /https?:/)
    }))

  it.scopedLive("serves its files with their types, to be cached for an hour", () =>
    Effect.gen(function*() {
      const { request } = yield* served
      const types = [
        ["swagger-ui.css", "text/css; charset=utf-8"],
        ["swagger-ui-bundle.js", "text/javascript; charset=utf-8"],
        ["swagger-ui-bundle.js.LICENSE.txt", "text/plain; charset=utf-8"],
        ["favicon-32x32.png", "image/png"],
      ]
      for (const [name, type] of types) {
        const { headers, status } = yield* request("GET", `/docs/${name}`)
        assert.deepStrictEqual([status, headers["content-type"]], [200, type])
        assert.strictEqual(headers["cache-control"], "public, max-age=3600")
      }
    }))

  it.scopedLive("serves no other files, neither of the package nor of the machine", () =>
    Effect.gen(function*() {
      const { port, request } = yield* served
      const missing = anError(404, "no_encontrado")
      for (const name of ["nada", "package.json", "index.html", "swagger-ui.js", "", "__proto__", "a/b"]) {
        assert.deepStrictEqual(errorOf(yield* request("GET", `/docs/${name}`)), missing, name)
      }
      // Sent as they are: fetch would resolve the dots itself.
      const climbs = ["../package.json", "..%2fpackage.json", "%2e%2e%2f%2e%2e%2fpackage.json",
        "..%5cpackage.json", "swagger-ui.css/../package.json", "swagger-ui.css%00.png", "%2fetc%2fpasswd"]
      for (const path of climbs) {
        const { end, send } = yield* dial(port)
        send(`GET /api/v1/docs/${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
        assert.strictEqual(lastResponse(yield* end).status, 404, path)
      }
      assert.strictEqual((yield* request("POST", "/docs")).status, 404)
    }))

  it.scoped("spends nothing of the rate limit, and looks for no files but those of Swagger UI", () =>
    Effect.gen(function*() {
      const asked: Array<string> = []
      const files = (name: string) => Effect.sync(() => void asked.push(name))
      const { request } = yield* makeScene({ docsFiles: files, rateLimit: { limit: 1, windowSeconds: 60 } })
      for (const path of ["/docs", "/docs/swagger-ui.css", "/docs/nada", "/docs"]) {
        assert.strictEqual((yield* request("GET", path)).headers["ratelimit-remaining"], "1", path)
      }
      assert.deepStrictEqual(asked, ["swagger-ui.css"])
    }))

  it.scoped("links to the description until Swagger UI puts itself in its place, which it cannot if it is not installed", () =>
    Effect.gen(function*() {
      const { request } = yield* makeScene({ docsFiles: () => Effect.succeed(undefined) })
      const { text } = yield* request("GET", "/docs")
      const [, place = ""] = /<main id="swagger-ui">(.*?)<\/main>/s.exec(text) ?? []
      assert.deepStrictEqual(addressesIn(place), ["openapi.json", "openapi.json?version=3.0"])
    }))

  it.scoped("only links to the description where there is no Swagger UI", () =>
    Effect.gen(function*() {
      const { request } = yield* makeScene()
      const { text } = yield* request("GET", "/docs")
      assert.deepStrictEqual(addressesIn(text), ["openapi.json", "openapi.json?version=3.0"])
      assert.strictEqual((yield* request("GET", "/docs/swagger-ui.css")).status, 404)
      const head = yield* request("HEAD", "/docs")
      assert.strictEqual(head.text, "")
      assert.strictEqual(head.headers["content-length"], String(new TextEncoder().encode(text).length))
    }))
})
