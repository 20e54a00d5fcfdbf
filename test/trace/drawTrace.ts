import { Chance } from "../simulator/Chance.ts"
import { isRequestAct, requestActs } from "../simulator/requests/acts.ts"
import type { TraceStep } from "./TracePlayer.ts"

const weights: ReadonlyArray<readonly [TraceStep["act"], number]> = [
  ["print", 0.2],
  ...Object.entries(requestActs).flatMap(([act, [, weight]]) => isRequestAct(act) ? [[act, weight] as const] : []),
]

const total = weights.reduce((sum, [, weight]) => sum + weight, 0)

/** The steps of a trace, decided by the seed alone. Many in a row are of the same company. */
export const drawTrace = (seed: number, length: number): ReadonlyArray<TraceStep> => {
  const chance = new Chance(seed)
  let company = 0
  return Array.from({ length }, () => {
    if (chance.odds(4)) company = 1 - company
    let place = chance.below(1_000_000) / 1_000_000 * total
    const act = weights.find(([, weight]) => (place -= weight) < 0)?.[0] ?? "draft"
    return {
      act,
      company,
      as: chance.odds(75) ? "live" as const : "test" as const,
      gap: chance.odds(4) ? chance.between(60_000, 40_000_000) : chance.below(3_000),
      seed: chance.seed(),
    }
  })
}
