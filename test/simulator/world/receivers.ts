import { hosts, moods, type Weather } from "../../webhooks/simulation/weather.ts"
import type { Chance } from "../Chance.ts"

const minute = 60_000
const day = 24 * 60 * minute

/** The changing moods of each receiver, good half of the time. */
export const someWeather = (chance: Chance): ReadonlyArray<Weather> =>
  hosts.map(() =>
    Array.from({ length: chance.between(1, 6) }, () => ({
      mood: chance.odds(50) ? "good" as const : chance.pick(...moods),
      millis: chance.odds(50) ? chance.between(minute, day) : chance.between(day, 9 * day),
    })))
