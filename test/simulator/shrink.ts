import type { Step } from "./History.ts"

/** The list cut into at most `count` parts, none of them empty. */
const partsOf = <A>(items: ReadonlyArray<A>, count: number): ReadonlyArray<ReadonlyArray<A>> => {
  const size = Math.ceil(items.length / count)
  return Array.from({ length: Math.ceil(items.length / size) }, (_, place) => items.slice(place * size, (place + 1) * size))
}

/**
 * A part of the list that still fails, and no longer does if any item is left out (ddmin; Zeller and Hildebrandt 2002).
 * When `mayGoOn` turns false, the smallest list found so far is returned.
 */
export const smallest = <A>(
  items: ReadonlyArray<A>,
  fails: (items: ReadonlyArray<A>) => boolean,
  mayGoOn: () => boolean = () => true,
): ReadonlyArray<A> => {
  let kept = items
  for (let count = 2; kept.length > 1 && mayGoOn();) {
    const without = partsOf(kept, count).map((part) => kept.filter((item) => !part.includes(item)))
    const found = without.find((rest) => mayGoOn() && rest.length > 0 && fails(rest))
    if (found !== undefined) {
      kept = found
      count = Math.max(count - 1, 2)
    } else if (count >= kept.length) return kept
    else count = Math.min(2 * count, kept.length)
  }
  return kept
}

/** The steps without those in `left`; the others keep their times. */
const without = (steps: ReadonlyArray<Step>, left: ReadonlySet<Step>): ReadonlyArray<Step> => {
  let waited = 0
  return steps.flatMap((step) => {
    const gap = waited + step.gap
    waited = left.has(step) ? gap : 0
    return left.has(step) ? [] : [{ ...step, gap }]
  })
}

/** The steps that a failure needs; they keep their times. */
export const fewerSteps = (
  steps: ReadonlyArray<Step>,
  fails: (steps: ReadonlyArray<Step>) => boolean,
  mayGoOn: () => boolean,
): ReadonlyArray<Step> => {
  const others = (kept: ReadonlyArray<Step>): ReadonlySet<Step> => {
    const set = new Set(steps)
    for (const step of kept) set.delete(step)
    return set
  }
  return without(steps, others(smallest(steps, (kept) => fails(without(steps, others(kept))), mayGoOn)))
}

/** The steps with as few gaps as still fail: tried first without any, then without one after another. */
export const hastier = (
  steps: ReadonlyArray<Step>,
  fails: (steps: ReadonlyArray<Step>) => boolean,
  mayGoOn: () => boolean = () => true,
): ReadonlyArray<Step> => {
  const atOnce = steps.map((step) => ({ ...step, gap: 0 }))
  if (fails(atOnce)) return atOnce
  let kept = steps
  for (const [place, { gap }] of steps.entries()) {
    if (gap === 0 || !mayGoOn()) continue
    const hasty = kept.map((step, at) => (at === place ? { ...step, gap: 0 } : step))
    if (fails(hasty)) kept = hasty
  }
  return kept
}
