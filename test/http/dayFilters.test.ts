import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { camposOf, idOf, makeScene, pageOf, type Scene } from "./scene.ts"

/** A company with an invoice, a payment of it and an expense, all dated 20 November. */
const companyIn = ({ openCompany, request }: Scene, region_fiscal: "peninsula" | "canarias") =>
  Effect.gen(function*() {
    const { live: key } = yield* openCompany({ region_fiscal })
    const post = (path: string, body?: object) => request("POST", path, { key, body })
    const fecha = "2026-11-20"
    const lineas = [{ descripcion: "x", precio: 10, tipo_iva: 7 }]
    yield* post("/facturas", { serie: "B", fecha_emision: fecha, fecha_vencimiento: fecha, lineas })
    yield* post("/gastos", { base: 1, tipo_iva: 7, fecha })
    const id = idOf(yield* post("/facturas", { lineas: [{ ...lineas[0], tipo_iva: 0 }] }))
    yield* post(`/facturas/${id}/emitir`)
    yield* post(`/facturas/${id}/cobros`, { importe: 1, fecha })
    return {
      found: (path: string) => Effect.map(request("GET", path, { key }), (answer) => pageOf(answer).total),
    }
  })

const lists = [
  ["/facturas?serie=B", "emision"],
  ["/facturas?serie=B", "vencimiento"],
  ["/cobros?", "fecha"],
  ["/gastos?", "fecha"],
] as const

describe("a filter by days", () => {
  it.scoped("takes a date-time as the civil day of the company's zone", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const [madrid, canary] = [yield* companyIn(scene, "peninsula"), yield* companyIn(scene, "canarias")]
      for (const [path, name] of lists) {
        const from = (moment: string) => `${path}&${name}_desde=${encodeURIComponent(moment)}`
        const to = (moment: string) => `${path}&${name}_hasta=${encodeURIComponent(moment)}`
        // Half an hour before midnight UTC it is the 21st in Madrid, and still the 20th in the Canary Islands.
        const late = "2026-11-20T23:30:00Z"
        assert.deepStrictEqual([yield* madrid.found(from(late)), yield* canary.found(from(late))], [0, 1], path)
        const early = "2026-11-19T23:30:00.000Z"
        assert.deepStrictEqual([yield* madrid.found(to(early)), yield* canary.found(to(early))], [1, 0], path)
        for (const same of ["2026-11-20", "2026-11-20T12:00:00", "2026-11-20T12:00:00+01:00"]) {
          assert.deepStrictEqual([yield* madrid.found(from(same)), yield* canary.found(to(same))], [1, 1], same)
        }
        // With the plus sign not encoded, as many clients send it.
        assert.strictEqual(yield* madrid.found(`${path}&${name}_desde=2026-11-20T00:30:00+01:00`), 1)
        assert.strictEqual(yield* madrid.found(`${path}&${name}_hasta=2026-11-20T00:30:00+02:00`), 0)
      }
    }))

  it.scoped("names a bound that is neither a day nor a date-time, and carries a date-time on into siguiente", () =>
    Effect.gen(function*() {
      const { get, post } = yield* makeScene()
      const bounds = ["ayer", "", "2026-02-30", "2026-11-20T25:00:00Z", "2026-11-20T", "2026-11-20 10:00", "20/11/2026"]
      for (const wrong of bounds) {
        for (const [path, name] of lists) {
          const query = `${name}_desde=${encodeURIComponent(wrong)}&${name}_hasta=${encodeURIComponent(wrong)}`
          assert.deepStrictEqual(camposOf(yield* get(`${path}&${query}`)), [`${name}_desde`, `${name}_hasta`], wrong)
        }
      }
      for (const base of [1, 2, 3]) yield* post("/gastos", { base, fecha: "2026-11-20" })
      const first = pageOf(yield* get("/gastos?limite=2&fecha_desde=2026-11-20T01:00:00%2B01:00"))
      const second = pageOf(yield* get(first.siguiente ?? ""))
      assert.deepStrictEqual([first.ids.length, second.ids.length, second.total, second.siguiente], [2, 1, 3, null])
    }))
})
