import { luckOf } from "../webhooks/simulation/faults.ts"

/** Scatters 32-bit numbers: neighbours come out far apart. */
export const scattered = (seed: number): number => {
  const mixed = Math.imul(seed ^ (seed >>> 16), 0x85ebca6b)
  const again = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return again ^ (again >>> 16)
}

/** Random choices, all determined by a seed. */
export class Chance {
  private readonly luck: () => number

  constructor(seed: number) {
    this.luck = luckOf(scattered(seed))
  }

  /** A whole number from 0 to just below the bound. */
  below(bound: number): number {
    return Math.floor(this.luck() * bound)
  }

  /** A whole number between the bounds, including both. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  /** True that many times in a hundred. */
  odds(percent: number): boolean {
    return this.luck() * 100 < percent
  }

  /** One of the values; some may be named several times, which makes them likelier. */
  pick<A>(first: A, ...others: ReadonlyArray<A>): A {
    const at = this.below(others.length + 1)
    return at === 0 ? first : others[at - 1] ?? first
  }

  /** One of a list; undefined when it is empty. */
  among<A>(items: ReadonlyArray<A>): A | undefined {
    return items[this.below(items.length)]
  }

  /** The value that many times in a hundred, otherwise undefined. */
  maybe<A>(percent: number, value: () => A): A | undefined {
    return this.odds(percent) ? value() : undefined
  }

  /** A seed for another source of choices. */
  seed(): number {
    return this.below(2 ** 31)
  }
}
