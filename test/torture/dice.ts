/** Chance that comes again under the same seed; each part of a run throws its own dice. */
export interface Dice {
  /** From 0 up to 1. */
  readonly next: () => number
  /** A whole number, both ends included. */
  readonly between: (from: number, to: number) => number
  readonly chance: (probability: number) => boolean
  /** One of them; of none, nothing. */
  readonly one: <A>(of: ReadonlyArray<A>) => A | undefined
  /** Dice of a part, whose throws depend on no other part's. */
  readonly of: (part: string) => Dice
}

/** Mulberry32: small, and good enough to choose by. */
export const makeDice = (seed: number): Dice => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    one: (of) => of[between(0, of.length - 1)],
    of: (part) =>
      makeDice([...part].reduce((hash, sign) => Math.imul(hash ^ sign.charCodeAt(0), 0x01000193), seed ^ 0x811c9dc5)),
  }
}
