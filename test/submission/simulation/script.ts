import * as fc from "fast-check"
import { day, hour, minute, second } from "../../webhooks/simulation/spans.ts"

/** What a company, the tax authority or the machines do next. */
const acts = {
  issue: 16,
  burst: 8,
  simplified: 14,
  exchange: 4,
  rectify: 8,
  annul: 10,
  amend: 14,
  lose: 3,
  registerAndLose: 4,
  breakOff: 2,
  delay: 2,
  tooLate: 2,
  duplicate: 2,
  serverFault: 2,
  clientFault: 1,
  unavailable: 2,
  loseQuery: 3,
  reject: 4,
  acceptWithErrors: 3,
  foreign: 2,
  poison: 2,
  wait: 2,
  away: 2,
  back: 3,
  removeCertificate: 2,
  setCertificate: 3,
  endCertificate: 1,
  kill: 3,
  rest: 1,
  wake: 3,
  badStores: 2,
  goodStores: 3,
} as const
export type Act = keyof typeof acts

/** An act after a while. */
export interface Step {
  readonly act: Act
  /** Milliseconds that pass before it. */
  readonly gap: number
  /** Chooses among the possible objects and variants of the act. */
  readonly n: number
}

/** A history to live through, and the seed of chance. */
export interface Script {
  readonly seed: number
  /** Whether the companies have certificates from the beginning. */
  readonly certified: boolean
  /** Acts that do not happen in this history. */
  readonly without: ReadonlyArray<Act>
  readonly steps: ReadonlyArray<Step>
}

/** Acts that keep records from being sent in time. */
export const troubles: ReadonlyArray<Act> = [
  "lose", "registerAndLose", "breakOff", "tooLate", "serverFault", "clientFault", "unavailable", "loseQuery", "poison",
  "away", "removeCertificate", "endCertificate", "rest", "badStores", "kill", "delay", "duplicate",
]

/** Acts that make AEAT report a duplicate that is not ours. */
export const duplicates: ReadonlyArray<Act> = ["foreign", "reject"]

const gap = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 20 * second }) },
  { weight: 4, arbitrary: fc.integer({ min: 20 * second, max: 10 * minute }) },
  { weight: 2, arbitrary: fc.integer({ min: 10 * minute, max: 5 * hour }) },
  { weight: 1, arbitrary: fc.integer({ min: 5 * hour, max: 3 * day }) },
)

const isAct = (name: string): name is Act => name in acts

const act = fc.oneof(...Object.entries(acts).flatMap(([name, weight]) =>
  isAct(name) ? [{ weight, arbitrary: fc.constant(name) }] : []))

/** Histories, in some of which everything goes wrong and in some of which little does. */
export const script: fc.Arbitrary<Script> = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  certified: fc.nat({ max: 3 }).map((n) => n > 0),
  without: fc.oneof(
    fc.constant<ReadonlyArray<Act>>([]),
    fc.constant(troubles),
    fc.constant<ReadonlyArray<Act>>(["badStores", "kill"]),
    fc.constant(duplicates),
  ),
  steps: fc.array(fc.record({ act, gap, n: fc.nat({ max: 10_000 }) }), { minLength: 5, maxLength: 80 }),
})
