import { Schema } from "effect"
import { isRequestAct, type RequestAct } from "./requests/acts.ts"

/** What befalls the system, and how often; `again` of a trouble makes it worse, `calm` ends all of them. */
export const troubleActs = {
  /** Stores are slow and fail before and after commits. */
  badStores: 2,
  /** Requests and answers get lost, or come late, or twice. */
  badNetwork: 2,
  calm: 4,
  /** kill -9 of a process; another one takes its place. */
  kill: 2,
  /** The workers of a process are stopped in good order, or set to work again. */
  rest: 1,
  /** A process' clock jumps, forward or back. */
  skew: 1,
  /** Time goes by until just before a day, a year or summer time begins or ends somewhere. */
  eve: 2,
  prune: 1,
  /** A company gets a certificate: its records go to the tax authority from then on. */
  certify: 2,
  /** The next messages to the tax authority fare ill. */
  authority: 2,
  /** The mail server does not take letters for a while. */
  mailDown: 1,
} as const
export type TroubleAct = keyof typeof troubleActs

/** Whether the act is a trouble. */
export const isTroubleAct = (act: string): act is TroubleAct => act in troubleActs

const Act = Schema.String.pipe(
  Schema.filter((act): act is RequestAct | TroubleAct => isRequestAct(act) || isTroubleAct(act)),
)

/** One thing that happens. All that it chooses follows from its own seed, whatever other steps there are. */
export const Step = Schema.Struct({
  act: Act,
  /** Which client, or which process. */
  who: Schema.Int,
  /** Milliseconds that go by before it. */
  gap: Schema.Int,
  seed: Schema.Int,
})
export type Step = typeof Step.Type

/** A life of the system, as data. */
export const History = Schema.Struct({
  /** Chance of identifiers, failures and latencies. */
  seed: Schema.Int,
  /** When it begins, ISO 8601. */
  start: Schema.String,
  companies: Schema.Array(Schema.Literal("peninsula", "canarias", "ceuta", "melilla")),
  processes: Schema.Int,
  /** Longest time that a call of a store takes, in milliseconds; 0: everything happens at once. */
  latency: Schema.Int,
  steps: Schema.Array(Step),
})
export type History = typeof History.Type

/** A history that is kept, as a file holds it. */
export const KeptHistory = Schema.Struct({
  name: Schema.String,
  /** What it found. */
  found: Schema.String,
  history: History,
})
