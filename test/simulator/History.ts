import { Schema } from "effect"
import { isRequestAct, type RequestAct } from "./requests/acts.ts"

/** What troubles the system, each with its weight when the next step is drawn; `calm` ends the ones that last. */
export const troubleActs = {
  /** Stores are slow, and fail before or after commits. */
  badStores: 2,
  /** Requests and answers get lost, or come late, or twice. */
  badNetwork: 2,
  calm: 4,
  /** A process is killed (kill -9), and another takes its place. */
  kill: 2,
  /** The workers of a process are stopped gracefully, or started again. */
  rest: 1,
  /** A process's clock jumps forward or back. */
  skew: 1,
  /** Time passes until just before a day or a year ends, or clocks change, in the region of a company. */
  eve: 2,
  prune: 1,
  /** A company gets a certificate: its records go to the tax authority from then on. */
  certify: 2,
  /** The next messages to the tax authority go wrong. */
  authority: 2,
  /** The mail server accepts no letters for a while. */
  mailDown: 1,
} as const
export type TroubleAct = keyof typeof troubleActs

/** Whether the act is one of the troubles. */
export const isTroubleAct = (act: string): act is TroubleAct => act in troubleActs

const Act = Schema.String.pipe(
  Schema.filter((act): act is RequestAct | TroubleAct => isRequestAct(act) || isTroubleAct(act)),
)

/** One thing that happens. Everything about it follows from its own seed, whatever the other steps are. */
export const Step = Schema.Struct({
  act: Act,
  /** Number of the client, or of the process. */
  who: Schema.Int,
  /** Milliseconds that pass before it. */
  gap: Schema.Int,
  seed: Schema.Int,
})
export type Step = typeof Step.Type

/** A whole life of the system, as data that can be replayed. */
export const History = Schema.Struct({
  /** Seed of identifiers, failures and latencies. */
  seed: Schema.Int,
  /** When it begins, ISO 8601. */
  start: Schema.String,
  companies: Schema.Array(Schema.Literal("peninsula", "canarias", "ceuta", "melilla")),
  processes: Schema.Int,
  /** The longest that a call to a store takes, in milliseconds; with 0 every call is immediate. */
  latency: Schema.Int,
  steps: Schema.Array(Step),
})
export type History = typeof History.Type

/** A history in a file. */
export const KeptHistory = Schema.Struct({
  name: Schema.String,
  /** What it found. */
  found: Schema.String,
  history: History,
})
