import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { docsFiles } from "../../runtimes/environment/docsFiles.ts"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { serveHttp } from "../../runtimes/node/http/httpServer.ts"
import { httpRequest } from "../support/httpRequest.ts"
import { dial, lastResponse } from "../support/rawConnection.ts"
import { anError, errorOf, makeScene } from "./scene.ts"

const open = Effect.gen(function*() {
  const harness = yield* makeHarness({ docsFiles })
  const { port, url } = yield* Effect.orDie(serveHttp(harness, { host: "127.0.0.1", port: 0 }))
  return { port, request: httpRequest(url) }
})

/** What the page asks for, by the addresses in it. */
const addressesIn = (html: string): ReadonlyArray<string> =>
  [...html.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, address = ""]) => address)

describe("the page at /docs", () => {
  it.scopedLive("needs no key, carries the rate headers, and takes everything from here", () =>
    Effect.gen(function*() {
      const { request } = yield* open
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

  it.scopedLive("lets nothing in from elsewhere, and no script that stands in it", () =>
    Effect.gen(function*() {
      const { request } = yield* open
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

  it.scopedLive("gives its files with their types, for a while", () =>
    Effect.gen(function*() {
      const { request } = yield* open
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

  it.scopedLive("has no other files: not of the package, not of this machine", () =>
    Effect.gen(function*() {
      const { port, request } = yield* open
      const missing = anError(404, "no_encontrado")
      for (const name of ["nada", "package.json", "index.html", "swagger-ui.js", "", "__proto__", "a/b"]) {
        assert.deepStrictEqual(errorOf(yield* request("GET", `/docs/${name}`)), missing, name)
      }
      // As they stand: fetch would resolve the dots itself.
      const climbs = ["../package.json", "..%2fpackage.json", "%2e%2e%2f%2e%2e%2fpackage.json",
        "..%5cpackage.json", "swagger-ui.css/../package.json", "swagger-ui.css%00.png", "%2fetc%2fpasswd"]
      for (const path of climbs) {
        const { end, send } = yield* dial(port)
        send(`GET /api/v1/docs/${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
        assert.strictEqual(lastResponse(yield* end).status, 404, path)
      }
      assert.strictEqual((yield* request("POST", "/docs")).status, 404)
    }))

  it.scoped("spends nothing of the window, and asks for no file but those of Swagger UI", () =>
    Effect.gen(function*() {
      const asked: Array<string> = []
      const files = (name: string) => Effect.sync(() => void asked.push(name))
      const { request } = yield* makeScene({ docsFiles: files, rateLimit: { limit: 1, windowSeconds: 60 } })
      for (const path of ["/docs", "/docs/swagger-ui.css", "/docs/nada", "/docs"]) {
        assert.strictEqual((yield* request("GET", path)).headers["ratelimit-remaining"], "1", path)
      }
      assert.deepStrictEqual(asked, ["swagger-ui.css"])
    }))

  it.scoped("only links the description where there is no Swagger UI", () =>
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
