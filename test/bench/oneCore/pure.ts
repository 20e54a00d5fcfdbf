import { Effect } from "effect"
import type { Pace } from "../measuring/measure.ts"
import { count, say, table } from "../measuring/report.ts"
import { chainGrowth, chainWorks } from "./chain.ts"
import { cursorWorks } from "./cursors.ts"
import { besideFirst, sideBySide } from "./sideBySide.ts"
import { totalsWorks } from "./totals.ts"

/** Measures the rules by themselves, on one core and without storage. Hashing is compared with Node's own primitives. */
export const purePart = (pace: Pace) =>
  Effect.gen(function*() {
    const totals = sideBySide(totalsWorks, pace)
    const chain = sideBySide(chainWorks, pace)
    const cursors = sideBySide(cursorWorks, pace)
    yield* say("\nRules by themselves, one core\n")
    yield* say(table(1, ["", "per second", "of the first"], [
      ...totals.map(({ name, perSecond }) => [name, count(perSecond), ""]),
      ...besideFirst(chain),
      ...besideFirst(cursors),
    ]))

    const { bytesPerRecord, rates, records } = chainGrowth()
    yield* say(`\nOne chain of ${count(records)} records, made as they are verified\n`)
    yield* say(table(1, ["", "per second", "of the first"], besideFirst(rates)))
    yield* say(`\n  Heap after the last record: ${bytesPerRecord.toFixed(2)} bytes a record more`)
  })
