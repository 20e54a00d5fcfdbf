import * as fc from "fast-check"
import type { Attempt, Receive, Reply } from "./Receiver.ts"
import { day, minute } from "./spans.ts"

/** How a receiver behaves for a while. */
export const moods = ["good", "slow", "flaky", "down", "gone", "moved", "resets", "hangs", "late", "odd"] as const
type Mood = (typeof moods)[number]

/** Moods that follow one another, over and over. */
export type Weather = ReadonlyArray<{ readonly mood: Mood; readonly millis: number }>

/** Spans from minutes to weeks, as often good as bad. */
export const weather: fc.Arbitrary<Weather> = fc.array(
  fc.record({
    mood: fc.oneof(fc.constant<Mood>("good"), fc.constantFrom(...moods)),
    millis: fc.oneof(fc.integer({ min: minute, max: day }), fc.integer({ min: day, max: 20 * day })),
  }),
  { minLength: 1, maxLength: 8 },
)

/** Hosts that subscriptions may name, each with its own weather. */
export const hosts = ["uno", "dos", "tres"].map((name) => `https://${name}.ejemplo.es/avisos`)

/**
 * Receivers under such weather. The same attempt at the same time always gets the same answer, and no two answers come at
 * the same moment, because then nobody could say which was first.
 */
export const receivers = (weathers: ReadonlyArray<Weather>): Receive => {
  const ends = new Set<number>()
  return (attempt) => {
    const reply = replyOf(moodAt(weathers[hosts.indexOf(attempt.url)] ?? [], attempt.begun), chanceOf(attempt))
    const limit = attempt.begun + 10_000
    if (reply === "hangs" || reply.after >= 10_000) {
      if (!ends.has(limit)) return reply
      return { codigo: 500, after: freeMoment(ends, attempt.begun) }
    }
    return { ...reply, after: freeMoment(ends, attempt.begun, reply.after) }
  }
}

/** Finds and takes the first moment from `after` on at which no other attempt ends. */
const freeMoment = (ends: Set<number>, begun: number, after = 0): number => {
  let end = begun + after
  while (ends.has(end)) end++
  ends.add(end)
  return end - begun
}

const moodAt = (spans: Weather, at: number): Mood => {
  const whole = spans.reduce((sum, { millis }) => sum + millis, 0)
  let rest = whole === 0 ? 0 : at % whole
  for (const { millis, mood } of spans) {
    if (rest < millis) return mood
    rest -= millis
  }
  return "good"
}

/** A number from 0 to 9999 that depends on the attempt alone. */
const chanceOf = ({ envio, intento }: Attempt): number => {
  let hash = intento * 7919
  for (const letter of envio) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0
  return (hash ^ (hash >>> 15)) % 10_000
}

const pick = <A>(chance: number, first: A, ...others: ReadonlyArray<A>): A =>
  [first, ...others][chance % (others.length + 1)] ?? first

const replyOf = (mood: Mood, chance: number): Reply => {
  const soon = chance % 401
  switch (mood) {
    case "good":
      return { codigo: pick(chance, 200, 201, 204, 299), after: pick(chance, 0, soon) }
    case "slow":
      return { codigo: 200, after: 2_000 + chance % 7_990 }
    case "flaky":
      return replyOf(chance % 2 === 0 ? "good" : pick(chance >> 1, "down", "hangs", "resets"), chance)
    case "down":
      return { codigo: pick(chance, 500, 502, 503, 429), after: pick(chance, 0, soon) }
    case "gone":
      return { codigo: pick(chance, 404, 410), after: soon }
    case "moved":
      return { codigo: pick(chance, 301, 302, 307), after: soon }
    case "resets":
      return { error: "el servidor cortó la conexión", after: soon }
    case "hangs":
      return "hangs"
    case "late":
      return { codigo: 200, after: 10_001 + soon }
    case "odd":
      return { codigo: pick(chance, 199, 600, 399), after: 9_500 + soon % 400 }
  }
}
