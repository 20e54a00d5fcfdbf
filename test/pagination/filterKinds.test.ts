import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, JSONSchema, Schema } from "effect"
import * as fc from "fast-check"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import { betweenDays, zoneForDays } from "../../core/pagination/dayFilters.ts"
import {
  amountFilter,
  booleanFilter,
  choiceFilter,
  dateFilter,
  numberFilter,
  onlyTrueFilter,
  searchFilter,
  textFilter,
} from "../../core/pagination/filterKinds.ts"
import { between, equalTo, labelled, matching } from "../../core/pagination/listFilters.ts"
import { makeScene } from "../http/scene.ts"

const schema = Schema.Struct({
  texto: textFilter("Un texto."),
  buscar: searchFilter("el nombre"),
  color: choiceFilter(Schema.Literal("rojo", "verde"), "Un color."),
  pagado: booleanFilter("Si está pagado."),
  bajo: onlyTrueFilter("Solo lo que falta."),
  fecha: dateFilter("Desde."),
  importe: amountFilter("Desde."),
  numero: numberFilter("Un número."),
})
const decode = inputDecoder(schema)
const accepted = (query: object): unknown => Either.getOrThrowWith(decode(query), (refusal) => new Error(JSON.stringify(refusal)))
/** Why the value of a filter is refused; undefined if it is not. */
const problem = (filter: string, value: string): string | undefined =>
  Either.match(decode({ [filter]: value }), { onLeft: ({ campos }) => campos[0]?.motivo, onRight: () => undefined })

describe("the filters of a list", () => {
  it("may all be left out", () => assert.deepStrictEqual(accepted({}), {}))

  it("are texts that are read as what they stand for", () => {
    const query = { texto: "x", buscar: "ana", color: "rojo", pagado: "true", bajo: "true", fecha: "2026-03-02", importe: "-12.5", numero: "7" }
    assert.deepStrictEqual(accepted(query), { ...query, pagado: true, bajo: true, importe: -1_250, numero: 7 })
    assert.deepStrictEqual(accepted({ pagado: "false" }), { pagado: false })
  })

  it("are written as they were sent", () => {
    const query = { pagado: "true", bajo: "true", fecha: "2026-03-02", importe: "-12.5", numero: "7" } as const
    assert.deepStrictEqual(Schema.encodeSync(schema)(Schema.decodeSync(schema)(query)), query)
    assert.deepStrictEqual(Schema.encodeSync(schema)({ pagado: false }), { pagado: "false" })
  })

  it("are described to readers of the API", () => {
    const words = "Hasta 10 palabras; cada una debe ser parte de alguna palabra de el nombre, sin distinguir tildes ni mayúsculas."
    const days = "Desde. Fecha AAAA-MM-DD, o fecha con hora ISO 8601, de la que cuenta su día."
    const most = 999_999_999_999.99
    assert.deepNestedInclude(JSONSchema.make(schema), {
      "properties.texto": { type: "string", minLength: 1, maxLength: 300, description: "Un texto." },
      "properties.buscar": { type: "string", minLength: 1, maxLength: 300, description: words },
      "properties.color": { type: "string", enum: ["rojo", "verde"], description: "Un color." },
      "properties.pagado": { type: "boolean", description: "Si está pagado." },
      "properties.bajo": { type: "boolean", enum: [true], description: "Solo lo que falta." },
      "properties.fecha": { type: "string", maxLength: 40, description: days },
      "properties.importe": { type: "number", minimum: -most, maximum: most, description: "Desde. Con dos decimales como máximo." },
      "properties.numero": { type: "integer", minimum: 1, maximum: 999_999_999_999_999, description: "Un número." },
    })
  })

  it("are one of the values of their field", () => {
    for (const [filter, value] of [["color", "azul"], ["pagado", "1"], ["pagado", "TRUE"], ["bajo", "false"]] as const) {
      assert.isDefined(problem(filter, value), value)
    }
  })

  it("that are texts have 1 to 300 characters", () => {
    for (const filter of ["texto", "buscar"]) {
      assert.isUndefined(problem(filter, "x".repeat(300)))
      assert.strictEqual(problem(filter, "x".repeat(301)), "no puede tener más de 300 caracteres")
      for (const text of ["", " "]) assert.strictEqual(problem(filter, text), "no puede estar vacío")
    }
    assert.strictEqual(problem("buscar", "\u0301"), "no puede estar vacío", "an accent alone")
  })

  it("that look for words take ten at most", () => {
    const words = (count: number) => Array.from({ length: count }, (_, n) => `w${n}`).join("  ")
    assert.isUndefined(problem("buscar", words(10)))
    assert.strictEqual(problem("buscar", words(11)), "debe tener 10 palabras como máximo")
  })

  it("that are days are dates, or date-times whose plus sign may arrive as a blank", () => {
    const given = ["2026-03-02", "2026-03-02T10:00:00Z", "2026-03-02T10:00:00+01:00", "2026-03-02T10:00:00.12345678901234+01:00"]
    for (const fecha of given) {
      assert.deepStrictEqual(accepted({ fecha }), { fecha })
      assert.deepStrictEqual(accepted({ fecha: fecha.replace("+", " ") }), { fecha })
    }
    const motivo = "debe ser una fecha AAAA-MM-DD o una fecha con hora ISO 8601"
    const wrong = ["", "2026-02-30", "02/03/2026", "hoy", "2026-03-02 10:00:00Z", "2026-03-02T10:00:00 01:00 ", "2026-03-02T10:00:00 1:00",
      "2026-03-02T10:00:00 01:000", "2026-03-02T10:00:00.123456789012345+01:00"]
    for (const text of wrong) assert.strictEqual(problem("fecha", text), motivo, text)
  })

  it("that are amounts have two decimals and twelve digits before them at most", () => {
    const amount = fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 })
    fc.assert(fc.property(amount, (cents) => {
      const [whole, part] = [Math.trunc(Math.abs(cents) / 100), String(Math.abs(cents) % 100).padStart(2, "0")]
      const importe = `${cents < 0 ? "-" : ""}${whole}.${part}`
      assert.deepStrictEqual(accepted({ importe }), { importe: cents })
    }))
    assert.deepStrictEqual(accepted({ importe: "0012" }), { importe: 1_200 })
    const form = "debe ser un importe como 1234.56, con dos decimales como máximo"
    const wrong = ["", "-", "1,5", "1.", ".5", "1.234", "+1", "1e3", " 1", "1 ", "x1", "1x", "--1", "0x10", "1.2.3", "1x23", "1.2x"]
    for (const text of wrong) assert.strictEqual(problem("importe", text), form, text)
    const long = ["1234567890123", "-1234567890123", "1234567890123.5", "1234567890123.45"]
    for (const text of long) assert.strictEqual(problem("importe", text), "no puede pasar de 12 cifras enteras", text)
  })

  it("that are numbers are whole ones from 1 to 15 digits", () => {
    for (const numero of [1, 10, 999_999_999_999_999]) assert.deepStrictEqual(accepted({ numero: String(numero) }), { numero })
    for (const text of ["", "0", "01", "-1", "1.5", "1000000000000000", "1e3", "x1", "1x"]) {
      assert.strictEqual(problem("numero", text), "debe ser un número entero entre 1 y 999.999.999.999.999", text)
    }
  })
})

describe("the conditions of a list", () => {
  it("are none where no filter was sent", () => {
    const none = [equalTo("a", undefined), between("a", undefined, undefined), labelled(undefined), matching(undefined)]
    for (const conditions of none) assert.deepStrictEqual(conditions, [])
    assert.deepStrictEqual(betweenDays("a", undefined, undefined, "Europe/Madrid"), [])
  })

  it("are those of the filters that were sent", () => {
    assert.deepStrictEqual(equalTo("a", false), [{ kind: "equals", field: "a", value: false }])
    assert.deepStrictEqual(between("a", 0, undefined), [{ kind: "from", field: "a", value: 0 }])
    assert.deepStrictEqual(between("a", undefined, 9), [{ kind: "to", field: "a", value: 9 }])
    assert.deepStrictEqual(between("a", 0, 9), [...between("a", 0, undefined), ...between("a", undefined, 9)])
    assert.deepStrictEqual(labelled("rojo"), [{ kind: "holds", field: "etiquetas", value: "rojo" }])
    assert.deepStrictEqual(matching("  Ñandú\tSL "), [{ kind: "search", words: ["nandu", "sl"] }])
  })

  it("take a date-time for its day in the company's zone", () => {
    const [madrid, canary] = ["Europe/Madrid", "Atlantic/Canary"] as const
    const of = (from: string, zone: typeof madrid | typeof canary) => betweenDays("fecha", from, "2026-04-01", zone)
    assert.deepStrictEqual(of("2026-03-01", madrid), between("fecha", "2026-03-01", "2026-04-01"))
    assert.deepStrictEqual(of("2026-03-01T23:30:00Z", madrid), between("fecha", "2026-03-02", "2026-04-01"))
    assert.deepStrictEqual(of("2026-03-01T23:30:00Z", canary), between("fecha", "2026-03-01", "2026-04-01"))
    // Before the zone's first day.
    assert.deepStrictEqual(of("0001-01-01T00:30:00+23:00", madrid), between("fecha", "0001-01-01", "2026-04-01"))
  })

  it.scoped("need the company's zone for date-times only", () =>
    Effect.gen(function*() {
      const { openCompany, provide } = yield* makeScene()
      const { organizationId } = yield* openCompany({ region_fiscal: "canarias" })
      const zone = (...sent: ReadonlyArray<string | undefined>) => Effect.orDie(provide(zoneForDays(organizationId, ...sent)))
      for (const sent of [[], [undefined, "2026-03-01"]]) assert.strictEqual(yield* zone(...sent), "Europe/Madrid")
      for (const sent of [["2026-03-01T10:00"], ["2026-03-01", "2026-03-01T10:00"]]) {
        assert.strictEqual(yield* zone(...sent), "Atlantic/Canary")
      }
    }))
})
