import { Layer } from "effect"
import { Entropy } from "../../core/ports/Entropy.ts"

/**
 * Chance that a seed fixes: the same seed gives the same identifiers and keys in the same order. For tests
 * alone: whoever knows the seed knows the keys.
 */
export const seededEntropy = (seed: number): Layer.Layer<Entropy> =>
  Layer.sync(Entropy, () => {
    const next = mulberry32(seed)
    return { bytes: (count) => Uint8Array.from({ length: count }, () => next() >>> 24) }
  })

/** Tommy Ettinger's Mulberry32: 32 bits a step. */
const mulberry32 = (seed: number) => {
  let state = seed | 0
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}
