import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Fields, fieldsIn, fieldsOf, isFields } from "../../adapters/http/openApi/Fields.ts"
import { openApiDocument } from "../../adapters/http/openApi/openApi.ts"
import { propertyWords } from "../../adapters/http/openApi/words/propertyWords.ts"
import { makeHarness } from "../../runtimes/memory/harness.ts"

const schemasOf = (version: "3.1" | "3.0"): Fields =>
  fieldsIn(fieldsIn(openApiDocument(null, version), "components"), "schemas")

const schemas = schemasOf("3.1")

/** A property by its path: `verifactu.huella`. */
const propertyIn = (all: Fields, name: string, path: string): Fields =>
  path.split(".").reduce((schema, step) => fieldsIn(fieldsIn(schema, "properties"), step), fieldsIn(all, name))

const descriptionIn = (all: Fields, name: string, path: string): string =>
  String(propertyIn(all, name, path)["description"] ?? "")

const bodies = Object.keys(schemas).filter((name) => /Nuev[oa]$|Cambios$|^ReenvioDeIntervalo$/.test(name))

/** Properties that need no description. */
const evident = new Set([
  "email", "telefono", "movil", "direccion", "ciudad", "cp", "provincia", "web", "persona_contacto", "etiquetas", "notas",
  "categoria", "clase", "descripcion", "motivo", "referencia",
])

describe("the descriptions of properties", () => {
  it("belong to existing properties and appear in both versions", () => {
    for (const [name, words] of Object.entries(propertyWords)) {
      for (const path of Object.keys(words)) {
        for (const version of ["3.1", "3.0"] as const) {
          assert.notStrictEqual(descriptionIn(schemasOf(version), name, path), "", `${version} ${name} ${path}`)
        }
      }
    }
  })

  it("exist for every property of a body that needs one", () => {
    assert.isAbove(bodies.length, 12)
    const mute = bodies.flatMap((name) =>
      Object.keys(fieldsIn(fieldsIn(schemas, name), "properties"))
        .filter((path) => descriptionIn(schemas, name, path) === "" && !evident.has(path))
        .map((path) => `${name} ${path}`))
    assert.deepStrictEqual(mute, [])
  })

  it("explain the exchange rate wherever one is sent or shown", () => {
    for (const name of ["FacturaNueva", "FacturaCambios", "Factura", "FacturaResumen"]) {
      assert.include(descriptionIn(schemas, name, "tipo_cambio"), "Euros que vale una unidad de `divisa`", name)
    }
  })

  it("give defaults for creations, and the meaning of null for changes", () => {
    assert.match(descriptionIn(schemas, "ContactoNuevo", "tipo"), /Por omisión, `customer`\.$/)
    assert.match(descriptionIn(schemas, "ContactoCambios", "tipo"), /Con null, `customer`\.$/)
    assert.match(descriptionIn(schemas, "RectificacionNueva", "metodo"), /Por omisión, `diferencias`\.$/)
    for (const name of bodies) {
      const described = Object.values(fieldsIn(fieldsIn(schemas, name), "properties")).filter(isFields)
      const told = described.map(({ description }) => String(description)).join(" ")
      // Lines are the same wherever they are sent.
      if (name.endsWith("Cambios")) assert.notInclude(told, "Por omisión", name)
      else assert.notInclude(told, "Con null", name)
      // Some generators make a property with a default required.
      assert.isTrue(described.every((property) => property["default"] === undefined), name)
    }
  })

  const constantOf = (told: string): unknown => {
    const word = told.replaceAll("`", "")
    return word === "false" ? false : word === told ? Number(word) : word
  }

  /** The defaults given as a value, such as `customer` or 0. */
  const constantsOf = (name: string): Fields =>
    Object.fromEntries(Object.keys(fieldsIn(fieldsIn(schemas, name), "properties")).flatMap((path) => {
      const [, told] = /Por omisión, (`\w+`|\d+)\.$/.exec(descriptionIn(schemas, name, path)) ?? []
      return told === undefined ? [] : [[path, constantOf(told)] as const]
    }))

  it.scopedLive("give the defaults that the service applies", () =>
    Effect.gen(function*() {
      const { openCompany, request } = yield* makeHarness()
      const { live: key } = yield* openCompany()
      const made = (path: string, body: object) =>
        Effect.map(request("POST", path, { key, body }), ({ json, status }) => {
          assert.strictEqual(status, 201, path)
          return fieldsOf(json)
        })
      const invoice = yield* made("/facturas", { lineas: [{ descripcion: "Horas", precio: 1 }] })
      const [line] = Array.isArray(invoice["lineas"]) ? invoice["lineas"].filter(isFields) : []
      const supplier = yield* made("/contactos", { nombre: "Ana", tipo: "supplier" })
      const order = yield* made("/pedidos-compra", { proveedor_id: supplier["id"], lineas: [{ descripcion: "Papel" }] })
      const [orderLine] = Array.isArray(order["lineas"]) ? order["lineas"].filter(isFields) : []
      const cases: ReadonlyArray<readonly [name: string, shown: Fields, least: number]> = [
        ["ContactoNuevo", yield* made("/contactos", { nombre: "Ana" }), 3],
        ["ProductoNuevo", yield* made("/productos", { nombre: "Papel" }), 5],
        ["GastoNuevo", yield* made("/gastos", { base: 1 }), 1],
        ["OportunidadNueva", yield* made("/oportunidades", { titulo: "Web" }), 3],
        ["LineaDePedidoDeCompraNueva", orderLine ?? {}, 3],
        ["PedidoDeCompraNuevo", order, 1],
        ["TiendaNueva", yield* made("/tiendas", { nombre: "Sol", plataforma: "shopify" }), 1],
        ["SocioNuevo", yield* made("/socios", { nombre: "Ana" }), 2],
        ["DonativoNuevo", yield* made("/donativos", { importe: 1 }), 1],
        ["FacturaNueva", invoice, 3],
        ["LineaNueva", line ?? {}, 1],
        ["WebhookNuevo", yield* made("/webhooks", { url: "https://avisos.example.org" }), 1],
      ]
      for (const [name, shown, least] of cases) {
        const { precios_con_iva: _, ...constants } = constantsOf(name)
        assert.isAtLeast(Object.keys(constants).length, least, name)
        assert.deepInclude(shown, constants, name)
      }
    }))
})
