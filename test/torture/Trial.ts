import { Effect } from "effect"
import { auditFaults } from "./audit/auditSite.ts"
import { restFaults } from "./audit/rest.ts"
import type { Dice } from "./dice.ts"
import type { Fault } from "./Fault.ts"
import { startClerks } from "./load/clerks.ts"
import { HealthProbe } from "./load/HealthProbe.ts"
import { type Load, setStage } from "./stage.ts"
import { strikeOut, type StrikeResult } from "./striking.ts"

/** The result of a trial; without faults all went well. */
export interface TrialResult {
  readonly name: string
  readonly strikes: ReadonlyArray<StrikeResult>
  readonly faults: ReadonlyArray<string>
  /** Figures worth knowing. */
  readonly notes: ReadonlyArray<string>
}

/** Strikes under load, then checks that everything that was acknowledged is there, and nothing else. */
export const carryOut = (fault: Fault, load: Load, dice: Dice): Effect.Effect<TrialResult> =>
  Effect.scoped(Effect.gen(function*() {
    const stage = yield* setStage(fault.needs, load, dice)
    const { books, line, receiver, site } = stage
    const { aheadMillis = 0 } = fault
    const faults: Array<string> = []
    const health = site.services.map((service) => new HealthProbe(service))

    const struck = yield* Effect.scoped(Effect.gen(function*() {
      for (const { prober } of books) yield* prober.run
      for (const probe of health) yield* probe.run
      const clerks = yield* startClerks(stage, load, (what) => void faults.push(what))
      const struck = yield* strikeOut(fault, stage, load)
      if (!struck.isDead) yield* clerks.stop
      return struck
    }))
    faults.push(...struck.faults, ...line.faults, ...health.flatMap((probe) => probe.faults(struck.darknesses)))
    if (struck.isDead) return { name: fault.name, strikes: struck.results, faults, notes: [] }

    yield* Effect.forEach(books, ({ prober }) => prober.settle, { concurrency: "unbounded" })
    faults.push(...(yield* auditFaults(stage, aheadMillis)), ...receiver.faults)
    const rest = yield* restFaults(stage, aheadMillis)
    faults.push(...rest.faults, ...site.services.flatMap((service) => service.falls()))
    const unready = health.reduce((sum, probe) => sum + probe.unready(), 0)
    const notes = [`/salud 503 ${unready} times`, `${receiver.repeated()} notices twice`, ...rest.notes]
    return { name: fault.name, strikes: struck.results, faults: [...new Set(faults)], notes }
  }))
