import type { History } from "./History.ts"
import { type Finding, Life } from "./Life.ts"
import { fewerSteps, hastier } from "./shrink.ts"

/** The problem without numbers and ids, which differ from one life to another. */
const kindOf = (problem: string): string => problem.replaceAll(/[0-9a-f]{32}|\d+/g, "").slice(0, 60)

/** A history in which the same problem is found, as small and simple as it could be made in that time. */
export const shrinkHistory = (history: History, { problem, step }: Finding, millis: number): History => {
  const end = performance.now() + millis
  const mayGoOn = (): boolean => performance.now() < end
  const isSame = (tried: History): boolean => {
    const found = new Life(tried).live()
    return found !== undefined && kindOf(found.problem) === kindOf(problem)
  }
  let kept: History = { ...history, steps: history.steps.slice(0, step + 1) }
  const isSameIn = (steps: History["steps"]): boolean => isSame({ ...kept, steps })
  if (!isSame(kept)) kept = history
  kept = { ...kept, steps: fewerSteps(kept.steps, isSameIn, mayGoOn) }
  for (const simpler of [{ processes: 1 }, { latency: 0 }]) {
    if (mayGoOn() && isSame({ ...kept, ...simpler })) kept = { ...kept, ...simpler }
  }
  kept = { ...kept, steps: hastier(kept.steps, isSameIn, mayGoOn) }
  return { ...kept, steps: fewerSteps(kept.steps, isSameIn, mayGoOn) }
}
