import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Stream } from "effect"
import { createHash } from "node:crypto"
import { type ChainEnd, type ChainRecord, chainVerifier, verifyChain } from "../../core/registry/chain.ts"
import { canonicalAlta, canonicalAnulacion, huellaOf } from "../../core/registry/huella.ts"
import { headOf } from "./anyChain.ts"

/** A record with the right hash; `name` determines its contents. */
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
const head = headOf(whole)

const at = (orden: number): ChainRecord => {
  const found = whole[orden - 1]
  if (found === undefined) throw new Error(`no record ${orden}`)
  return found
}

/** The chain of six with the records of some places replaced by others or removed. */
const withPlaces = (places: { readonly [orden: number]: ReadonlyArray<ChainRecord> }): Array<ChainRecord> =>
  whole.flatMap((one) => places[one.orden] ?? [one])

const faultOf = (records: ReadonlyArray<ChainRecord>, end: ChainEnd | null | undefined = head) => {
  const found = verifyChain(() => records, end)
  return found === undefined ? "intact" : `${found.orden} ${found.clase}`
}

describe("an intact chain", () => {
  it("has no fault, whatever its length", () => {
    for (const length of [0, 1, 2, 50]) {
      const records = chain(length)
      assert.isUndefined(verifyChain(() => records))
      assert.isUndefined(verifyChain(() => records, headOf(records)))
    }
  })

  it("can be hashed by a function of the host", () => {
    const hash = (cadena: string) => createHash("sha256").update(cadena).digest("hex").toUpperCase()
    assert.isUndefined(verifyChain(() => whole, head, hash))
    assert.strictEqual(verifyChain(() => whole, head, () => "")?.clase, "edited")
  })
})

describe("edited", () => {
  it("if text, huella or link was changed", () => {
    const third = at(3)
    const changes: ReadonlyArray<ChainRecord> = [
      { ...third, cadena: third.cadena.replace("121.00", "12.10") },
      { ...third, huella: huellaOf("otra") },
      { ...third, huella: third.huella.toLowerCase() },
      { ...third, huella_anterior: at(1).huella },
      { ...third, huella_anterior: null },
    ]
    for (const changed of changes) assert.strictEqual(faultOf(withPlaces({ 3: [changed] })), "3 edited")
    assert.strictEqual(faultOf(withPlaces({ 1: [{ ...at(1), huella_anterior: "" }] })), "1 edited")
  })

  it("if its orden is not a possible place", () => {
    for (const orden of [0, -3, 2.5, Number.NaN]) {
      assert.strictEqual(faultOf(withPlaces({ 3: [{ ...at(3), orden }] })), `${orden} edited`)
    }
  })

  it("if a lone surrogate took the place of the sign that replaces it in UTF-8", () => {
    const [honest, altered] = ["\ufffd", "\ud800"].map((name) => record(1, null, name))
    assert.strictEqual(honest?.huella, altered?.huella)
    assert.isUndefined(verifyChain(() => (honest === undefined ? [] : [honest])))
    assert.strictEqual(faultOf(altered === undefined ? [] : [altered]), "1 edited")
  })

  it("if its text has no link, even with the right hash", () => {
    const cadena = "IDEmisorFactura=89890001K"
    const linkless = { orden: 1, cadena, huella: huellaOf(cadena), huella_anterior: null }
    assert.strictEqual(faultOf([linkless]), "1 edited")
  })

  it("if the last one was rewritten with its hash, as only the head shows", () => {
    const renewed = withPlaces({ 6: [record(6, at(5).huella, "otro")] })
    assert.strictEqual(faultOf(renewed), "6 edited")
    assert.isUndefined(verifyChain(() => renewed))
  })

  it("is reported rather than any other class", () => {
    const changed = { ...at(2), cadena: at(2).cadena.replace("121.00", "12.10") }
    assert.strictEqual(faultOf(withPlaces({ 5: [changed] })), "2 edited")
  })
})

describe("missing", () => {
  it("names the record after the gap, and describes the gap", () => {
    assert.strictEqual(faultOf(withPlaces({ 3: [] })), "4 missing")
    assert.strictEqual(faultOf(withPlaces({ 1: [] })), "2 missing")
    const mensajeOf = (records: ReadonlyArray<ChainRecord>) => verifyChain(() => records)?.mensaje
    assert.strictEqual(mensajeOf(withPlaces({ 3: [] })), "Falta el registro 3.")
    assert.strictEqual(mensajeOf(withPlaces({ 2: [], 3: [] })), "Faltan los registros 2 a 3.")
  })

  it("is noticed even if places were renumbered", () => {
    const closed = withPlaces({ 3: [] }).map((one, place) => ({ ...one, orden: place + 1 }))
    assert.strictEqual(faultOf(closed), "3 missing")
  })

  it("follows from an edit that renewed the hash", () => {
    assert.strictEqual(faultOf(withPlaces({ 3: [record(3, at(2).huella, "otro")] })), "4 missing")
  })

  it("is noticed by the head when the tail was cut off", () => {
    assert.strictEqual(faultOf(withPlaces({ 6: [] })), "6 missing")
    const cut = withPlaces({ 5: [], 6: [] })
    assert.strictEqual(verifyChain(() => cut, head)?.mensaje, "Faltan los registros 5 a 6.")
    assert.strictEqual(faultOf([]), "6 missing")
  })

  it("is the end itself if no head is left", () => {
    assert.strictEqual(faultOf(whole, null), "6 missing")
  })
})

describe("duplicated", () => {
  it("if a record stands twice, in any place", () => {
    assert.strictEqual(faultOf(withPlaces({ 3: [at(3), at(3)] })), "3 duplicated")
    assert.strictEqual(faultOf([...whole, { ...at(2), orden: 7 }]), "7 duplicated")
    assert.strictEqual(faultOf(withPlaces({ 1: [at(1), at(1)] })), "1 duplicated")
  })

  it("if two different records have one place", () => {
    assert.strictEqual(faultOf(withPlaces({ 4: [{ ...at(4), orden: 3 }] })), "3 duplicated")
  })
})

describe("forked", () => {
  it("if two records link to the same one, in one place or in two", () => {
    const other = record(3, at(2).huella, "otro")
    assert.strictEqual(faultOf(withPlaces({ 3: [at(3), other] })), "3 forked")
    assert.strictEqual(faultOf(withPlaces({ 4: [record(4, at(2).huella, "otro")] })), "4 forked")
  })

  it("if a second record starts the chain", () => {
    assert.strictEqual(faultOf(withPlaces({ 4: [record(4, null, "otro")] })), "4 forked")
  })

  it("if records continue beyond the head", () => {
    assert.strictEqual(faultOf([...whole, record(7, at(6).huella)]), "7 forked")
    assert.strictEqual(faultOf(whole, { orden: 5, huella: at(6).huella }), "6 forked")
  })
})

describe("the message", () => {
  const mensajeOf = (records: ReadonlyArray<ChainRecord>, end: ChainEnd | null = head) =>
    verifyChain(() => records, end)?.mensaje

  it("says what does not fit in an edited record", () => {
    const changed = (change: Partial<ChainRecord>) => mensajeOf(withPlaces({ 3: [{ ...at(3), ...change }] }))
    const was = (orden: number, how: string) => `El registro ${orden} fue modificado: ${how}.`
    assert.strictEqual(changed({ huella: at(1).huella }), was(3, "su texto no da su huella"))
    assert.strictEqual(changed({ huella_anterior: null }), was(3, "su texto da otra huella anterior"))
    assert.strictEqual(changed({ orden: 2.5 }), was(2.5, "su orden no es un lugar de la cadena"))
    assert.strictEqual(
      mensajeOf(withPlaces({ 6: [record(6, at(5).huella, "otro")] })),
      "El registro 6 fue sustituido: el final es otra huella.",
    )
  })

  it("says whether places are missing, or just the record that is linked to", () => {
    const renewed = withPlaces({ 3: [record(3, at(2).huella, "otro")] })
    assert.strictEqual(mensajeOf(renewed), "Falta el registro al que se encadena el 4.")
    assert.strictEqual(mensajeOf(withPlaces({ 3: [], 4: [] })), "Faltan los registros 3 a 4.")
    assert.strictEqual(mensajeOf(withPlaces({ 6: [] })), "Falta el registro 6.")
    assert.strictEqual(mensajeOf([]), "Faltan los registros 1 a 6.")
  })

  it("says whether a place or a huella occurs twice", () => {
    assert.strictEqual(mensajeOf(withPlaces({ 4: [{ ...at(4), orden: 3 }] })), "El orden 3 está repetido.")
    assert.strictEqual(
      mensajeOf([...whole, { ...at(2), orden: 7 }]),
      "El registro 7 repite la huella de uno anterior.",
    )
  })

  it("says whether the chain forks at a record or continues beyond its end", () => {
    const other = record(4, at(2).huella, "otro")
    assert.strictEqual(mensajeOf(withPlaces({ 4: [other] })), "El registro 4 se encadena al mismo que otro anterior.")
    assert.strictEqual(
      mensajeOf([...whole, record(7, at(6).huella)]),
      "El registro 7 está más allá del final de la cadena.",
    )
  })
})

describe("the verifier", () => {
  it("reports the first suspect again", () => {
    const verifier = chainVerifier()
    verifier.next(at(1))
    const found = verifier.next(at(3))
    assert.isDefined(found)
    assert.strictEqual(verifier.next(at(2)), found)
    assert.strictEqual(verifier.end(head), found)
  })

  it("asks for the records before a suspect again only if its class depends on them", () => {
    const readsOf = (records: ReadonlyArray<ChainRecord>) => {
      const reads: Array<number> = []
      verifyChain(function*() {
        const read = reads.push(0) - 1
        for (const one of records) {
          reads[read] = (reads[read] ?? 0) + 1
          yield one
        }
      }, head)
      return reads
    }
    assert.deepStrictEqual(readsOf(whole), [6])
    assert.deepStrictEqual(readsOf(withPlaces({ 3: [{ ...at(3), cadena: "" }] })), [3])
    assert.deepStrictEqual(readsOf(withPlaces({ 3: [{ ...at(3), orden: 9 }] })), [3])
    assert.deepStrictEqual(readsOf(withPlaces({ 6: [] })), [5])
    assert.deepStrictEqual(readsOf(withPlaces({ 3: [], 5: [] })), [3, 2])
    assert.deepStrictEqual(readsOf(withPlaces({ 1: [] })), [1])
  })

  it.effect("works on a store that is read in pages and asked for huellas", () =>
    Effect.gen(function*() {
      const stored = withPlaces({ 5: [at(5), record(6, at(2).huella, "otro")] })
      const { next } = chainVerifier()
      const suspect = yield* Stream.fromIterable(stored).pipe(
        Stream.rechunk(2),
        Stream.filterMap((one) => Option.fromNullable(next(one))),
        Stream.runHead,
        Effect.flatten,
      )
      assert.deepStrictEqual(suspect.sought, [record(6, at(2).huella, "otro").huella, at(2).huella])
      const before = new Set(stored.slice(0, suspect.before).map(({ huella }) => huella))
      const found = suspect.sought.filter((huella) => before.has(huella))
      assert.strictEqual(suspect.accuse(found).clase, "forked")
    }))
})
