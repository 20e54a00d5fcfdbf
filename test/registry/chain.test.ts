import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { createHash } from "node:crypto"
import { type ChainEnd, type ChainRecord, chainVerifier, verifyChain } from "../../core/registry/chain.ts"
import { canonicalAlta, canonicalAnulacion, huellaOf } from "../../core/registry/huella.ts"

/** A record with its right hash; `name` stands for its contents. */
const record = (orden: number, previous: string | null, name = String(orden)): ChainRecord => {
  const FechaHoraHusoGenRegistro = "2026-11-20T10:00:00+01:00"
  const cadena = orden % 4 === 0
    ? canonicalAnulacion({
      IDEmisorFacturaAnulada: "89890001K",
      NumSerieFacturaAnulada: `A-${name}`,
      FechaExpedicionFacturaAnulada: "20-11-2026",
      Huella: previous,
      FechaHoraHusoGenRegistro,
    })
    : canonicalAlta({
      IDEmisorFactura: "89890001K",
      NumSerieFactura: `A-${name}`,
      FechaExpedicionFactura: "20-11-2026",
      TipoFactura: "F1",
      CuotaTotal: "21.00",
      ImporteTotal: "121.00",
      Huella: previous,
      FechaHoraHusoGenRegistro,
    })
  return { orden, cadena, huella: huellaOf(cadena), huella_anterior: previous }
}

const chain = (length: number): Array<ChainRecord> => {
  const records: Array<ChainRecord> = []
  for (let orden = 1; orden <= length; orden++) records.push(record(orden, records.at(-1)?.huella ?? null))
  return records
}

const whole = chain(6)
const headOf = (records: ReadonlyArray<ChainRecord>): ChainEnd | null => records.at(-1) ?? null
const head = headOf(whole)

const at = (orden: number): ChainRecord => {
  const found = whole[orden - 1]
  if (found === undefined) throw new Error(`no record ${orden}`)
  return found
}

/** The chain of six with some places taken by other records, or by none. */
const withPlaces = (places: { readonly [orden: number]: ReadonlyArray<ChainRecord> }): Array<ChainRecord> =>
  whole.flatMap((one) => places[one.orden] ?? [one])

const faultOf = (records: Iterable<ChainRecord>, end: ChainEnd | null | undefined = head) => {
  const found = verifyChain(records, end)
  return found === undefined ? "intact" : `${found.orden} ${found.clase}`
}

describe("an intact chain", () => {
  it("has no fault, whatever its length", () => {
    for (const length of [0, 1, 2, 50]) {
      const records = chain(length)
      assert.isUndefined(verifyChain(records))
      assert.isUndefined(verifyChain(records, headOf(records)))
    }
  })

  it("may be hashed by the host", () => {
    const hash = (cadena: string) => createHash("sha256").update(cadena).digest("hex").toUpperCase()
    const verifier = chainVerifier(hash)
    for (const one of whole) assert.isUndefined(verifier.next(one))
    assert.isUndefined(verifier.end(head))
  })
})

describe("edited", () => {
  it("when the text, the huella or the link was changed", () => {
    const third = at(3)
    const changes: ReadonlyArray<ChainRecord> = [
      { ...third, cadena: third.cadena.replace("121.00", "12.10") },
      { ...third, huella: huellaOf("otra") },
      { ...third, huella: third.huella.toLowerCase() },
      { ...third, huella_anterior: at(1).huella },
      { ...third, huella_anterior: null },
    ]
    for (const changed of changes) assert.strictEqual(faultOf(withPlaces({ 3: [changed] })), "3 edited")
  })

  it("when the text has no link, though its hash is right", () => {
    const cadena = "IDEmisorFactura=89890001K"
    const linkless = { orden: 1, cadena, huella: huellaOf(cadena), huella_anterior: null }
    assert.strictEqual(faultOf([linkless]), "1 edited")
  })

  it("when the last one was written anew with its hash, which only the head tells", () => {
    const renewed = withPlaces({ 6: [record(6, at(5).huella, "otro")] })
    assert.strictEqual(faultOf(renewed), "6 edited")
    assert.isUndefined(verifyChain(renewed))
  })

  it("comes before every other class", () => {
    const changed = { ...at(2), cadena: at(2).cadena.replace("121.00", "12.10") }
    assert.strictEqual(faultOf(withPlaces({ 5: [changed] })), "2 edited")
  })
})

describe("missing", () => {
  it("names the record after the gap, and tells the gap", () => {
    assert.strictEqual(faultOf(withPlaces({ 3: [] })), "4 missing")
    assert.strictEqual(faultOf(withPlaces({ 1: [] })), "2 missing")
    assert.strictEqual(verifyChain(withPlaces({ 3: [] }))?.mensaje, "Falta el registro 3.")
    assert.strictEqual(verifyChain(withPlaces({ 2: [], 3: [] }))?.mensaje, "Faltan los registros 2 a 3.")
  })

  it("sees through places that were counted anew", () => {
    const closed = withPlaces({ 3: [] }).map((one, place) => ({ ...one, orden: place + 1 }))
    assert.strictEqual(faultOf(closed), "3 missing")
  })

  it("follows an edit that renewed its hash", () => {
    assert.strictEqual(faultOf(withPlaces({ 3: [record(3, at(2).huella, "otro")] })), "4 missing")
  })

  it("sees a cut tail by the head", () => {
    assert.strictEqual(faultOf(withPlaces({ 6: [] })), "6 missing")
    const cut = withPlaces({ 5: [], 6: [] })
    assert.strictEqual(verifyChain(cut, head)?.mensaje, "Faltan los registros 5 a 6.")
    assert.strictEqual(faultOf([]), "6 missing")
  })
})

describe("duplicated", () => {
  it("when a record stands twice, under any place", () => {
    assert.strictEqual(faultOf(withPlaces({ 3: [at(3), at(3)] })), "3 duplicated")
    assert.strictEqual(faultOf([...whole, { ...at(2), orden: 7 }]), "7 duplicated")
    assert.strictEqual(faultOf(withPlaces({ 1: [at(1), at(1)] })), "1 duplicated")
  })

  it("when two different records have one place", () => {
    assert.strictEqual(faultOf(withPlaces({ 4: [{ ...at(4), orden: 3 }] })), "3 duplicated")
  })
})

describe("forked", () => {
  it("when two records link to the same one, in one place or in two", () => {
    const other = record(3, at(2).huella, "otro")
    assert.strictEqual(faultOf(withPlaces({ 3: [at(3), other] })), "3 forked")
    assert.strictEqual(faultOf(withPlaces({ 4: [record(4, at(2).huella, "otro")] })), "4 forked")
  })

  it("when a second record starts the chain", () => {
    assert.strictEqual(faultOf(withPlaces({ 4: [record(4, null, "otro")] })), "4 forked")
  })

  it("when records go on beyond the head", () => {
    assert.strictEqual(faultOf([...whole, record(7, at(6).huella)]), "7 forked")
    assert.strictEqual(faultOf(chain(1), null), "1 forked")
    assert.strictEqual(faultOf(whole, { orden: 5, huella: at(6).huella }), "6 forked")
  })
})

describe("the verifier", () => {
  it("repeats the first fault", () => {
    const verifier = chainVerifier()
    verifier.next(at(1))
    const found = verifier.next(at(3))
    assert.strictEqual(found?.clase, "missing")
    assert.deepStrictEqual(verifier.next(at(2)), found)
    assert.deepStrictEqual(verifier.end(head), found)
  })

  it("finds any single change", () => {
    const orden = fc.integer({ min: 1, max: whole.length })
    const text = fc.constantFrom("cadena" as const, "huella" as const, "huella_anterior" as const)
    const changes = fc.oneof(
      fc.tuple(orden, text, fc.nat(), fc.string({ minLength: 1, maxLength: 1, unit: "grapheme-ascii" })).map(
        ([place, field, offset, character]) => {
          const before = at(place)[field] ?? ""
          const cut = offset % (before.length + 1)
          const after = before.slice(0, cut) + character + before.slice(cut + 1)
          return withPlaces({ [place]: [{ ...at(place), [field]: after }] })
        },
      ),
      fc.tuple(orden, fc.integer({ min: -2, max: 10 })).map(([place, other]) =>
        withPlaces({ [place]: [{ ...at(place), orden: other }] })
      ),
      orden.map((place) => withPlaces({ [place]: [] })),
      orden.map((place) => withPlaces({ [place]: [at(place), at(place)] })),
      fc.tuple(orden, orden).map(([place, other]) =>
        withPlaces({ [place]: [at(other)], [other]: [at(place)] })
      ),
      fc.tuple(orden, orden).map(([place, previous]) =>
        withPlaces({ [place]: [at(place), record(place + 1, at(previous).huella, "otro")] })
      ),
      orden.map((place) => withPlaces({ [place]: [record(place, at(place).huella_anterior, "otro")] })),
    )
    fc.assert(fc.property(changes, (changed) => {
      fc.pre(JSON.stringify(changed) !== JSON.stringify(whole))
      assert.isDefined(verifyChain(changed, head))
    }), { numRuns: 2000 })
  })
})
