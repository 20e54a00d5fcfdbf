import * as fc from "fast-check"
import { day, hour, minute } from "./spans.ts"
import { hosts, type Weather, weather } from "./weather.ts"

/** What somebody does; `n` and `m` choose to what. */
const acts = [
  "contact", "burst", "change", "remove", "invoice", "keyed",
  "subscribe", "address", "mode", "sucesos", "describe", "off", "on", "reactivate", "rotate", "unsubscribe",
  "test", "replay", "replayRange", "prune", "idle",
] as const
export type Act = (typeof acts)[number]

/** An act after a while. */
export interface Step {
  readonly act: Act
  /** Milliseconds that pass before it. */
  readonly gap: number
  readonly n: number
  readonly m: number
}

/** The life of two companies: what is done, how receivers behave, and the seed of chance. */
export interface Script {
  readonly seed: number
  readonly weathers: ReadonlyArray<Weather>
  readonly steps: ReadonlyArray<Step>
}

const often: ReadonlyArray<Act> = ["contact", "burst", "change", "invoice", "contact", "burst", "replay", "reactivate"]

const gap = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 900 }),
  fc.integer({ min: 1_000, max: minute }),
  fc.integer({ min: minute, max: hour }),
  fc.integer({ min: hour, max: day }),
  fc.integer({ min: day, max: 35 * day }),
)

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.oneof(fc.constantFrom(...often), fc.constantFrom(...acts)),
  gap,
  n: fc.nat(1_000),
  m: fc.nat(1_000),
})

export const script: fc.Arbitrary<Script> = fc.record({
  seed: fc.nat(1_000_000),
  weathers: fc.tuple(...hosts.map(() => weather)),
  steps: fc.array(step, { minLength: 40, maxLength: 110, size: "max" }),
})

/** Lists of events that subscriptions may ask for. */
export const wishes: ReadonlyArray<ReadonlyArray<string>> = [
  ["*"],
  ["contact.created", "contact.updated"],
  ["invoice.issued", "invoice.paid", "payment.recorded", "contact.deleted"],
  ["invoice.created", "contact.created", "expense.created"],
]
