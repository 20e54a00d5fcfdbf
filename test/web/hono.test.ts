import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Hono } from "hono"
import { compress } from "hono/compress"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { fetchHandler } from "../../runtimes/web/fetchHandler.ts"

const origin = "https://tienda.example"
const ana = "{\"nombre\":\"Ana\"}"

describe("within Hono", () => {
  type Put = (app: Hono, face: (request: Request) => Promise<Response>) => unknown
  const ways: ReadonlyArray<readonly [string, Put]> = [
    ["as a route", (app, face) => app.all("/facturacion/api/*", ({ req }) => face(req.raw))],
    ["as a route of a part", (app, face) =>
      app.route("/facturacion", new Hono().use(compress()).all("/api/*", ({ req }) => face(req.raw)))],
    ["mounted, its path taken off", (app, face) => app.mount("/facturacion", face)],
    ["mounted, its path left", (app, face) => app.mount("/facturacion", face, { replaceRequest: false })],
  ]
  for (const [way, put] of ways) {
    it.scopedLive(way, () =>
      Effect.gen(function*() {
        const harness = yield* makeHarness()
        const { live } = yield* harness.openCompany()
        const app = new Hono()
        put(app, fetchHandler(harness, { prefix: "/facturacion" }))
        const ask = (path: string, init: RequestInit = {}) =>
          Effect.promise(async () => {
            const headers = {
              "authorization": `Bearer ${live}`,
              "content-type": "application/json",
              "accept-encoding": "gzip",
            }
            const response = await app.request(`${origin}${path}`, { headers, ...init })
            return { status: response.status, headers: response.headers, text: await readable(response).text() }
          })
        const contacts = "/facturacion/api/v1/contactos"
        const made = yield* ask(contacts, { method: "POST", body: ana })
        yield* ask(contacts, { method: "POST", body: ana })
        const { status, text } = yield* ask((made.headers.get("location") ?? "").slice(origin.length))
        assert.deepStrictEqual([status, JSON.parse(text).nombre], [200, "Ana"])
        const { siguiente } = JSON.parse((yield* ask(`${contacts}?limite=1&buscar=%61na`)).text)
        assert.include((yield* ask(siguiente.slice(origin.length))).text, "\"siguiente\":null")
        const head = yield* ask(contacts, { method: "HEAD" })
        assert.deepStrictEqual([head.status, head.text], [200, ""])
      }))
  }
})

const readable = (response: Response): Response =>
  response.headers.get("content-encoding") !== "gzip" || response.body === null
    ? response
    : new Response(response.body.pipeThrough(new DecompressionStream("gzip")))
