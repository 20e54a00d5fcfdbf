import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { gzipSync } from "node:zlib"
import type { RequestOptions } from "../../runtimes/memory/exchange.ts"
import { makeScene } from "../http/scene.ts"
import { processorTime } from "./processorTime.ts"

/** Repeated many times and then broken off, these make a regular expression backtrack, if one does. */
const runs = [
  " ", "\t", "a", "a ", "a.", "a-", "a@", "1", "0", "1/", "1 / ", "-", ".", "%41", "+", ":", "A1", "é", "e\u0301", "\u0301",
  "م", "🙂", "\u00a0", "\u200b", "http://a.", "(",
]

const long = (run: string): string => `${run.repeat(Math.ceil(15_000 / run.length))}\u0007!`

const everyField = (names: string, value: string) => Object.fromEntries(names.split(" ").map((name) => [name, value]))

const contact = "nombre nif email telefono movil direccion ciudad cp provincia pais nif_iva web persona_contacto iban"
  + " forma_pago moneda idioma referencia notas tipo"
const invoice = "serie contacto_id fecha_emision fecha_vencimiento plazos notas notas_internas divisa forma_pago"
  + " tipo_documento"
const product = "nombre sku codigo_barras descripcion categoria unidad clase"

/** Requests with the text in every field of their bodies, in addresses and in headers. */
const requestsFullOf = (value: string): ReadonlyArray<readonly [string, string, RequestOptions]> => {
  const query = encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, ""))
  const header = value.replaceAll(/[^\x20-\x7e]/g, " ")
  const filters = ["buscar", "referencia", "desde", "emision_desde", "total_min", "serie"].map((name) => `${name}=${query}`)
  const line = everyField("descripcion unidad producto_id", value)
  const short = { notas: value.slice(0, 3_999), lineas: [{ descripcion: value.slice(0, 300), precio: 1 }] }
  const headers = { "content-type": header, traceparent: header, "idempotency-key": header }
  return [
    ["POST", "/contactos", { body: { ...everyField(contact, value), etiquetas: [value] } }],
    ["POST", "/facturas", { body: { ...everyField(invoice, value), lineas: [line] } }],
    ["POST", "/facturas", { body: short }],
    ["POST", "/productos", { body: everyField(product, value) }],
    ["POST", "/webhooks", { body: { url: `https://a.es/${value}`, descripcion: value } }],
    ["POST", "/webhooks", { body: { url: `https://${value}` } }],
    ["GET", `/facturas?${filters.join("&")}`, {}],
    ["GET", `/facturas/${query}`, {}],
    ["POST", "/contactos", { body: "{}", headers }],
    ["GET", "/", { headers: { authorization: header } }],
    ["GET", "/", { headers: { authorization: `Bearer ${header}` } }],
  ]
}

const unlimited = { rateLimit: { limit: 1_000_000, windowSeconds: 60 } }

describe("hostile input", () => {
  it.scoped("takes little time, whatever it repeats", () =>
    Effect.gen(function*() {
      const { live: key, request } = yield* makeScene(unlimited)
      let slowest = { millis: 0, what: "" }
      for (const run of runs) {
        for (const [method, path, options] of requestsFullOf(long(run))) {
          const taken = processorTime()
          const { status } = yield* request(method, path, { key, ...options })
          const millis = taken()
          assert.isBelow(status, 500)
          if (millis > slowest.millis) slowest = { millis, what: `${JSON.stringify(run)} ${method} ${path.slice(0, 20)}` }
        }
      }
      assert.isBelow(slowest.millis, 1_000, slowest.what)
    }))

  it.scoped("is not quoted in refusals", () =>
    Effect.gen(function*() {
      const { live: key, request } = yield* makeScene(unlimited)
      const secret = "svc_live_Quoted"
      for (const [method, path, options] of requestsFullOf(`${secret}\u0007 /@`)) {
        const { headers, status, text } = yield* request(method, path, { key, ...options })
        assert.isAtLeast(status, 400, path)
        assert.notInclude(JSON.stringify(headers) + text, secret)
      }
    }))

  it.scoped("does not change what all objects inherit", () =>
    Effect.gen(function*() {
      const { post, request } = yield* makeScene(unlimited)
      const bodies = [
        "{\"__proto__\":{\"polluted\":1},\"nombre\":\"a\"}",
        "{\"constructor\":{\"prototype\":{\"polluted\":1}},\"nombre\":\"a\"}",
        "{\"nombre\":{\"__proto__\":{\"polluted\":1}}}",
        "{\"lineas\":[{\"__proto__\":{\"polluted\":1}}]}",
      ]
      for (const path of ["/contactos", "/facturas", "/webhooks"]) {
        for (const body of bodies) assert.strictEqual((yield* post(path, body)).status, 422, body)
      }
      for (const query of ["__proto__[polluted]=1", "__proto__.polluted=1", "constructor.prototype.polluted=1"]) {
        yield* request("GET", `/facturas?${query}`)
      }
      assert.notProperty({}, "polluted")
    }))

  it.scoped("is not decompressed", () =>
    Effect.gen(function*() {
      const { live: key, request } = yield* makeScene()
      const bomb = new Uint8Array(gzipSync(Buffer.alloc(64 * 1_048_576, " ")))
      const taken = processorTime()
      const headers = { "content-encoding": "gzip", "content-type": "application/json" }
      assert.strictEqual((yield* request("POST", "/contactos", { key, body: bomb, headers })).status, 422)
      assert.isBelow(taken(), 1_000)
    }))
})
