/** Random choices that are the same for the same seed; each part of a run has its own. */
export interface Dice {
  /** A number from 0 to just below 1. */
  readonly next: () => number
  /** A whole number between the bounds, including both. */
  readonly between: (from: number, to: number) => number
  readonly chance: (probability: number) => boolean
  /** One of the items; undefined when there are none. */
  readonly one: <A>(of: ReadonlyArray<A>) => A | undefined
  /** The dice of a part of the run, which do not depend on any other part's throws. */
  readonly of: (part: string) => Dice
}

/** Dice by Mulberry32, which is small and good enough for choices. */
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
