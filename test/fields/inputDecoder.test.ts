import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { ContactInput } from "../../core/contacts/Contact.ts"
import { InvoiceInput } from "../../core/drafts/invoiceInput.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import { OrganizationInput } from "../../core/organizations/organizationInput.ts"

const contact = inputDecoder(ContactInput)
const invoice = inputDecoder(InvoiceInput)
const organization = inputDecoder(OrganizationInput)

const refused = (result: Either.Either<unknown, { readonly campos: ReadonlyArray<{ campo: string; motivo: string }> }>) =>
  Either.match(result, { onLeft: ({ campos }) => campos, onRight: () => [] })

const fieldsOf = (result: Parameters<typeof refused>[0]) => refused(result).map(({ campo }) => campo)

describe("decodeInput", () => {
  it("reports every failing field at once, unknown ones too, with a Spanish reason", () => {
    const body = JSON.parse(`{"nombre":"","nif":"12345678A","email":"nadie","irpf":15.5,"dias_pago":366,"tipo":"cliente",
      "etiquetas":["a",3,""],"moneda":"eur","descuento":"10","iban":"ES00","sobra":1,"__proto__":{"x":1}}`)
    const found = refused(contact(body))
    assert.sameMembers(found.map(({ campo }) => campo), [
      "nombre", "nif", "email", "irpf", "dias_pago", "tipo", "etiquetas[1]", "etiquetas[2]", "moneda", "descuento", "iban",
      "sobra", "__proto__",
    ])
    const reasons = new Map(found.map(({ campo, motivo }) => [campo, motivo]))
    assert.strictEqual(reasons.get("nombre"), "no puede estar vacío")
    assert.strictEqual(reasons.get("tipo"), "debe ser uno de estos valores: customer, supplier")
    assert.strictEqual(reasons.get("irpf"), "debe ser un número entero")
    assert.strictEqual(reasons.get("dias_pago"), "debe estar entre 0 y 365")
    const tooMuch = refused(invoice({ notas: "x".repeat(4001), tipo_cambio: -1, numero: 0 })).map(({ motivo }) => motivo)
    assert.deepStrictEqual(tooMuch, [
      "debe estar entre 1 y 999.999.999.999", "no puede tener más de 4.000 caracteres", "debe estar entre 0 y 999.999.999,999999",
    ])
    assert.strictEqual(reasons.get("descuento"), "debe ser un número")
    assert.strictEqual(reasons.get("etiquetas[1]"), "debe ser un texto")
    assert.strictEqual(reasons.get("sobra"), "no es una propiedad conocida")
  })

  it("writes the path of a nested field with its zero-based index", () => {
    const body = { lineas: [{ descripcion: "x", precio: 1 }, { descripcion: "", precio: "1", otra: 1 }, 5] }
    assert.sameMembers(fieldsOf(invoice(body)), ["lineas[1].descripcion", "lineas[1].precio", "lineas[1].otra", "lineas[2]"])
  })

  it("reports null as missing where a value is required", () => {
    assert.deepStrictEqual(refused(contact({ nombre: null })), [{ campo: "nombre", motivo: "es obligatorio" }])
    assert.deepStrictEqual(refused(contact({})), [{ campo: "nombre", motivo: "es obligatorio" }])
    const [label] = refused(contact({ nombre: "x", etiquetas: [null] }))
    assert.deepStrictEqual(label, { campo: "etiquetas[0]", motivo: "debe ser un texto" })
  })

  it("calls the body itself (cuerpo)", () => {
    for (const body of [null, 5, "x", [], true]) {
      assert.deepStrictEqual(refused(contact(body)), [{ campo: "(cuerpo)", motivo: "debe ser un objeto" }])
    }
  })

  it("refuses characters that PostgreSQL or XML cannot hold, and accepts all others", () => {
    for (const bad of ["a\u0000b", "\u001b", "\ud800", "x\udc00y", "\uffff"]) {
      assert.deepStrictEqual(refused(contact({ nombre: bad })), [{ campo: "nombre", motivo: "contiene caracteres no admitidos" }])
    }
    for (const good of ["Łódź Ωmega", "شركة", "\u{1F9FE}"]) assert.deepStrictEqual(refused(contact({ nombre: good })), [])
  })

  it("accepts a single e-mail address, neither a list nor one with a name", () => {
    for (const good of ["a@b.es", "nombre.apellido+x@sub.ejemplo.es", "x_1@xn--and-6ma2c.es", "A@B.ES"]) {
      assert.deepStrictEqual(refused(contact({ nombre: "x", email: good })), [], good)
    }
    const inDomain = Array.from(",;:<>()[]\"\\@ \t", (sign) => `a@b.es${sign}c`)
    for (const bad of [...inDomain, "a@b,c.es", "a,b@c.es", "Ana <a@b.es>", "a@b", "a@.es", "a@b..es", "", "josé@b.es", "a@ñ.es", "a..b@c.es", ".a@c.es", "a@-b.es", "a@b_c.es", "a@b.es\u200b"]) {
      assert.deepStrictEqual(fieldsOf(contact({ nombre: "x", email: bad })), ["email"], bad)
    }
  })

  it("requires a name to be on one line and not blank", () => {
    for (const bad of ["\u200b", "a\tb", "a\nb", "a\u0085b", "a\u2028b", "a\u2029b", " "]) {
      assert.deepStrictEqual(fieldsOf(contact({ nombre: bad })), ["nombre"])
    }
    assert.deepStrictEqual(fieldsOf(contact({ nombre: "x", notas: "a\tb\nc" })), [])
  })

  it("requires a legal name not to be blank, or to be absent", () => {
    for (const bad of ["\u200b", "a\tb", "a\nb", " ", "x".repeat(201)]) {
      assert.deepStrictEqual(fieldsOf(organization({ nombre: "x", razon_social: bad })), ["razon_social"])
    }
    for (const good of ["Talleres Núñez SL", "", null]) {
      assert.deepStrictEqual(fieldsOf(organization({ nombre: "x", razon_social: good })), [])
    }
  })

  it("reports what lines and series lack together with what is wrong with other fields", () => {
    const body = { serie: "a b", irpf: "x", lineas: [{ precio: 1 }, { descripcion: "x", precio: 1, tipo_iva: "x" }, {}, { producto_id: "p" }] }
    assert.sameMembers(fieldsOf(invoice(body)), [
      "serie", "irpf", "lineas[0].descripcion", "lineas[1].tipo_iva", "lineas[2].descripcion", "lineas[2].precio",
    ])
  })

  it("counts characters, not UTF-16 halves of them", () => {
    assert.deepStrictEqual(fieldsOf(contact({ nombre: "\u{1F9FE}".repeat(200) })), [])
    assert.deepStrictEqual(fieldsOf(contact({ nombre: "\u{1F9FE}".repeat(201) })), ["nombre"])
  })

  it("accepts null for every optional property", () => {
    const body = Object.fromEntries(Object.keys(ContactInput.fields).map((name) => [name, name === "nombre" ? "x" : null]))
    assert.deepStrictEqual(refused(contact(body)), [])
    const nulls = Object.fromEntries(Object.keys(InvoiceInput.from.fields).map((name) => [name, null]))
    assert.deepStrictEqual(refused(invoice(nulls)), [])
  })

  it("limits decimals, and reads amounts with up to two of them", () => {
    const line = (precio: unknown, cantidad: unknown = 1) => invoice({ lineas: [{ descripcion: "x", precio, cantidad }] })
    assert.deepStrictEqual(fieldsOf(line(999_999_999.999999)), [])
    assert.deepStrictEqual(fieldsOf(line(-1_000_000_000)), ["lineas[0].precio"])
    assert.deepStrictEqual(fieldsOf(line(1, 1e300)), ["lineas[0].cantidad"])
    assert.deepStrictEqual(refused(invoice({ suplidos: 1e12 })), [{ campo: "suplidos", motivo: "no puede pasar de 12 cifras enteras" }])
    assert.deepStrictEqual(fieldsOf(invoice({ suplidos: 1.005 })), ["suplidos"])
    assert.deepStrictEqual(fieldsOf(invoice({ suplidos: -1 })), ["suplidos"])
    assert.deepStrictEqual(fieldsOf(invoice({ suplidos: 10.5, irpf: -0 })), [])
  })

  it("tells dates from other texts", () => {
    for (const good of ["2026-03-01", "2026-03-01T10:00:00Z", "2024-02-29"]) assert.deepStrictEqual(fieldsOf(invoice({ fecha_emision: good })), [])
    for (const bad of ["2026-02-29", "01/03/2026", "", "2026-3-1", "hoy"]) {
      assert.deepStrictEqual(fieldsOf(invoice({ fecha_emision: bad })), ["fecha_emision"])
    }
  })

  it("accepts years from 1900 to 2200, in every zone as written", () => {
    for (const good of ["1900-01-01", "2200-12-31", "2200-12-31T23:30:00Z"]) {
      assert.deepStrictEqual(fieldsOf(invoice({ fecha_emision: good })), [], good)
    }
    for (const bad of ["1899-12-31", "1899-12-31T23:59:59Z", "2201-01-01", "0026-01-01", "9999-12-31"]) {
      assert.deepStrictEqual(fieldsOf(invoice({ fecha_emision: bad, irpf: 101 })), ["fecha_emision", "irpf"], bad)
    }
  })

  it("reports contradicting properties together with everything else", () => {
    const told = (body: object) => [fieldsOf(invoice(body)), fieldsOf(invoice({ ...body, irpf: 101 })).filter((one) => one !== "irpf")]
    const twice = (...fields: ReadonlyArray<string>) => [fields, fields]
    assert.deepStrictEqual(told({ divisa: "EUR", tipo_cambio: 2 }), twice("tipo_cambio"))
    assert.deepStrictEqual(told({ divisa: "USD" }), twice("tipo_cambio"))
    assert.deepStrictEqual(told({ divisa: "USD", tipo_cambio: 1 }), twice())
    assert.deepStrictEqual(told({ divisa: "EUR", tipo_cambio: 1 }), twice())
    assert.deepStrictEqual(told({ tipo_cambio: 2 }), twice())
    assert.deepStrictEqual(told({ facturas_sustituidas: ["f"] }), twice("contacto_id"))
    assert.deepStrictEqual(told({ facturas_sustituidas: ["f"], contacto_id: "c" }), twice())
    assert.deepStrictEqual(told({ facturas_sustituidas: ["f"], contacto_id: "c", tipo_documento: "quote" }), twice("facturas_sustituidas"))
    assert.deepStrictEqual(told({ facturas_sustituidas: [] }), twice())
  })

  it("accepts the currencies that are in use", () => {
    for (const code of ["EUR", "USD", "XOF"]) {
      const sent = code === "EUR" ? { divisa: code } : { divisa: code, tipo_cambio: 0.9 }
      assert.deepStrictEqual([fieldsOf(invoice(sent)), fieldsOf(contact({ nombre: "x", moneda: code }))], [[], []])
    }
    for (const code of ["ZZZ", "HRK", "XXX", "eur", "€", ""]) {
      assert.deepStrictEqual(fieldsOf(invoice({ divisa: code })), ["divisa"], code)
      assert.deepStrictEqual(fieldsOf(contact({ nombre: "x", moneda: code })), ["moneda"], code)
    }
  })

  it("limits the length of lists", () => {
    assert.deepStrictEqual(fieldsOf(invoice({ etiquetas: Array(13).fill("a") })), ["etiquetas"])
    assert.deepStrictEqual(fieldsOf(contact({ nombre: "x", etiquetas: Array(30).fill("a") })), [])
    assert.deepStrictEqual(fieldsOf(invoice({ lineas: Array.from({ length: 501 }, () => ({ descripcion: "x", precio: 1 })) })), ["lineas"])
  })
})
