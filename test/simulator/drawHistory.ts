import { Chance } from "./Chance.ts"
import { type History, isTroubleAct, type Step, troubleActs } from "./History.ts"
import { isRequestAct, requestActs } from "./requests/acts.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Moments around which time is seldom ordinary: a change of clocks, the end of a year, a leap day. */
const starts = [
  "2026-11-20T12:00:00.000Z",
  "2026-03-28T21:30:00.000Z",
  "2026-10-24T20:00:00.000Z",
  "2026-12-31T21:00:00.000Z",
  "2028-02-28T22:50:00.000Z",
] as const

interface Weighted {
  readonly act: Step["act"]
  readonly weight: number
}

const requests: ReadonlyArray<Weighted> = Object.entries(requestActs)
  .flatMap(([act, [, weight]]) => (isRequestAct(act) ? [{ act, weight }] : []))

const troubles: ReadonlyArray<Weighted> = Object.entries(troubleActs)
  .flatMap(([act, weight]) => (isTroubleAct(act) ? [{ act, weight }] : []))

/** Acts without which little else can happen: no life goes without them. */
const staple: ReadonlySet<string> = new Set<Step["act"]>(["addContact", "draft", "issue"])

/** The weights of acts in one life. They differ from life to life, so that what is rare in most is common in some. */
const habits = (chance: Chance): ReadonlyArray<Weighted> => {
  const troubled = chance.pick(0, 1, 1, 3)
  return [
    ...requests.map(({ act, weight }) => ({ act, weight: weight * (staple.has(act) ? 1 : chance.pick(0, 1, 1, 1, 4)) })),
    ...troubles.map(({ act, weight }) => ({ act, weight: weight * troubled * chance.pick(0, 1, 2) })),
  ]
}

/** The gap before a step: mostly none or milliseconds, so that steps overlap; now and then minutes, or days. */
const gaps = (chance: Chance, latency: number): number =>
  chance.pick(
    () => 0,
    () => 0,
    () => chance.below(latency + 2),
    () => chance.below(latency + 2),
    () => chance.below(4 * latency + 10),
    () => chance.odds(50) ? chance.between(100, 20_000) : chance.below(10 * latency + 50),
    () => chance.odds(10) ? chance.between(minute, hour) : chance.odds(8) ? chance.between(hour, 9 * day) : 0,
  )()

const stepOf = (chance: Chance, acts: ReadonlyArray<Weighted>, total: number, latency: number): Step => {
  let place = chance.below(total)
  const drawn = acts.find(({ weight }) => (place -= weight) < 0)?.act ?? "draft"
  return { act: drawn, who: chance.below(12), gap: gaps(chance, latency), seed: chance.seed() }
}

/** A history of at most `longest` steps, determined by the seed alone. */
export const drawHistory = (seed: number, longest: number): History => {
  const chance = new Chance(seed)
  const acts = habits(chance)
  const total = acts.reduce((sum, { weight }) => sum + weight, 0)
  const latency = chance.pick(0, 3, 3, 20, 400)
  const length = Math.min(longest, chance.pick(60, 150, 300, 600))
  return {
    seed: chance.seed(),
    start: chance.pick(...starts),
    companies: chance.pick<History["companies"]>(
      ["peninsula", "canarias"],
      ["peninsula", "peninsula", "canarias"],
      ["melilla", "peninsula"],
    ),
    processes: chance.pick(1, 2, 3),
    latency,
    steps: Array.from({ length }, () => stepOf(chance, acts, total, latency)),
  }
}
