import { assert, describe, it } from "@effect/vitest"
import { differingField, fieldsAt, isList, textAt } from "../../core/registry/recordFields.ts"
import type { RecordFields } from "../../core/registry/RegistryRecord.ts"

const fields: RecordFields = { text: "T", nested: { inner: "I" }, list: [{ inner: "L" }] }

describe("a field of a record", () => {
  it("is read as what it is, or not at all", () => {
    assert.deepEqual(["text", "nested", "list", "none"].map((name) => textAt(fields, name)), ["T", undefined, undefined, undefined])
    assert.deepEqual(["text", "nested", "list", "none"].map((name) => fieldsAt(fields, name)), [
      undefined, { inner: "I" }, undefined, undefined,
    ])
    assert.isUndefined(textAt(undefined, "text"))
  })

  it("is told to be a list", () => {
    assert.isTrue(isList([{ inner: "L" }]))
    assert.isFalse(isList("L") || isList({ inner: "L" }))
  })
})

describe("two records of an invoice", () => {
  it("differ in the first field about the invoice that is not the same", () => {
    assert.strictEqual(differingField({ ...fields, other: "1" }, { ...fields, other: "2" }), "other")
    assert.strictEqual(differingField(fields, { ...fields, text: "t", nested: { inner: "i" } }), "text")
    assert.strictEqual(differingField(fields, { ...fields, nested: { inner: "i" } }), "nested")
    assert.strictEqual(differingField(fields, { ...fields, list: [] }), "list")
  })

  it("differ in a field that only one of them has", () => {
    assert.strictEqual(differingField({ ...fields, more: "1" }, fields), "more")
    assert.strictEqual(differingField(fields, { ...fields, more: "1" }), "more")
  })

  it("do not differ in equal fields, nor in those about the record itself", () => {
    const own = {
      IDVersion: "1.0",
      Subsanacion: "S",
      RechazoPrevio: "X",
      Encadenamiento: { PrimerRegistro: "S" },
      SistemaInformatico: { Version: "1" },
      FechaHoraHusoGenRegistro: "2026-03-02T13:00:00+01:00",
      TipoHuella: "01",
      Huella: "A",
    }
    assert.isUndefined(differingField(fields, structuredClone(fields)))
    for (const [name, value] of Object.entries(own)) assert.isUndefined(differingField({ ...fields, [name]: value }, fields), name)
  })
})
