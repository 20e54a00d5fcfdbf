import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { anError, camposOf, errorOf, idOf, makeScene, pageOf, type Scene } from "./scene.ts"

const line = { descripcion: "x", precio: 100 }

/** Four documents by name: `full` A-1, `simple` 2026-B-1, a `quote` P-1, and a `draft`. */
const fill = ({ post }: Scene) =>
  Effect.gen(function*() {
    const contacto_id = idOf(yield* post("/contactos", { nombre: "Ñandú Viajes SL", nif: "B87654323" }))
    const draft = (body: object) => Effect.map(post("/facturas", { lineas: [line], ...body }), idOf)
    const issue = (id: string) => Effect.as(post(`/facturas/${id}/emitir`), id)
    const full = yield* Effect.flatMap(
      draft({ contacto_id, fecha_emision: "2026-10-01", plazos: "30", etiquetas: ["norte", "sur"] }),
      issue,
    )
    const simple = yield* Effect.flatMap(draft({ serie: "2026-B", fecha_emision: "2026-11-01", etiquetas: ["sur"] }), issue)
    const quote = yield* Effect.flatMap(draft({ tipo_documento: "quote", contacto_id, lineas: [{ ...line, precio: 50 }] }), issue)
    const rectification = idOf(yield* post(`/facturas/${full}/rectificar`, { motivo: "x" }))
    // Nothing is overdue on the day of its issue.
    yield* TestClock.adjust("1 day")
    return { contacto_id, names: new Map([[full, "full"], [simple, "simple"], [quote, "quote"], [rectification, "draft"]]) }
  })

describe("the list of invoices", () => {
  it.scoped("can be narrowed by every filter, alone and together", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { contacto_id, names } = yield* fill(scene)
      const expected: ReadonlyArray<readonly [string, string]> = [
        ["", "full simple quote draft"],
        ["estado=draft", "draft"],
        ["estado=overdue", "full"],
        ["estado=sent", "simple quote"],
        [`contacto_id=${contacto_id}`, "full quote draft"],
        ["contacto_id=nadie", ""],
        ["serie=2026-B", "simple"],
        ["serie=2026-b", ""],
        ["numero=1", "full simple quote"],
        ["referencia=A-1", "full"],
        ["referencia=2026-B-1", "simple"],
        ["referencia=2026-B", ""],
        ["referencia=A-01", ""],
        ["referencia=A", ""],
        ["referencia=-1", ""],
        ["tipo=rectificative", "draft"],
        ["tipo=invoice", "full simple quote"],
        ["tipo_documento=quote", "quote"],
        ["emision_desde=2026-11-01", "simple quote draft"],
        ["emision_hasta=2026-11-01", "full simple"],
        ["emision_desde=2026-10-02&emision_hasta=2026-11-19", "simple"],
        ["vencimiento_desde=2026-10-31", "full"],
        ["vencimiento_hasta=2026-10-31", "full"],
        ["vencimiento_hasta=2026-10-30", ""],
        ["etiqueta=sur", "full simple"],
        ["etiqueta=su", ""],
        ["total_min=121", "full simple"],
        ["total_max=60.50", "quote draft"],
        ["total_min=-121&total_max=-120.99", "draft"],
        ["buscar=nandu", "full quote draft"],
        ["buscar=NANDU%20876", "full quote draft"],
        ["buscar=2026-b", "simple"],
        ["buscar=a-1%20viajes", "full"],
        ["etiqueta=sur&tipo_documento=invoice&serie=A&numero=1&estado=overdue&total_min=1&buscar=viajes", "full"],
        ["etiqueta=sur&tipo_documento=quote", ""],
      ]
      for (const [query, found] of expected) {
        const { ids, total } = pageOf(yield* scene.get(`/facturas?orden=antiguo&${query}`))
        const list = found === "" ? [] : found.split(" ")
        assert.deepStrictEqual([ids.map((id) => names.get(id)), total], [list, list.length], query)
      }
    }))

  it.scoped("finds numbers that a series reaches beyond the greatest that a draft may ask for", () =>
    Effect.gen(function*() {
      const { get, post } = yield* makeScene()
      const issued = (body: object) =>
        Effect.flatMap(post("/facturas", { lineas: [line], ...body }), (draft) => post(`/facturas/${idOf(draft)}/emitir`))
      yield* issued({ numero: 999_999_999_999 })
      const next = idOf(yield* issued({}))
      for (const query of ["numero=1000000000000", "referencia=S-1000000000000"]) {
        assert.deepStrictEqual(pageOf(yield* get(`/facturas?${query}`)).ids, [next], query)
      }
    }))

  it.scoped("carries its filters on into siguiente", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const { names } = yield* fill(scene)
      const first = pageOf(yield* scene.get("/facturas?orden=antiguo&limite=1&etiqueta=sur&total_min=100.5&buscar=-1"))
      const second = pageOf(yield* scene.get(first.siguiente ?? ""))
      assert.deepStrictEqual([...first.ids, ...second.ids].map((id) => names.get(id)), ["full", "simple"])
      assert.isNull(second.siguiente)
    }))

  it.scoped("names every filter that is malformed", () =>
    Effect.gen(function*() {
      const { get } = yield* makeScene()
      const wrong = [
        "estado=emitida", "contacto_id=", "serie=", "numero=0", "numero=1.5", "numero=x", "referencia=", "tipo=quote",
        "tipo_documento=factura", "emision_desde=2026-02-30", "emision_hasta=01/02/2026", "vencimiento_desde=hoy",
        "vencimiento_hasta=2026-1-1", "etiqueta=", "total_min=1.005", "total_max=mil", "buscar=", "total=1",
      ]
      for (const query of wrong) {
        assert.deepStrictEqual(camposOf(yield* get(`/facturas?${query}`)), [query.replace(/=.*/, "")], query)
      }
    }))

  it.scoped("says which bound a number is beyond, and how an amount is written", () =>
    Effect.gen(function*() {
      const { get } = yield* makeScene()
      const tooLong = "1000000000000"
      const expected = [
        [`numero=${tooLong}000`, "numero", "debe ser un número entero entre 1 y 999.999.999.999.999"],
        [`total_min=${tooLong}`, "total_min", "no puede pasar de 12 cifras enteras"],
        [`total_max=-${tooLong}.5`, "total_max", "no puede pasar de 12 cifras enteras"],
        ["total_max=1,5", "total_max", "debe ser un importe como 1234.56, con dos decimales como máximo"],
      ] as const
      for (const [query, campo, motivo] of expected) {
        assert.deepStrictEqual(errorOf(yield* get(`/facturas?${query}`)), anError(422, "datos_invalidos", { campos: [{ campo, motivo }] }))
      }
    }))
})
