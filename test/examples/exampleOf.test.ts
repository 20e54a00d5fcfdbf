import { assert, describe, it } from "@effect/vitest"
import { Either, Schema } from "effect"
import { createAccessKey } from "../../core/access/accessKeyCommands.ts"
import { ActivityResource } from "../../core/activity/activityResource.ts"
import { exampleOf } from "../../core/examples/exampleOf.ts"
import { amount, list, optional, text } from "../../core/fields/fieldSchemas.ts"
import { decideOn } from "../support/decideOn.ts"
import { sampleOrganization, sampleOrganizationId } from "../support/samples.ts"

const Line = Schema.Struct({ descripcion: optional(text({ max: 20 })), importe: amount({ min: 0.01 }) })
  .annotations({ identifier: "LineaNueva" })

describe("an example", () => {
  it("has every field, with a sample for its name or else for its type", () => {
    const schema = Schema.Struct({
      nombre: Schema.String,
      cantidad: Schema.NullOr(Schema.Boolean),
      notas: Schema.NullOr(Schema.String),
      tipo: Schema.Literal("b", "a"),
      contacto: Schema.NullOr(Schema.Struct({ nombre: Schema.String, serie: Schema.NullOr(Schema.String) })),
      factura_id: Schema.String,
      etiquetas: Schema.Array(Schema.String),
      otros: Schema.Array(Schema.Int),
      datos: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
    })
    assert.deepStrictEqual(exampleOf(schema), {
      nombre: "Nombre de ejemplo",
      cantidad: null,
      notas: null,
      tipo: "b",
      contacto: { nombre: "Cliente de Ejemplo SL", serie: null },
      factura_id: "01930a6b9d107c2f9a4e5b6c7d8e9f02",
      etiquetas: ["ejemplo"],
      otros: [0],
      datos: {},
    })
  })

  it("of a request leaves out optional fields, except the usual ones", () => {
    const schema = Schema.Struct({
      serie: optional(Schema.String),
      email: optional(Schema.String),
      divisa: Schema.String,
      lineas: optional(list(Line, 5)),
      numeros: optional(list(Schema.Int, 5)),
    })
    assert.deepStrictEqual(exampleOf(schema, "sent"), {
      email: "facturas@cliente.example",
      divisa: "EUR",
      lineas: [{ descripcion: "Consultoría", importe: 726 }],
    })
  })

  it("uses examples that the schema declares, at any depth", () => {
    const declared = Schema.String.annotations({ examples: ["así"] })
    const some = Schema.Struct({ nombre: declared, notas: Schema.NullOr(declared) })
    assert.deepStrictEqual(exampleOf(some), { nombre: "así", notas: "así" })
    const whole = Schema.Struct({ a: Schema.Int }).annotations({ examples: [{ a: 7 }] })
    assert.deepStrictEqual(exampleOf(Schema.Array(whole)), [{ a: 7 }])
    const named = Schema.Array(Schema.Struct({ a: Schema.Int }).annotations({ identifier: "Cosa" }))
    assert.deepStrictEqual(exampleOf(named, "answered", { Cosa: { a: 8 } }), [{ a: 8 }])
  })

  it("ends even when a schema contains itself", () => {
    interface Tree {
      readonly id: string
      readonly first: Tree | null
      readonly rest: ReadonlyArray<Tree>
    }
    const Tree: Schema.Schema<Tree> = Schema.Struct({
      id: Schema.String,
      first: Schema.NullOr(Schema.suspend(() => Tree)),
      rest: Schema.Array(Schema.suspend(() => Tree)),
    })
    assert.deepStrictEqual(exampleOf(Tree), { id: "01930a6b7c8d7e9f8a0b1c2d3e4f5061", first: null, rest: [] })
  })

  it("of the activity log describes a key as the log does", () => {
    const id = sampleOrganizationId()
    const key = { clave: "svc_live_x", modo: "live", scopes: [], nombre: "Tienda" } as const
    const { rows } = Either.getOrThrow(decideOn(createAccessKey(id, key), { organization: [sampleOrganization(id)] }))
    const entries = rows.flatMap((row) => (row.table === "activityEntry" ? [row.row.mensaje] : []))
    assert.deepStrictEqual(entries, [exampleOf(ActivityResource).mensaje])
  })

  it("is valid for its schema, or making it throws", () => {
    const picky = Schema.Struct({ codigo: Schema.String.pipe(Schema.pattern(/^\d+$/)) })
    assert.throws(() => exampleOf(picky))
    assert.throws(() => exampleOf(Schema.Struct({ a: Schema.Int.annotations({ examples: [1.5] }) })))
  })
})
