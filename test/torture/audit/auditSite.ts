import { Effect, Redacted } from "effect"
import { execFile } from "node:child_process"
import { program } from "../site/Service.ts"
import type { Stage } from "../stage.ts"
import { bookFaults } from "./books.ts"
import { eventFaults, eventsMillis } from "./events.ts"
import { halfFaults } from "./halves.ts"
import { periodFaults, periodsMillis } from "./periods.ts"
import { repeatFaults } from "./repeats.ts"

/**
 * Everything that is wrong with the books of a site on which nobody writes any more, except workers that still make invoices of
 * subscriptions. Those and events may come as late as a clock was ahead.
 */
export const auditFaults = (stage: Stage, aheadMillis: number): Effect.Effect<ReadonlyArray<string>> =>
  Effect.gen(function*() {
    const { books, line, receiver, site } = stage
    const faults: Array<string> = []
    for (const one of books) {
      const { client, company: { clave, id }, ledger } = one
      faults.push(...(yield* Effect.orDie(periodFaults(site.pool, one, periodsMillis + aheadMillis))).slice(0, 10))
      faults.push(...(yield* Effect.orDie(bookFaults(client, ledger))).slice(0, 10))
      faults.push(...(yield* Effect.promise(() => halfFaults(site.pool, id, line.acknowledgedUnder(clave), ledger))))
    }
    faults.push(...(yield* repeatFaults(line)))
    faults.push(...(yield* eventFaults(receiver, books, eventsMillis + aheadMillis)))
    return [...faults, ...(yield* verifyFaults(stage))]
  })

/** What `talonario registry verify` finds. */
const verifyFaults = ({ site: { database } }: Stage): Effect.Effect<ReadonlyArray<string>> =>
  Effect.async((resume) => {
    const { PATH = "" } = process.env
    const env = { PATH, DATABASE_URL: Redacted.value(database.url) }
    execFile(process.execPath, [program(), "registry", "verify", "--json"], { env }, (error, stdout, stderr) =>
      resume(Effect.succeed(error === null ? [] : [`registry verify: ${stdout.slice(0, 1_000)} ${stderr.slice(0, 1_000)}`])))
  })
