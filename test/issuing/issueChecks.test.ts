import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import type { Contact } from "../../core/contacts/Contact.ts"
import { customer, id, issue, line, refused, withCustomer } from "../support/issuing.ts"
import { sampleContact } from "../support/samples.ts"

/** The failing fields with their reasons, for an invoice to such a customer. */
const reasons = (given: Partial<Contact>) => {
  const contact = sampleContact(id, 1, given)
  return Either.match(issue({ contacto_id: contact.id, lineas: [line] }, { contact }), {
    onLeft: (refusal) => (refusal._tag === "InvalidInput" ? refusal.campos : assert.fail(refusal._tag)),
    onRight: () => [],
  })
}

/** The fields and reasons by which a draft cannot be issued. */
const problemsOf = (...args: Parameters<typeof issue>): ReadonlyArray<string> =>
  Either.match(issue(...args), {
    onLeft: (refusal) =>
      refusal._tag === "InvalidInput" ? refusal.campos.map(({ campo, motivo }) => `${campo}: ${motivo}`) : assert.fail(refusal._tag),
    onRight: () => [],
  })

const fields = (given: Partial<Contact>) => reasons(given).map(({ campo }) => campo)

describe("the recipient of an invoice at issue", () => {
  it("needs a country from the tax authority's list if its id is foreign", () => {
    for (const pais of ["US", "GB", "GR", "XU"]) assert.deepStrictEqual(fields({ nif: "987654321X", pais }), [], pais)
    for (const pais of ["ZZ", "UK", "EL", "XI", "us", "Estados Unidos"]) {
      assert.deepStrictEqual(fields({ nif: "987654321X", pais }), ["contacto.pais"], pais)
    }
    for (const pais of ["", null]) assert.deepStrictEqual(fields({ nif: "987654321X", pais }), ["contacto.nif"], pais ?? "null")
    assert.match(reasons({ nif: "987654321X", pais: "ZZ" })[0]?.motivo ?? "", /país.*código ISO/)
  })

  it("needs a Spanish NIF if it is Spanish", () => {
    assert.deepStrictEqual(fields({ nif: "987654321X", pais: "ES" }), ["contacto.nif"])
    assert.match(reasons({ nif: "987654321X", pais: "ES" })[0]?.motivo ?? "", /NIF español/)
    assert.deepStrictEqual(fields({ nif: "12345678Z", pais: "ES" }), [])
  })

  it("needs no country if it has a Spanish NIF or an intra-EU VAT id", () => {
    assert.deepStrictEqual(fields({ nif: "12345678Z", pais: "Ruritania" }), [])
    assert.deepStrictEqual(fields({ nif: null, nif_iva: "FR12345678901", pais: "Francia" }), [])
    assert.deepStrictEqual(fields({ nif: "987654321X", nif_iva: "XI123456789" }), [])
  })

  it("may give its Spanish NIF as an intra-EU VAT id, which must be valid", () => {
    assert.deepStrictEqual(fields({ nif: null, nif_iva: "ESB12345674" }), [])
    assert.deepStrictEqual(fields({ nif: null, nif_iva: "ES12345678Z" }), [])
    assert.deepStrictEqual(fields({ nif: null, nif_iva: "ESB12345675" }), ["contacto.nif_iva"])
    assert.deepStrictEqual(fields({ nif: "987654321X", nif_iva: "ESB12345675", pais: "US" }), ["contacto.nif_iva"])
  })
})

describe("a draft at issue", () => {
  it("must not come to nothing in euros", () => {
    const abroad = { ...withCustomer, divisa: "USD" }
    assert.deepStrictEqual(refused({ ...abroad, tipo_cambio: 0 }, {}), ["tipo_cambio"])
    assert.deepStrictEqual(refused({ ...abroad, tipo_cambio: 0.000001 }, {}), [])
  })

  it("must not have a surcharge that its rate lacks in the company's present territory", () => {
    const body = { contacto_id: customer.id, recargo_equivalencia: true, lineas: [{ ...line, tipo_iva: 10 }] }
    const moved = (region_fiscal: "peninsula" | "ceuta" | "canarias") =>
      refused(body, { issuingIn: { region_fiscal } })
    assert.deepStrictEqual(moved("peninsula"), [])
    assert.deepStrictEqual(moved("ceuta"), ["recargo_equivalencia"])
    assert.deepStrictEqual(moved("canarias"), ["lineas[0].tipo_iva", "recargo_equivalencia"])
  })

  it("is told which of the company's names is too long: the trade name if there is no legal one", () => {
    const long = "x".repeat(121)
    assert.deepStrictEqual(refused(withCustomer, { organization: { razon_social: long } }), ["organizacion.razon_social"])
    assert.deepStrictEqual(refused(withCustomer, { organization: { razon_social: null, nombre: long } }), ["organizacion.nombre"])
  })

  it("is refused with messages", () => {
    const wrong = [
      problemsOf({ contacto_id: customer.id }),
      problemsOf({ contacto_id: customer.id, tipo_documento: "quote" }),
      problemsOf(withCustomer, { organization: { nif: null } }),
      problemsOf(withCustomer, { organization: { nif: "B12345675" } }),
      problemsOf(withCustomer, { organization: { razon_social: "x".repeat(121) } }),
      problemsOf({ ...withCustomer, divisa: "USD", tipo_cambio: 0 }),
      problemsOf({ ...withCustomer, fecha_emision: "2026-03-03" }),
      problemsOf({ ...withCustomer, fecha_emision: "2024-10-27" }),
      problemsOf({ ...withCustomer, lineas: [line, { ...line, tipo_iva: 7.5 }] }),
      problemsOf(
        { contacto_id: customer.id, recargo_equivalencia: true, lineas: [{ ...line, tipo_iva: 10 }] },
        { issuingIn: { region_fiscal: "ceuta" } },
      ),
      problemsOf(withCustomer, { series: { tipo: "rectificative" } }),
    ]
    assert.deepStrictEqual(wrong, [
      ["lineas: debe tener al menos una línea"],
      ["lineas: debe tener al menos una línea"],
      ["organizacion.nif: la organización no tiene NIF"],
      ["organizacion.nif: el NIF de la organización no es un NIF español válido"],
      ["organizacion.razon_social: no puede tener más de 120 caracteres"],
      ["tipo_cambio: no puede ser menor que 0,000001"],
      ["fecha_emision: no puede ser posterior a hoy"],
      ["fecha_emision: no puede ser anterior al 28/10/2024"],
      ["lineas[1].tipo_iva: el 7,5 % no es un tipo de IVA vigente en la fecha de emisión"],
      ["recargo_equivalencia: el recargo del borrador no corresponde al IPSI de la organización"],
      ["serie: las facturas rectificativas llevan una serie propia"],
    ])
  })

  it("can be issued on the last possible day and with the longest possible name", () => {
    assert.deepStrictEqual(problemsOf({ ...withCustomer, fecha_emision: "2026-03-02" }), [])
    assert.deepStrictEqual(problemsOf(withCustomer, { organization: { razon_social: "x".repeat(120) } }), [])
  })

  it("is told what is wrong with its series together with the rest", () => {
    const given = { organization: { nif: null }, series: { tipo: "rectificative" } } as const
    assert.deepStrictEqual(refused(withCustomer, given), ["organizacion.nif", "serie"])
  })
})
