import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { ChainFault, ChainRecord } from "../../core/registry/chain.ts"
import { canonicalAlta } from "../../core/registry/huella.ts"
import {
  anyChainOf,
  anyContent,
  append,
  type Content,
  emptyChain,
  hash,
  headOf,
  inOrder,
  record,
  replaced,
  verdict,
} from "./anyChain.ts"

/** A chain, two of its records in order, and the contents of another record. */
const anyScene = anyChainOf(2).chain((chain) =>
  fc.record({ two: fc.subarray([...chain], { minLength: 2, maxLength: 2 }), content: anyContent })
    .map(({ content, two: [one, two] }) => {
      if (one === undefined || two === undefined) throw new Error("no two records")
      return { chain, one, two, content, n: chain.length }
    }))
type Scene = typeof anyScene extends fc.Arbitrary<infer A> ? A : never

/** Changes a chain and asserts what is found, compared with the head it had before. */
const finds = (done: (scene: Scene) => readonly [ReadonlyArray<ChainRecord>, string]) =>
  fc.assert(
    fc.property(anyScene, (scene) => {
      const [changed, expected] = done(scene)
      assert.strictEqual(verdict(changed, headOf(scene.chain)), expected)
    }),
    { numRuns: 1500 },
  )

describe("whole records", () => {
  it("removed: the next record is missing its predecessor, or the head is at the end", () => {
    finds(({ chain, one }) => [replaced(chain, one), `${one.orden + 1} missing`])
    finds(({ chain, two, n }) => [replaced(chain, two), `${Math.min(two.orden + 1, n)} missing`])
  })

  it("removed and renumbered: the link is missing all the same", () => {
    finds(({ chain, one }) => [
      replaced(chain, one).map((old, place) => ({ ...old, orden: place + 1 })),
      `${one.orden} missing`,
    ])
  })

  it("swapped: the one that comes too early is missing its predecessor", () => {
    finds(({ chain, one, two }) => [
      chain.map((old) => (old === one ? two : old === two ? one : old)),
      `${two.orden} missing`,
    ])
  })

  it("swapped by their orden: the same", () => {
    finds(({ chain, one, two }) => [
      inOrder(chain.map((old) =>
        old === one ? { ...one, orden: two.orden } : old === two ? { ...two, orden: one.orden } : old)),
      `${one.orden} missing`,
    ])
  })

  it("repeated, at once or later, in the old place or another: duplicated", () => {
    finds(({ chain, one }) => [replaced(chain, one, one, one), `${one.orden} duplicated`])
    finds(({ chain, one, two }) => [replaced(chain, two, two, one), `${one.orden} duplicated`])
    finds(({ chain, one, n }) => [[...chain, { ...one, orden: n + 1 }], `${n + 1} duplicated`])
  })

  it("a second successor, or a second first record: forked", () => {
    finds(({ chain, content, one, two }) => {
      const other = record(content, two.orden + 1, one.huella)
      fc.pre(chain.every(({ huella }) => huella !== other.huella))
      return [replaced(chain, two, two, other), `${other.orden} forked`]
    })
    finds(({ chain, content, two }) => {
      const other = record(content, two.orden + 1, null)
      fc.pre(chain.every(({ huella }) => huella !== other.huella))
      return [replaced(chain, two, two, other), `${other.orden} forked`]
    })
  })

  it("a stranger inserted: it fits, and its old successor forks", () => {
    finds(({ chain, content, one }) => {
      const other = record(content, one.orden + 1, one.huella)
      fc.pre(chain.every(({ huella }) => huella !== other.huella))
      return [replaced(chain, one, one, other), `${one.orden + 1} forked`]
    })
  })

  it("rewritten with a hash: the next record misses what it links to, and the last differs from the head", () => {
    finds(({ chain, content, one, two, n }) => {
      const old = two.orden % 2 === 0 ? one : two
      const other = record(content, old.orden, old.huella_anterior)
      fc.pre(other.huella !== old.huella)
      return [replaced(chain, old, other), old.orden === n ? `${n} edited` : `${old.orden + 1} missing`]
    })
  })

  it("all rewritten from one on: only the head shows it", () => {
    const sixContents = fc.array(anyContent, { minLength: 6, maxLength: 6 })
    fc.assert(
      fc.property(anyScene, sixContents, ({ chain, n, one }, contents) => {
        const forged = contents.slice(0, n - one.orden + 1).reduce(append, chain.slice(0, one.orden - 1))
        fc.pre(forged.length === n && forged.at(-1)?.huella !== chain.at(-1)?.huella)
        assert.strictEqual(verdict(forged), "intact")
        assert.strictEqual(verdict(forged, headOf(chain)), `${n} edited`)
      }),
      { numRuns: 1500 },
    )
  })

  it("cut off at the end: missing, as only the head shows", () => {
    finds(({ chain, n, one }) => {
      const cut = chain.slice(0, one.orden - 1)
      assert.strictEqual(verdict(cut), "intact")
      return [cut, `${n} missing`]
    })
  })
})

describe("the head", () => {
  it("rewritten: edited by its huella; missing by a greater orden, or where there is no record; forked by a lesser one", () => {
    const { huella } = record(() => "otra", 1, null)
    fc.assert(
      fc.property(anyChainOf(1), fc.integer({ min: 0, max: 12 }), (chain, orden) => {
        const n = chain.length
        const last = chain.at(-1)?.huella ?? ""
        assert.strictEqual(verdict(chain, { orden: n, huella }), `${n} edited`)
        assert.strictEqual(verdict(chain, null), `${n} missing`)
        if (orden > n) assert.strictEqual(verdict(chain, { orden, huella: last }), `${orden} missing`)
        if (orden < n) assert.strictEqual(verdict(chain, { orden, huella: last }), `${n} forked`)
        assert.strictEqual(verdict([], { orden, huella }), `${orden} missing`)
      }),
      { numRuns: 1000 },
    )
  })
})

describe("any disorder", () => {
  /** The documented order of classes, found by a verifier that remembers every record. */
  const judged = (records: ReadonlyArray<ChainRecord>): Pick<ChainFault, "orden" | "clase"> | undefined => {
    const huellas = new Set<string>()
    const links = new Set<string | null>()
    let last: ChainRecord | undefined
    for (const one of records) {
      const { cadena, huella, huella_anterior: link, orden } = one
      const expected = (last?.orden ?? 0) + 1
      if (hash(cadena) !== huella) return { orden, clase: "edited" }
      if (huellas.has(huella)) return { orden, clase: "duplicated" }
      if (links.has(link)) return { orden, clase: "forked" }
      if (orden < expected) return { orden, clase: "duplicated" }
      if (orden > expected || link !== (last?.huella ?? null)) return { orden, clase: "missing" }
      huellas.add(huella)
      links.add(link)
      last = one
    }
    return undefined
  }

  it("is judged as if every record were remembered", () => {
    const seen = new Set<string>()
    const plain = canonicalAlta({
      IDEmisorFactura: "89890001K",
      NumSerieFactura: "A-1",
      FechaExpedicionFactura: "20-11-2026",
      TipoFactura: "F1",
      CuotaTotal: "21.00",
      ImporteTotal: "121.00",
      Huella: null,
      FechaHoraHusoGenRegistro: "2026-11-20T10:00:00+01:00",
    })
    const content = (name: number): Content => (previous) =>
      plain.replace("A-1", `A-${name}`).replace("&Huella=", `&Huella=${previous ?? ""}`)
    const chain = [1, 2, 3, 4, 5].map(content).reduce(append, emptyChain)
    const strangers = chain.flatMap(({ huella, orden }) => [
      record(content(9), orden + 1, huella),
      record(content(8), orden, null),
    ])
    const broken = chain.map((one) => ({ ...one, cadena: one.cadena.replace("121.00", "12.10") }))
    const anyRecords = fc.tuple(
      fc.nat(chain.length),
      fc.array(fc.constantFrom(...chain, ...chain, ...strangers, ...broken), { maxLength: 6 }),
      fc.option(fc.integer({ min: 1, max: 8 })),
    ).map(([intact, others, orden]) => [
      ...chain.slice(0, intact),
      ...others.map((one, i) => (i === 0 && orden !== null ? { ...one, orden } : one)),
    ])
    fc.assert(
      fc.property(anyRecords, (records) => {
        const { clase, orden } = judged(records) ?? {}
        seen.add(clase ?? "intact")
        assert.strictEqual(verdict(records), clase === undefined ? "intact" : `${orden} ${clase}`)
      }),
      { numRuns: 10_000 },
    )
    assert.sameMembers([...seen], ["intact", "edited", "missing", "duplicated", "forked"])
  })
})
