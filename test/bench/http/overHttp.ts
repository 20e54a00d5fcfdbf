import { Effect, type Redacted } from "effect"
import { existsSync } from "node:fs"
import { builtProgram, startCaller } from "../childProcesses.ts"
import { anotherDatabase } from "../database.ts"
import { crowds } from "../inProcess/inProcess.ts"
import { type Contestant, type Pace, race, type Result } from "../measuring/measure.ts"
import { count, millis, named, say, table, times } from "../measuring/report.ts"
import { type HttpOperation, httpOperations } from "./operations.ts"
import { comparatorSide, type HttpSide, talonarioSide } from "./sides.ts"

/** What is measured, and what it is compared with. */
export interface Opponents {
  /** The `talonario.js` to measure; by default this checkout's. */
  readonly program: string | undefined
  /** The `talonario.js` of another build to compare with; by default the comparator. */
  readonly against: string | undefined
  /** Whether the comparator pipelines its statements. */
  readonly pipelined: boolean
  /** A part of the names of the operations to measure. */
  readonly operation: string
}

const ours = "Talonario"

/** Measures Talonario and another service over HTTP, in turns, each in its own process on one database server. */
export const httpPart = (url: Redacted.Redacted<string>, pace: Pace, opponents: Opponents) =>
  Effect.gen(function*() {
    const { against, operation: measured, pipelined, program = builtProgram } = opponents
    if (!existsSync(program)) return yield* say("\nOver HTTP: left out, there is no dist/ (npm run build)")
    const other = against === undefined ? "the comparator" : "the other build"
    const own = yield* talonarioSide(ours, yield* anotherDatabase(url, "ours"), program)
    const database = yield* anotherDatabase(url, "other")
    const opponent = yield* against === undefined
      ? comparatorSide(other, database, pipelined)
      : talonarioSide(other, database, against)
    const call = yield* startCaller
    const atStart = own.server.residentMegabytes()

    const contestant = (operation: HttpOperation, side: HttpSide): Contestant => ({
      name: side.name,
      ...(side.spent === undefined ? {} : { spent: side.spent }),
      prepare: async (count) => operation.prepare?.(side, call, count),
      run: (connections, millis) =>
        call({ ...operation.request(side), address: side.server.address, connections, millis }),
    })
    const rows: Array<ReadonlyArray<string>> = []
    const verdicts: Array<string> = []
    for (const operation of httpOperations.filter(({ name }) => name.includes(measured))) {
      for (const connections of crowds) {
        const sides = [own, opponent].map((side) => contestant(operation, side))
        const results = yield* Effect.promise((signal) => race(sides, connections, { turns: 4, ...pace }, signal))
        const [mine, theirs] = [named(results, ours), named(results, other)]
        rows.push([connections === crowds[0] ? operation.name : "", String(connections), ...figures(mine, theirs)])
        if (connections === 32) verdicts.push(verdict(operation, mine, theirs))
      }
    }
    yield* say(`\nOver HTTP: ${ours} beside ${other}${pipelined ? ", pipelined" : ""}; ours first in each pair\n`)
    yield* say(table(1, head, rows))
    yield* say(`\n${explanation}`)
    if (against === undefined) yield* say(`\n  Budgets, at 32 connections:\n${verdicts.join("\n")}`)
    yield* say(`\n  Memory of Talonario's process: ${count(atStart)} MB at its start, `
      + `${count(own.server.residentMegabytes())} MB after all of this`)
  }).pipe(Effect.scoped)

const head = ["operation", "conns", "per second", "", "ratio", "p50 ms", "", "p99 ms", "", "CPU us", "", "ratio"]

const explanation = "  CPU: microseconds of processor that a request takes, of the service + of the database; its ratio is that of\n"
  + "  both together. It hardly depends on what else the machine does, as throughput and times do."

const figures = (mine: Result, theirs: Result): ReadonlyArray<string> => [
  count(mine.perSecond),
  count(theirs.perSecond),
  times(mine.perSecond, theirs.perSecond),
  millis(mine.p50),
  millis(theirs.p50),
  millis(mine.p99),
  millis(theirs.p99),
  spentText(mine),
  spentText(theirs),
  times(spentOf(theirs), spentOf(mine)),
]

const spentOf = ({ spent }: Result): number => (spent === undefined ? 0 : spent.database + spent.program)

const spentText = ({ spent }: Result): string =>
  spent === undefined ? "-" : `${Math.round(spent.program * 1000)} + ${Math.round(spent.database * 1000)}`

const verdict = ({ budget, name }: HttpOperation, mine: Result, theirs: Result): string => {
  const ratio = mine.perSecond / theirs.perSecond
  const reached = ratio >= budget ? "reached" : "missed"
  const waits = budget < 8 ? "" : `, p99 ${times(mine.p99, theirs.p99)} of its (budget: 0.25x)`
  return `    ${name}: ${ratio.toFixed(2)}x, ${reached} (budget: ${budget}x)${waits}`
}
