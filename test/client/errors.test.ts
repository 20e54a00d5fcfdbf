import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeClient } from "../../adapters/client/makeClient.ts"
import { simpleDraft } from "../http/scene.ts"
import { openAnswering, urlOf } from "../support/answeringServer.ts"
import { answering, baseUrl, clave, makeClientScene, refusing, scriptedFetch, withTime } from "./scene.ts"

/** The error of a read that always gets this answer. */
const failureOf = (answer: () => Response) =>
  Effect.gen(function*() {
    const { fetch } = yield* scriptedFetch(answer)
    const client = makeClient({ baseUrl, clave, fetch })
    return yield* withTime(Effect.flip(client.cuenta.readIndex()))
  })

describe("errors of the service", () => {
  it.scoped("arrive as the real service sends them", () =>
    Effect.gen(function*() {
      const { client, openKey, options, organizationId } = yield* makeClientScene({
        rateLimit: { limit: 30, windowSeconds: 60 },
      })
      const wrongKey = makeClient({ ...options, clave: "svc_live_nadie" })
      const nobody = yield* Effect.flip(wrongKey.cuenta.readIndex())
      assert.deepInclude(nobody, { _tag: "no_autenticado", status: 401 })

      const narrowKey = yield* openKey(organizationId, "live", ["contacts:read"])
      const narrow = makeClient({ ...options, clave: narrowKey })
      const forbidden = yield* Effect.flip(narrow.facturas.listInvoices())
      assert.deepInclude(forbidden, { _tag: "sin_permiso", status: 403, scope: "invoices:read" })

      const missing = yield* Effect.flip(client.facturas.readInvoice({ id: "nada" }))
      assert.deepInclude(missing, { _tag: "no_encontrado", status: 404, idempotencyKey: null })

      const nameless = { lineas: [{ descripcion: "", precio: 1 }] }
      const invalid = yield* Effect.flip(client.facturas.createInvoice(nameless))
      assert.deepInclude(invalid, { _tag: "datos_invalidos", status: 422 })
      assert.deepStrictEqual(invalid._tag === "datos_invalidos" && invalid.campos, [
        { campo: "lineas[0].descripcion", motivo: "no puede estar vacío" },
      ])

      const once = { idempotencyKey: "una" }
      yield* client.facturas.createInvoice(simpleDraft, once)
      const conflict = yield* Effect.flip(client.facturas.createInvoice({}, once))
      assert.deepInclude(conflict, { _tag: "conflicto", status: 409, idempotencyKey: "una" })
      assert.deepInclude(conflict, { motivo: "clave_reutilizada" })
    }))

  it.effect("include a query that cannot be sent, as it contains half a character", () =>
    Effect.gen(function*() {
      const { fetch, sent } = yield* scriptedFetch(refusing(500, "error_interno"))
      const client = makeClient({ baseUrl, clave, fetch })
      const invalid = yield* Effect.flip(client.contactos.listContacts({ buscar: "a\ud800" }))
      const campos = [{ campo: "buscar", motivo: "contiene caracteres no admitidos" }]
      assert.deepInclude(invalid, { _tag: "datos_invalidos", status: null, campos })
      assert.isEmpty(sent)
    }))

  it.effect("have one tag per code, and the fields of its details", () =>
    Effect.gen(function*() {
      const campos = [{ campo: "lineas[1].precio", motivo: "es obligatorio" }]
      const cases: ReadonlyArray<readonly [() => Response, object]> = [
        [refusing(401, "no_autenticado"), { _tag: "no_autenticado", message: "mensaje de no_autenticado" }],
        [refusing(403, "sin_permiso", { scope: "x:read" }), { _tag: "sin_permiso", scope: "x:read" }],
        [refusing(403, "sin_permiso"), { _tag: "sin_permiso", scope: null }],
        [refusing(404, "no_encontrado"), { _tag: "no_encontrado", status: 404 }],
        [refusing(409, "conflicto", { motivo: "m" }), { _tag: "conflicto", motivo: "m" }],
        [refusing(422, "datos_invalidos", { campos }), { _tag: "datos_invalidos", detalles: { campos } }],
        [refusing(413, "datos_invalidos", "?"), { _tag: "datos_invalidos", status: 413, detalles: "?" }],
        [
          refusing(429, "demasiadas_peticiones", null, { "Retry-After": "7" }),
          { _tag: "demasiadas_peticiones", retryAfterSeconds: 7 },
        ],
        [refusing(500, "error_interno", { referencia: "ab" }), { _tag: "error_interno", referencia: "ab" }],
        [refusing(503, "error_interno"), { _tag: "error_interno", status: 503, referencia: null }],
        [refusing(418, "tetera"), { _tag: "otro_codigo", codigo: "tetera", status: 418 }],
      ]
      for (const [answer, expected] of cases) assert.deepInclude(yield* failureOf(answer), expected)
      const { _tag, ...invalid } = yield* failureOf(refusing(422, "datos_invalidos", { campos }))
      assert.deepInclude({ _tag, ...invalid }, { campos })
    }))

  it.effect("can be caught by their code", () =>
    Effect.gen(function*() {
      const { fetch } = yield* scriptedFetch(refusing(409, "conflicto", { motivo: "tiene_facturas" }))
      const { contactos } = makeClient({ baseUrl, clave, fetch })
      const motivo = yield* contactos.readContact({ id: "1" }).pipe(
        Effect.as("nada"),
        Effect.catchTag("conflicto", ({ motivo }) => Effect.succeed(motivo)),
      )
      assert.strictEqual(motivo, "tiene_facturas")
    }))
})

describe("an answer that is not the service's", () => {
  it.effect("is recognized: a foreign page, broken JSON, a status that is no success", () =>
    Effect.gen(function*() {
      const pages = [
        new Response("<h1>Bad gateway</h1>", { status: 502 }),
        new Response("{\"error\":{}}", { status: 404 }),
        new Response("{\"api\":", { status: 200 }),
        new Response(null, { status: 304 }),
      ]
      for (const page of pages) {
        const failure = yield* failureOf(() => page.clone())
        assert.deepInclude(failure, { _tag: "respuesta_ilegible", status: page.status })
      }
    }))

  it.effect("may be a page in place of a file", () =>
    Effect.gen(function*() {
      for (const type of ["text/html", "Text/HTML; Charset=UTF-8"]) {
        const { fetch } = yield* scriptedFetch(() => new Response("<p>Portal</p>", { status: 200, headers: { "Content-Type": type } }))
        const { facturas } = makeClient({ baseUrl, clave, fetch })
        const failure = yield* Effect.flip(facturas.printInvoice({ id: "1" }))
        assert.deepInclude(failure, { _tag: "respuesta_ilegible", status: 200 })
      }
    }))

  it.effect("may be empty where there should be a resource or a file", () =>
    Effect.gen(function*() {
      const nothing = (status: number) => () => new Response(null, { status })
      const { fetch } = yield* scriptedFetch(nothing(200), nothing(204), nothing(200), nothing(204))
      const { contactos, facturas } = makeClient({ baseUrl, clave, fetch })
      const made = contactos.createContact({ nombre: "Ana" }, { idempotencyKey: "una" })
      for (const status of [200, 204]) {
        const error = yield* Effect.flip(made)
        assert.deepInclude(error, { _tag: "respuesta_ilegible", status, idempotencyKey: "una" })
      }
      assert.deepInclude(yield* Effect.flip(facturas.printInvoice({ id: "1" })), { _tag: "respuesta_ilegible", status: 200 })
      assert.isUndefined(yield* contactos.deleteContact({ id: "1" }))
    }))

  it.scopedLive("may be a redirect, which is not followed with the key and the body", () =>
    Effect.gen(function*() {
      const asked: Array<string> = []
      const server = yield* openAnswering((request, response) => {
        asked.push(`${String(request.method)} ${String(request.url)}`)
        response.writeHead(request.url === "/api/v1/contactos" ? 308 : 200, { Location: "/otra", "Content-Type": "application/json" })
        response.end("{}")
      })
      const { contactos } = makeClient({ baseUrl: `${urlOf(server)}/api/v1`, clave })
      const failure = yield* Effect.flip(contactos.createContact({ nombre: "Ana" }, { idempotencyKey: "k" }))
      assert.deepInclude(failure, { _tag: "respuesta_ilegible", status: 308, idempotencyKey: "k" })
      assert.match(failure.message, /baseUrl/)
      assert.deepStrictEqual(asked, ["POST /api/v1/contactos"])
    }))

  it.effect("may be any kind of redirect, even one that a browser hides behind status 0", () =>
    Effect.gen(function*() {
      for (const answer of [() => Response.error(), () => new Response("", { status: 300 })]) {
        const failure = yield* failureOf(answer)
        assert.deepInclude(failure, { _tag: "respuesta_ilegible", status: answer().status })
        assert.match(failure.message, /^baseUrl lleva a otra dirección/)
      }
      assert.deepInclude(yield* failureOf(refusing(400, "datos_invalidos")), { _tag: "datos_invalidos", status: 400 })
    }))

  it.effect("is not assumed of a file without a content type, or of any 2xx status", () =>
    Effect.gen(function*() {
      const { fetch } = yield* scriptedFetch(() => new Response(Uint8Array.of(1)), answering(299, { id: "1" }))
      const { contactos, facturas } = makeClient({ baseUrl, clave, fetch })
      assert.deepStrictEqual(yield* facturas.printInvoice({ id: "1" }), Uint8Array.of(1))
      assert.deepStrictEqual<unknown>(yield* contactos.readContact({ id: "1" }), { id: "1" })
    }))

  it.effect("may be none at all, which keeps its cause and the key of the write, and is not repeated", () =>
    Effect.gen(function*() {
      const refused = new TypeError("fetch failed")
      let asked = 0
      const { contactos } = makeClient({ baseUrl, clave, fetch: () => (asked++, Promise.reject(refused)) })
      const failure = yield* Effect.flip(contactos.createContact({ nombre: "Ana" }, { idempotencyKey: "k" }))
      assert.deepInclude(failure, { _tag: "sin_respuesta", status: null, idempotencyKey: "k" })
      assert.strictEqual(failure.cause, refused)
      assert.strictEqual(asked, 1)
    }))
})

describe("never sent", () => {
  it.effect("is an identifier that would change the path, or a key that cannot be a header", () =>
    Effect.gen(function*() {
      const { fetch, sent } = yield* scriptedFetch(refusing(404, "no_encontrado"))
      const { contactos } = makeClient({ baseUrl, clave, fetch })
      for (const id of ["", ".", "..", "\uD800"]) {
        const failure = yield* Effect.flip(contactos.readContact({ id }))
        assert.deepInclude(failure, { _tag: "no_encontrado", status: null })
      }
      const unsent = yield* Effect.flip(contactos.deleteContact({ id: "" }, { idempotencyKey: "k" }))
      assert.deepInclude(unsent, { _tag: "no_encontrado", idempotencyKey: "k" })
      for (const idempotencyKey of ["", "€", "x".repeat(256), "a\nb"]) {
        const failure = yield* Effect.flip(contactos.createContact({ nombre: "Ana" }, { idempotencyKey }))
        const campos = [{ campo: "Idempotency-Key", motivo: "debe tener de 1 a 255 caracteres ASCII imprimibles" }]
        assert.deepInclude(failure, { _tag: "datos_invalidos", status: null, campos })
      }
      assert.lengthOf(sent, 0)
      yield* Effect.flip(contactos.readContact({ id: "../facturas?x=ñ" }))
      assert.strictEqual(sent[0]?.url, `${baseUrl}/contactos/..%2Ffacturas%3Fx%3D%C3%B1`)
    }))

  it.effect("is a number that JSON does not have", () =>
    Effect.gen(function*() {
      const { fetch, sent } = yield* scriptedFetch(refusing(500, "error_interno"))
      const { facturas } = makeClient({ baseUrl, clave, fetch })
      const draft = { lineas: [{ descripcion: "Horas", precio: 1, cantidad: Number.NaN }] }
      const exit = yield* Effect.sandbox(facturas.createInvoice(draft)).pipe(Effect.flip)
      assert.include(String(exit), "cantidad: NaN no es un número")
      assert.lengthOf(sent, 0)
    }))

  it("is anything from a client without a valid address and key; the error does not show the key", () => {
    for (const wrong of ["/api/v1", "http://", "https://h/api/v1?", "https://h/api/v1?a=1", "https://h/api/v1#a", "https://ana:secreto@h/api/v1"]) {
      assert.throws(() => makeClient({ baseUrl: wrong, clave }), TypeError, /^baseUrl: debe ser una dirección http o https(?!.*secreto)/)
    }
    for (const wrong of ["", "svc_live_ñ", "svc_live_secreto\n"]) {
      assert.throws(() => makeClient({ baseUrl, clave: wrong }), TypeError, /^clave: debe ser el texto/)
    }
  })
})
