import { Effect } from "effect"
import { holds } from "./Check.ts"
import { companyChecks } from "./companyChecks.ts"
import { figureChecks } from "./figureChecks.ts"

/**
 * Uses the core with adapters that need no platform, and tells in JSON what came of it, every check by name.
 * Nothing told depends on chance or time: every runtime has to give the same text. Workers allow chance and
 * timers only while they answer, hence a function.
 */
export const report = async (): Promise<string> => {
  const checks = [...figureChecks(), ...await Effect.runPromise(companyChecks)]
    .map(({ expected, found, name }) => holds({ expected, found, name })
      ? { name, ok: true, found }
      : { name, ok: false, found, expected })
  return JSON.stringify({ ok: checks.every(({ ok }) => ok), checks }, null, 2)
}
