import { assert, describe, it } from "@effect/vitest"
import type { Contact } from "../../core/contacts/Contact.ts"
import type { RecordFields, RegistryRecord } from "../../core/registry/RegistryRecord.ts"
import { customer, type Given, id, issued, line, must, rowOf, withCustomer } from "../support/issuing.ts"
import { sampleContact } from "../support/samples.ts"
import { schemaFolder } from "./aeatSchemas.ts"
import { recordSchemaFaults } from "./recordSchemaFaults.ts"

const recordOf = (body: object, given: Given = {}): RegistryRecord => must(rowOf(issued(body, given), "registryRecord"))

const taxed = (...rates: ReadonlyArray<number>) => rates.map((tipo_iva) => ({ ...line, tipo_iva }))

const toContact = (given: Partial<Contact>) => {
  const contact = sampleContact(id, 1, { ...customer, ...given })
  return recordOf({ contacto_id: contact.id, lineas: [line] }, { contact })
}

const chained = (): RegistryRecord => {
  const first = issued(withCustomer)
  return recordOf(withCustomer, { series: must(rowOf(first, "series")), chainHead: must(rowOf(first, "chainHead")) })
}

const canarias: Given = { organization: { region_fiscal: "canarias" } }
const ceuta: Given = { organization: { region_fiscal: "ceuta" } }
const ipsi = [0, 0.5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

const records: Readonly<Record<string, () => RegistryRecord>> = {
  "F1": () => recordOf(withCustomer),
  "F1, chained": chained,
  "F2": () => recordOf({ lineas: [line] }),
  "several rates": () => recordOf({ ...withCustomer, lineas: taxed(21, 10, 4) }),
  "rates of some months": () => recordOf({ ...withCustomer, fecha_emision: "2024-10-28", lineas: taxed(2, 7.5) }),
  "exempt, with surcharge": () => recordOf({ ...withCustomer, recargo_equivalencia: true, lineas: taxed(21, 10, 4, 0) }),
  "Spanish VAT id": () => toContact({ nif: null, nif_iva: "ESB12345674" }),
  "EU VAT id": () => toContact({ nif: null, nif_iva: "FR12345678901" }),
  "foreign id": () => toContact({ nif: "98765432100000000000", pais: "US" }),
  "more than 100 million EUR": () => recordOf({ ...withCustomer, lineas: [{ ...line, cantidad: 900, precio: 900_000_000 }] }),
  "negative": () => recordOf({ ...withCustomer, lineas: [{ ...line, precio: -100 }] }),
  "another currency": () => recordOf({ ...withCustomer, divisa: "USD", tipo_cambio: 0.923456 }),
  "canarias": () => recordOf({ ...withCustomer, recargo_equivalencia: true, lineas: taxed(9.5, 7, 0) }, canarias),
  "ceuta": () => recordOf({ ...withCustomer, lineas: taxed(...ipsi) }, ceuta),
  "500 emoji": () => recordOf({ ...withCustomer, lineas: [{ ...line, descripcion: "😀".repeat(600) }] }),
  "signs of XML": () => recordOf({ ...withCustomer, lineas: [{ ...line, descripcion: "<b>\"Tuercas\" & 'pernos' ]]></b>" }] }),
}

const broken: Readonly<Record<string, RecordFields>> = {
  "unknown kind": { TipoFactura: "F9" },
  "description of 501": { DescripcionOperacion: "😀".repeat(501) },
  "amount of three decimals": { ImporteTotal: "121.000" },
  "country outside the list": {
    Destinatarios: { IDDestinatario: [{ NombreRazon: "X", IDOtro: { CodigoPais: "UK", IDType: "04", ID: "1" } }] },
  },
  "huella of 65": { Huella: "A".repeat(65) },
  "field out of order": { RefExterna: "after the rest" },
}

describe("records and AEAT's schema", () => {
  it.skipIf(schemaFolder === undefined)("agree on every kind of record", async () => {
    const names = Object.keys(records)
    const found = await recordSchemaFaults(names.map((name) => must(records[name])().campos))
    assert.deepStrictEqual(names.map((name, i) => [name, found[i]]), names.map((name) => [name, []]))
  })

  it.skipIf(schemaFolder === undefined)("disagree on a broken record", async () => {
    const { campos } = recordOf(withCustomer)
    const names = Object.keys(broken)
    const found = await recordSchemaFaults(names.map((name) => ({ ...campos, ...broken[name] })))
    names.forEach((name, i) => assert.isNotEmpty(found[i], name))
  })
})
