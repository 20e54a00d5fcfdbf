import { setImmediate } from "node:timers/promises"
import { drawHistory } from "./drawHistory.ts"
import type { History } from "./History.ts"
import { type Finding, Life } from "./Life.ts"

/** What came of a run. */
export interface Run {
  /** The steps taken, until something was found or to the end. */
  readonly steps: number
  readonly requests: number
  readonly lives: number
  readonly found: { readonly seed: number; readonly history: History; readonly finding: Finding } | undefined
}

/**
 * Plays drawn histories, from this seed on, until something is found or that many steps were taken. After each it lets the
 * process go on: what Effect leaves to be done then would keep the history's world in memory.
 */
export const simulate = async (
  seed: number,
  steps: number,
  longest = 600,
  tell: (run: Run) => void = () => {},
): Promise<Run> => {
  let run: Run = { steps: 0, requests: 0, lives: 0, found: undefined }
  while (run.steps < steps) {
    const drawn = seed + run.lives
    const history = drawHistory(drawn, Math.min(longest, steps - run.steps))
    const life = new Life(history)
    const finding = life.live()
    await setImmediate()
    run = {
      steps: run.steps + Math.min(finding?.step ?? Infinity, history.steps.length),
      requests: run.requests + life.log.length,
      lives: run.lives + 1,
      found: finding === undefined ? undefined : { seed: drawn, history, finding },
    }
    if (finding !== undefined) return run
    tell(run)
  }
  return run
}
