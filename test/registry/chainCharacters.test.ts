import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { ChainRecord } from "../../core/registry/chain.ts"
import {
  anyChainOf,
  anyContent,
  append,
  emptyChain,
  headOf,
  inOrder,
  mostlyPlainCharacter,
  replaced,
  verdict,
} from "./anyChain.ts"

describe("a chain of any records", () => {
  it("is intact after every append", () => {
    fc.assert(
      fc.property(fc.array(anyContent, { maxLength: 7 }), (contents) => {
        let chain = emptyChain
        assert.strictEqual(verdict(chain, null), "intact")
        for (const content of contents) {
          chain = append(chain, content)
          assert.strictEqual(verdict(chain, headOf(chain)), "intact")
        }
      }),
      { numRuns: 3000 },
    )
  })
})

describe("one changed character in any record", () => {
  /** Another text: with one character replaced, inserted or removed, including surrogates and changes of case. */
  const touched = (text: string) =>
    fc.tuple(
      fc.nat(text.length),
      fc.oneof(mostlyPlainCharacter, fc.constantFrom("\ud800", "\udc00", "\ufffd", "&", "0")),
      fc.constantFrom("replace", "insert", "delete", "case"),
    ).map(([at, character, how]) => {
      const old = text.charAt(at)
      const other = old === old.toUpperCase() ? old.toLowerCase() : old.toUpperCase()
      const by = how === "delete" ? "" : how === "case" ? other : character
      return text.slice(0, at) + by + text.slice(how === "insert" ? at : at + 1)
    }).filter((changed) => changed !== text)

  const anyPlace = anyChainOf(1).chain((chain) => fc.tuple(fc.constant(chain), fc.constantFrom(...chain)))
  const isEdited = (change: (old: ChainRecord) => fc.Arbitrary<ChainRecord>) =>
    fc.assert(
      fc.property(
        anyPlace.chain(([chain, old]) => fc.tuple(fc.constant(chain), fc.constant(old), change(old))),
        ([chain, old, changed]) => {
          const expected = `${old.orden} edited`
          assert.strictEqual(verdict(replaced(chain, old, changed), headOf(chain)), expected)
        },
      ),
      { numRuns: 3000 },
    )

  it("of its text is an edit", () =>
    isEdited((old) => touched(old.cadena).map((cadena) => ({ ...old, cadena }))))

  it("of its huella is an edit", () =>
    isEdited((old) => touched(old.huella).map((huella) => ({ ...old, huella }))))

  it("of its link is an edit, even if it had none", () =>
    isEdited((old) =>
      fc.oneof(touched(old.huella_anterior ?? ""), fc.constant(old.huella_anterior === null ? "" : null))
        .map((huella_anterior) => ({ ...old, huella_anterior }))))

  const anyOrden = fc.oneof(fc.integer({ min: -3, max: 12 }), fc.maxSafeInteger(), fc.double())

  it("of its orden makes it edited if it is no place, duplicated if taken, missing if too far", () => {
    fc.assert(
      fc.property(anyPlace, anyOrden, ([chain, old], orden) => {
        fc.pre(orden !== old.orden)
        const isPlace = Number.isSafeInteger(orden) && orden > 0
        const expected = !isPlace ? "edited" : orden < old.orden ? "duplicated" : "missing"
        const changed = replaced(chain, old, { ...old, orden })
        assert.strictEqual(verdict(changed, headOf(chain)), `${orden} ${expected}`)
      }),
      { numRuns: 3000 },
    )
  })

  it("of its orden, read in that order, leaves its old place missing or its new one taken", () => {
    fc.assert(
      fc.property(anyPlace, fc.integer({ min: 1, max: 12 }), ([chain, old], orden) => {
        fc.pre(orden !== old.orden)
        const isLast = old.orden === chain.length
        const expected = orden < old.orden
          ? `${orden} duplicated`
          : isLast ? `${orden} missing` : `${old.orden + 1} missing`
        const changed = replaced(chain, old, { ...old, orden })
        assert.strictEqual(verdict(inOrder(changed), headOf(chain)), expected)
      }),
      { numRuns: 1500 },
    )
  })
})
