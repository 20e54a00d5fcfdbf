import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import * as fc from "fast-check"
import { SecretBox } from "../../core/ports/SecretBox.ts"
import { anyCharacter } from "../support/anyCharacter.ts"

/** What every SecretBox promises (core/ports/SecretBox.ts), whichever adapter seals. */
export const secretBoxContract = (name: string, layerOf: (secret: Uint8Array) => Layer.Layer<SecretBox>): void => {
  const secret = new Uint8Array(32).fill(1)
  const using = <A, E>(use: (box: SecretBox["Type"]) => Effect.Effect<A, E>, under = secret) =>
    Effect.provide(Effect.flatMap(SecretBox, use), layerOf(under))
  const isBroken = ({ open }: SecretBox["Type"], sealed: string) =>
    Effect.map(Effect.flip(open(sealed)), ({ _tag }) => assert.strictEqual(_tag, "SealBroken"))

  describe(`SecretBox: ${name}`, () => {
    it.live("opens what it sealed, whatever the text", () =>
      using(({ open, seal }) => {
        const text = fc.string({ unit: anyCharacter, maxLength: 300 }).filter((one) => !/\p{Surrogate}/u.test(one))
        const comesBack = fc.asyncProperty(text, (text) =>
          Effect.runPromise(Effect.gen(function*() {
            const sealed = yield* seal(text)
            assert.match(sealed, /^[\w.-]+$/)
            assert.strictEqual(yield* open(sealed), text)
          })))
        return Effect.promise(() => fc.assert(comesBack, { numRuns: 500 }))
      }))

    it.live("opens what it sealed, however long: such as a certificate with its whole chain", () =>
      using(({ open, seal }) =>
        Effect.gen(function*() {
          const text = "MIIKñ".repeat(300_000)
          assert.isTrue((yield* open(yield* seal(text))) === text)
        })))

    it.live("hides the text, and seals it differently each time", () =>
      using(({ seal }) =>
        Effect.gen(function*() {
          const text = "whsec_c2VjcmV0b3NlY3JldG9zZWNyZXRvc2VjcmV0bzE="
          const seals = yield* Effect.forEach(Array.from({ length: 50 }), () => seal(text))
          assert.strictEqual(new Set(seals).size, 50)
          for (const sealed of seals) assert.notInclude(sealed, "c2VjcmV0")
        })))

    it.live("notices any change", () =>
      using((box) => {
        const change = fc.record({ place: fc.nat(), sign: fc.constantFrom(..."Az0-_.=+ ñ") })
        const isFound = fc.asyncProperty(fc.string(), change, (text, { place, sign }) =>
          Effect.runPromise(Effect.gen(function*() {
            const sealed = yield* box.seal(text)
            const at = place % sealed.length
            const changed = sealed.slice(0, at) + sign + sealed.slice(at + 1)
            if (changed !== sealed) yield* isBroken(box, changed)
            yield* isBroken(box, sealed.slice(0, at))
            yield* isBroken(box, sealed + sign)
          })))
        return Effect.promise(() => fc.assert(isFound, { numRuns: 500 }))
      }))

    it.live("refuses what was never sealed", () =>
      using((box) => Effect.forEach(["", "v1.", "v1.AAAA", "whsec_AAAA", `v2.${"A".repeat(64)}`], (text) => isBroken(box, text))))

    it.live("refuses what another secret sealed", () =>
      Effect.gen(function*() {
        const sealed = yield* using(({ seal }) => seal("secreto"))
        assert.strictEqual(yield* using(({ open }) => open(sealed)), "secreto")
        yield* using((box) => isBroken(box, sealed), new Uint8Array(32).fill(2))
      }))
  })
}
