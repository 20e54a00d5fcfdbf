import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import { GroupCommit } from "../../core/commit/GroupCommit.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import { key, type StoredTableName, type Tables } from "../../core/commit/tables.ts"
import type { OrganizationId } from "../../core/identifiers/organizationId.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { verifyChain } from "../../core/registry/chain.ts"
import { RecordResource } from "../../core/registry/recordResource.ts"
import { noteVerdicts } from "../../core/submission/noteVerdicts.ts"
import { checkRegistry } from "../../core/verification/RegistryVerification.ts"
import type { Answer } from "../../runtimes/memory/exchange.ts"
import { anError, camposOf, conflict, errorOf, idOf, invoiceOf, makeScene, now, pageOf, type Scene, simpleDraft } from "./scene.ts"

const issuedIn = ({ post }: Scene) =>
  Effect.gen(function*() {
    const id = idOf(yield* post("/facturas", simpleDraft))
    return invoiceOf(yield* post(`/facturas/${id}/emitir`))
  })

/** Changes a row as no command would. */
const leave = <T extends StoredTableName>(company: OrganizationId, table: T, id: string, change: (row: Tables[T]) => Tables[T]) =>
  Effect.gen(function*() {
    const { transact } = yield* Storage
    yield* transact({ organizationIds: [company], keys: [key(table, company, id)] }, (rows) => {
      const snapshot = new Snapshot()
      snapshot.add([key(table, company, id)], rows)
      const row = snapshot.get(table, company, id)
      if (row !== undefined) snapshot.set(table, change(row))
      return Effect.succeed({ changes: snapshot.changes(), value: undefined })
    })
  })

const page = Schema.decodeUnknownSync(Schema.Struct({
  datos: Schema.Array(RecordResource),
  total: Schema.Int,
  limite: Schema.Int,
  siguiente: Schema.NullOr(Schema.String),
}), { onExcessProperty: "error" })

const recordsOf = ({ json }: Answer): ReadonlyArray<RecordResource> => page(json).datos

describe("the registry", () => {
  it.scoped("shows every record of an invoice, with its text, its links, and that it was not sent", () =>
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

  it.scoped("is empty for a draft, a quote and an invoice of a test key, and 404 for an unknown invoice", () =>
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

  it.scoped("needs its own scope, and cursors of the same list", () =>
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

  it.scoped("tells what its last verification found, and nothing before the first", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const read = Effect.map(scene.get("/registro/verificacion"), ({ json }) => json)
      assert.deepStrictEqual(yield* read, { verificado: null, registros: 0, intacta: null, primer_error: null })
      const { id } = yield* issuedIn(scene)
      yield* scene.provide(checkRegistry(scene.organizationId))
      const verificado = "2026-11-20T10:00:00.000Z"
      assert.deepStrictEqual(yield* read, { verificado, registros: 1, intacta: true, primer_error: null })

      yield* scene.provide(leave(scene.organizationId, "invoice", id, (invoice) => ({ ...invoice, numero: 9 })))
      yield* scene.provide(checkRegistry(scene.organizationId))
      const { huella } = recordsOf(yield* scene.get("/registro"))[0] ?? assert.fail("missing")
      assert.deepStrictEqual(yield* read, {
        verificado,
        registros: 0,
        intacta: false,
        primer_error: { orden: 1, huella, factura_id: id, clase: "edited", mensaje: "El registro 1 no es de la factura que nombra." },
      })
      const key = yield* scene.openKey(scene.organizationId, "live", ["invoices:read"])
      const refused = yield* scene.request("GET", "/registro/verificacion", { key })
      assert.deepStrictEqual(errorOf(refused), anError(403, "sin_permiso", { scope: "registry:read" }))
      const other = yield* scene.openCompany({ nombre: "Otra", nif: "B87654323" })
      const foreign = yield* scene.request("GET", "/registro/verificacion", { key: other.live })
      assert.deepInclude(foreign.json, { verificado: null })
    }))

  it.scoped("makes a new record of an invoice that AEAT has refused, once per Idempotency-Key", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { id } = yield* issuedIn(scene)
      const path = `/facturas/${id}/subsanar`
      assert.deepStrictEqual(errorOf(yield* scene.post(path)), conflict("registro_pendiente"))
      const [first] = recordsOf(yield* scene.get(`/facturas/${id}/registro`))
      yield* scene.provide(Effect.flatMap(GroupCommit, ({ run }) =>
        run(noteVerdicts(scene.organizationId, [{
          organizationId: scene.organizationId, id: first?.id ?? "", factura_id: id, orden: 1, estado: "rejected", csv: null,
          codigo: 1244, descripcion: "Formato", respuesta: { EstadoRegistro: "Incorrecto" }, recibido: instant(now),
        }], 60, { through: 1, alone: false }))))
      assert.deepInclude((yield* scene.get(`/facturas/${id}`)).json, {
        verifactu: {
          registrada: true, huella: first?.huella ?? "", registrada_en: "2026-11-20T10:00:00.000Z",
          aeat: "Rechazado por la AEAT: 1244 Formato. Corrija el registro con POST /facturas/{id}/subsanar.",
        },
      })
      const made = yield* scene.post(path, undefined, "una vez")
      assert.deepStrictEqual([made.status, made.headers["location"]], [201, `http://talonario.test/api/v1/facturas/${id}/registro`])
      const record = Schema.decodeUnknownSync(RecordResource, { onExcessProperty: "error" })(made.json)
      assert.deepInclude(record, { orden: 2, tipo: "alta", subsanacion: true, factura_id: id, huella_anterior: first?.huella ?? "" })
      assert.deepInclude(record.campos, { Subsanacion: "S", RechazoPrevio: "X" })
      assert.deepStrictEqual((yield* scene.post(path, undefined, "una vez")).json, made.json)
      const records = recordsOf(yield* scene.get(`/facturas/${id}/registro?orden=antiguo`))
      assert.deepStrictEqual(records.map(({ estado, huella }) => [estado, huella]), [["rejected", first?.huella], ["not_sent", record.huella]])
      const byTest = yield* scene.request("POST", path, { key: scene.test })
      assert.deepStrictEqual(errorOf(byTest), conflict("factura_registrada"))
      assert.deepStrictEqual(errorOf(yield* scene.post("/facturas/nada/subsanar")), anError(404, "no_encontrado"))
    }))
})
