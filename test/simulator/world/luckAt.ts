import type { VirtualTime } from "../../webhooks/simulation/VirtualTime.ts"
import { scattered } from "../Chance.ts"

/**
 * Numbers from 0 to below 1 that a seed and the moment fix: what happens at other moments does not change them, so that a
 * history from which something is left out stays what it was.
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
