import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { verifyChain } from "../../core/registry/chain.ts"
import { RecordResource } from "../../core/registry/recordResource.ts"
import type { Answer } from "../../runtimes/memory/exchange.ts"
import { anError, camposOf, errorOf, idOf, invoiceOf, makeScene, pageOf, type Scene, simpleDraft } from "./scene.ts"

const issuedIn = ({ post }: Scene) =>
  Effect.gen(function*() {
    const id = idOf(yield* post("/facturas", simpleDraft))
    return invoiceOf(yield* post(`/facturas/${id}/emitir`))
  })

const page = Schema.decodeUnknownSync(Schema.Struct({
  datos: Schema.Array(RecordResource),
  total: Schema.Int,
  limite: Schema.Int,
  siguiente: Schema.NullOr(Schema.String),
}), { onExcessProperty: "error" })

const recordsOf = ({ json }: Answer): ReadonlyArray<RecordResource> => page(json).datos

describe("the registry", () => {
  it.scoped("shows of an invoice every record, with its text, its links, and that it was not sent", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const [first, second] = [yield* issuedIn(scene), yield* issuedIn(scene)]
      yield* scene.post(`/facturas/${first.id}/anular`, { motivo: "Duplicada" })
      const [alta, anulacion] = recordsOf(yield* scene.get(`/facturas/${first.id}/registro?orden=antiguo`))
      const { huella } = first.verifactu
      assert.deepInclude(alta, {
        factura_id: first.id, orden: 1, tipo: "alta", subsanacion: false, generado: "2026-11-20T10:00:00.000Z", huella: huella ?? "",
        huella_anterior: null, estado: "not_sent", csv: null, respuesta: null,
      })
      assert.match(alta?.cadena ?? "", /^IDEmisorFactura=B12345674&NumSerieFactura=S-1&FechaExpedicionFactura=20-11-2026&/)
      assert.deepInclude(alta?.campos, { TipoFactura: "F2", ImporteTotal: "24.20", Huella: huella })
      assert.match(alta?.qr ?? "", /^https:\/\/prewww2\.aeat\.es\/.*numserie=S-1/)
      const { huella_anterior } = anulacion ?? assert.fail("missing")
      assert.strictEqual(huella_anterior, second.verifactu.huella)
      assert.deepInclude(anulacion, { orden: 3, tipo: "anulacion", qr: null })
      assert.strictEqual(recordsOf(yield* scene.get(`/facturas/${second.id}/registro`)).length, 1)
    }))

  it.scoped("of a draft, a quote, or an invoice of a test key is empty, and of nothing is 404", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const draft = idOf(yield* scene.post("/facturas", simpleDraft))
      const quote = idOf(yield* scene.post("/facturas", { ...simpleDraft, tipo_documento: "quote" }))
      yield* scene.post(`/facturas/${quote}/emitir`)
      const tested = idOf(yield* scene.post("/facturas", simpleDraft))
      yield* scene.request("POST", `/facturas/${tested}/emitir`, { key: scene.test })
      const empty = { datos: [], total: 0, limite: 50, siguiente: null }
      for (const id of [draft, quote, tested]) assert.deepStrictEqual((yield* scene.get(`/facturas/${id}/registro`)).json, empty)
      assert.deepStrictEqual((yield* scene.get("/registro")).json, empty)
      assert.deepStrictEqual(errorOf(yield* scene.get("/facturas/nada/registro")), anError(404, "no_encontrado"))
    }))

  it.scoped("gives the whole chain of the company, and none of another's", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { get, openCompany, request } = scene
      const issued = yield* Effect.forEach([1, 2, 3, 4, 5], () => issuedIn(scene))
      const records: Array<RecordResource> = []
      for (let path: string | null = "/registro?orden=antiguo&limite=2"; path !== null;) {
        const answer: Answer = yield* get(path)
        records.push(...recordsOf(answer))
        path = page(answer.json).siguiente
      }
      assert.deepStrictEqual(records.map(({ factura_id }) => factura_id), issued.map(({ id }) => id))
      assert.isUndefined(verifyChain(() => records))
      for (const orden of ["reciente", "modificado"]) {
        assert.deepStrictEqual(recordsOf(yield* get(`/registro?orden=${orden}`)), records.toReversed())
      }
      const other = yield* openCompany({ nombre: "Otra", nif: "B87654323" })
      assert.deepInclude(pageOf(yield* request("GET", "/registro", { key: other.live })), { ids: [], total: 0 })
      const [first] = issued
      const foreign = yield* request("GET", `/facturas/${first?.id}/registro`, { key: other.live })
      assert.deepStrictEqual(errorOf(foreign), anError(404, "no_encontrado"))
    }))

  it.scoped("needs its own scope, and cursors of its own list", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { id } = yield* issuedIn(scene)
      yield* issuedIn(scene)
      const key = yield* scene.openKey(scene.organizationId, "live", ["invoices:read", "invoices:write"])
      for (const path of ["/registro", `/facturas/${id}/registro`]) {
        const refused = yield* scene.request("GET", path, { key })
        assert.deepStrictEqual(errorOf(refused), anError(403, "sin_permiso", { scope: "registry:read" }))
        assert.deepStrictEqual(camposOf(yield* scene.get(`${path}?estado=pending`)), ["estado"])
      }
      const { siguiente } = pageOf(yield* scene.get("/registro?limite=1"))
      const desde = new URL(siguiente ?? "").searchParams.get("desde")
      assert.deepStrictEqual(camposOf(yield* scene.get(`/facturas/${id}/registro?desde=${desde}`)), ["desde"])
    }))
})
