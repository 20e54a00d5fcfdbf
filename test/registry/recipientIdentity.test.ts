import { assert, describe, it } from "@effect/vitest"
import {
  asNotInCensus,
  identityFields,
  isSpanishVatId,
  type RecipientIdentity,
  recipientIdentity,
  recipientNif,
} from "../../core/registry/recipientIdentity.ts"
import type { Qualification } from "../../core/tax/qualification.ts"

interface Ids {
  readonly nif?: string
  readonly nif_iva?: string
  readonly pais?: string
}

const identity = ({ nif, nif_iva, pais }: Ids, ...operations: ReadonlyArray<Qualification["operation"]>) =>
  recipientIdentity(
    { nif: nif ?? null, nif_iva: nif_iva ?? null, pais: pais ?? null },
    operations.map((operation) => ({ operation })),
  )

const spanish: RecipientIdentity = { kind: "nif", nif: "12345678Z" }
const german: RecipientIdentity = { kind: "vat_id", id: "DE123456789" }

describe("the identity of a recipient", () => {
  it("is the Spanish NIF", () => {
    assert.deepEqual(identity({ nif: "12345678Z" }, "S1"), spanish)
    assert.deepEqual(identity({ nif: "12345678Z", pais: "US" }, "S1"), spanish)
    assert.deepEqual(identity({ nif: "12345678Z", pais: "Ruritania" }, "E2"), spanish)
  })

  it("is the Spanish NIF in an intra-EU VAT id", () => {
    assert.deepEqual(identity({ nif_iva: "ES12345678Z" }, "S1"), spanish)
    assert.deepEqual(identity({ nif: "AB1234", nif_iva: "ES12345678Z", pais: "US" }, "S1"), spanish)
    assert.deepEqual(identity({ nif: "12345678Z", nif_iva: "ESB12345674" }, "N2"), spanish)
  })

  it("is the VAT id of another State for what is supplied there, even next to a Spanish NIF", () => {
    const both = { nif: "12345678Z", nif_iva: "DE123456789" }
    assert.deepEqual(identity(both, "E5"), german)
    assert.deepEqual(identity(both, "N2"), german)
    assert.deepEqual(identity(both, "S1", "N2"), german)
    assert.deepEqual(identity(both, "S1", "E1", "E2"), spanish)
    assert.deepEqual(identity(both), spanish)
  })

  it("is the VAT id of another State if there is no Spanish NIF, rather than any other id", () => {
    assert.deepEqual(identity({ nif_iva: "DE123456789" }, "S1"), german)
    assert.deepEqual(identity({ nif: "AB1234", nif_iva: "DE123456789", pais: "US" }, "S1"), german)
  })

  it("is the id of the recipient's country otherwise", () => {
    const foreign = (country: string, id: string) => ({ kind: "foreign", country, id } as const)
    assert.deepEqual(identity({ nif: "AB1234", pais: "US" }, "S1"), foreign("US", "AB1234"))
    assert.deepEqual(identity({ nif: "12345678A", pais: "FR" }, "N2"), foreign("FR", "12345678A"))
  })

  it("does not exist without an id, or with one of no country or of Spain", () => {
    assert.isUndefined(identity({}, "S1"))
    assert.isUndefined(identity({ pais: "US" }, "S1"))
    for (const pais of [undefined, "", "ES", "España", "Ruritania", "us"]) {
      assert.isUndefined(identity({ nif: "AB1234", ...(pais === undefined ? {} : { pais }) }, "S1"), pais)
    }
  })

  it("does not exist with an invalid Spanish VAT id, not even next to an id of another country", () => {
    assert.isUndefined(identity({ nif_iva: "ES12345678A" }, "N2"))
    assert.isUndefined(identity({ nif: "AB1234", nif_iva: "ES12345678A", pais: "US" }, "S1"))
  })
})

describe("the Spanish NIF of a recipient", () => {
  it("is its nif, or else what follows the ES of its VAT id", () => {
    assert.strictEqual(recipientNif({ nif: "12345678Z", nif_iva: "ESB12345674" }), "12345678Z")
    assert.strictEqual(recipientNif({ nif: "12345678A", nif_iva: "ESB12345674" }), "B12345674")
    assert.strictEqual(recipientNif({ nif: null, nif_iva: "ESB12345674" }), "B12345674")
  })

  it("does not exist if neither is valid", () => {
    const none = [
      { nif: null, nif_iva: null },
      { nif: "12345678A", nif_iva: null },
      { nif: "AB1234", nif_iva: "ESB12345675" },
      // What follows the first two characters is a valid NIF, but the id is Germany's.
      { nif: null, nif_iva: "DEB12345674" },
    ]
    for (const one of none) assert.isUndefined(recipientNif(one), JSON.stringify(one))
  })
})

describe("an intra-EU VAT id", () => {
  it("is recognised as Spanish by its first two letters", () => {
    assert.isTrue(isSpanishVatId("ESB12345674"))
    assert.isTrue(isSpanishVatId("ES"))
    assert.isFalse(isSpanishVatId("DEES1234567"))
    assert.isFalse(isSpanishVatId(null))
  })
})

describe("the identity in a record", () => {
  it("is the NIF, or IDOtro with its kind, and with the country only for an id of the country", () => {
    assert.deepEqual(identityFields(spanish), { NIF: "12345678Z" })
    assert.deepEqual(identityFields(german), { IDOtro: { IDType: "02", ID: "DE123456789" } })
    assert.strictEqual(
      JSON.stringify(identityFields({ kind: "foreign", country: "US", id: "AB1234" })),
      `{"IDOtro":{"CodigoPais":"US","IDType":"04","ID":"AB1234"}}`,
    )
  })

  it("marks the NIF of a natural person who is not in the census, and nobody else's", () => {
    const marked = asNotInCensus(spanish)
    assert.deepEqual(marked, { kind: "notInCensus", nif: "12345678Z" })
    assert.strictEqual(
      marked && JSON.stringify(identityFields(marked)),
      `{"IDOtro":{"CodigoPais":"ES","IDType":"07","ID":"12345678Z"}}`,
    )
    for (const other of [{ kind: "nif", nif: "B12345674" }, { kind: "notInCensus", nif: "12345678Z" }, german, null] as const) {
      assert.isUndefined(asNotInCensus(other), JSON.stringify(other))
    }
  })
})
