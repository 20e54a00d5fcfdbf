import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { instant } from "../../core/calendar/instant.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import { findHeld, isSameRecord } from "../../core/comparison/findHeld.ts"
import { Storage } from "../../core/ports/Storage.ts"
import type { RegistryRecord } from "../../core/registry/RegistryRecord.ts"
import { chainOfRecords } from "../aeat/chainOfRecords.ts"
import { credentials, held, makeHolding, november } from "./comparedCompany.ts"

const at = instant(Date.parse("2026-11-20T10:00:00.000Z"))
const october = { ejercicio: 2026, periodo: 10 }

/** So many altas of one day, A-1 and so on. */
const altas = (count: number): ReadonlyArray<RegistryRecord> => {
  const { alta } = chainOfRecords()
  return Array.from({ length: count }, (_, i) => alta(`A-${i + 1}`, at))
}

/** Pages of invoices that nobody looks for. */
const strangers = (pages: number) => Array.from({ length: pages }, (_, i) => [held(`X-${i}`)])

/** What is found for these records, when `stored` are all that are here. */
const find = (
  records: ReadonlyArray<RegistryRecord>,
  { layer }: ReturnType<typeof makeHolding>,
  stored: ReadonlyArray<RegistryRecord> = [],
) =>
  Effect.gen(function*() {
    const snapshot = new Snapshot()
    for (const record of stored) snapshot.set("registryRecord", record)
    const { transact } = yield* Storage
    const organizationIds = stored.slice(0, 1).map(({ organizationId }) => organizationId)
    yield* transact({ organizationIds, keys: [] }, () => Effect.succeed({ changes: snapshot.changes(), value: undefined }))
    const found = yield* findHeld(records, credentials)
    return Object.fromEntries(Array.from(found, ([id, { huella, numserie }]) => [id, `${numserie} ${huella}`]))
  }).pipe(Effect.provide(Layer.merge(layer, StorageMemory.layer)))

describe("what the tax authority holds of some records", () => {
  it.effect("is asked for one by one where these are few in a month", () => Effect.gen(function*() {
    const authority = makeHolding()
    authority.holds(november, [held("A-1"), held("A-2", { fecha: "19-11-2026" }), held("A-5", { huella: null })])
    assert.deepStrictEqual(yield* find(altas(5), authority), { "record-1": "A-1 F00D", "record-5": "A-5 null" })
    assert.deepStrictEqual(authority.asked.map(({ numserie }) => numserie), ["A-1", "A-2", "A-3", "A-4", "A-5"])
  }))

  it.effect("is read by the month where these are many, only as far as needed", () => Effect.gen(function*() {
    const authority = makeHolding()
    const six = ["A-1", "A-2", "A-3", "A-4", "A-5", "A-6"]
    authority.holds(november, [held("A-1"), held("A-2", { fecha: "19-11-2026" })], six.slice(1).map((numserie) => held(numserie)), [held("B-1")])
    const found = yield* find(altas(6), authority)
    assert.deepStrictEqual(Object.values(found), six.map((numserie) => `${numserie} F00D`))
    assert.deepStrictEqual(authority.asked.map(({ numserie }) => numserie), [null, null])
  }))

  it.effect("does not include what the month, read to its end, does not hold", () => Effect.gen(function*() {
    const authority = makeHolding()
    authority.holds(november, [held("A-1")], [held("A-6")])
    assert.deepStrictEqual(yield* find(altas(6), authority), { "record-1": "A-1 F00D", "record-6": "A-6 F00D" })
    assert.lengthOf(authority.asked, 2)
  }))

  it.effect("is asked for one by one after ten pages of a month", () => Effect.gen(function*() {
    const authority = makeHolding()
    authority.holds(november, [held("A-1")], ...strangers(9), [held("A-6")])
    assert.deepStrictEqual(yield* find(altas(6), authority), { "record-1": "A-1 F00D" })
    assert.deepStrictEqual(authority.asked.slice(10).map(({ numserie }) => numserie), ["A-2", "A-3", "A-4", "A-5", "A-6"])
    assert.isTrue(authority.asked.slice(0, 10).every(({ numserie }) => numserie === null))
  }))

  it.effect("is the same for all records of one invoice", () => Effect.gen(function*() {
    const { alta, anulacion } = chainOfRecords()
    const records = [alta("A-1", at), anulacion("A-1", at), ...["A-2", "A-3", "A-4", "A-5"].map((numserie) => alta(numserie, at))]
    const authority = makeHolding()
    authority.holds(november, [held("A-1", { estado: "Anulado" })])
    assert.deepStrictEqual(yield* find(records, authority, records.slice(0, 1)), { "record-1": "A-1 F00D", "record-2": "A-1 F00D" })
  }))

  it.effect("is looked for in the month of the operation, which only an alta names", () => Effect.gen(function*() {
    const { alta, anulacion } = chainOfRecords()
    const first = alta("A-1", at)
    const earlier = { ...first, campos: { ...first.campos, FechaOperacion: "31-10-2026" } }
    for (const [record, stored] of [[earlier, []], [anulacion("A-1", at), [earlier]]] as const) {
      const authority = makeHolding()
      authority.holds(october, [held("A-1")])
      assert.deepStrictEqual(Object.values(yield* find([record], authority, stored)), ["A-1 F00D"])
      assert.deepStrictEqual(authority.asked, [{ month: "2026-10", numserie: "A-1" }])
    }
    // Of a registry that lost its alta nothing better is known than the day of issue.
    const authority = makeHolding()
    assert.deepStrictEqual(yield* find([anulacion("A-1", at)], authority), {})
    assert.deepStrictEqual(authority.asked, [{ month: "2026-11", numserie: "A-1" }])
  }))
})

describe("a held record", () => {
  it("is one of ours by its huella, or as an annulment that has left", () => {
    const [record] = altas(1)
    if (record === undefined) return assert.fail("no record")
    const { huella } = record
    const same = (given: Parameters<typeof held>[1], hasLeft: boolean) => isSameRecord(held("A-1", given), record, hasLeft)
    assert.deepStrictEqual([same({ huella }, false), same({ huella, estado: "Anulado" }, false)], [true, true])
    assert.deepStrictEqual([same({}, true), same({ huella: null }, true)], [false, false])
    assert.deepStrictEqual([same({ estado: "Anulado" }, true), same({ estado: "Anulado" }, false)], [true, false])
  })
})
