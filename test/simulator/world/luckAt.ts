import type { VirtualTime } from "../../webhooks/simulation/VirtualTime.ts"
import { scattered } from "../Chance.ts"

/**
 * Random numbers from 0 to just below 1, determined by the seed and the moment. What happens at other moments does not change
 * them, so that leaving something out of a history does not change the rest of it.
 */
export const luckAt = (time: VirtualTime, seed: number): () => number => {
  let at = Number.NaN
  let nth = 0
  return () => {
    nth = time.now === at ? nth + 1 : 0
    at = time.now
    const high = Math.floor(at / 2 ** 32)
    return (scattered(scattered(scattered(seed ^ high) ^ (at | 0)) + nth) >>> 0) / 2 ** 32
  }
}
