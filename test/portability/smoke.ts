import { Effect } from "effect"
import { holds } from "./Check.ts"
import { companyChecks } from "./companyChecks.ts"
import { figureChecks } from "./figureChecks.ts"

/**
 * Runs every check on the core with adapters that need no platform, and reports the results as JSON. Nothing in
 * the report depends on randomness or time, so every runtime must give the same text. It is a function because
 * Workers allow randomness and timers only while they answer.
 */
export const report = async (): Promise<string> => {
  const checks = [...figureChecks(), ...await Effect.runPromise(companyChecks)]
    .map(({ expected, found, name }) => holds({ expected, found, name })
      ? { name, ok: true, found }
      : { name, ok: false, found, expected })
  return JSON.stringify({ ok: checks.every(({ ok }) => ok), checks }, null, 2)
}
