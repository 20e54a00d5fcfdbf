import { Effect } from "effect"
import { migrate } from "../../../../adapters/postgres/schema/migrate.ts"
import { grantServing } from "../../../../adapters/postgres/schema/servingRole.ts"
import { database } from "../../engine.ts"
import type { Answer, Run } from "../Command.ts"

const stepsTaken = (steps: number): string =>
  steps === 0 ? "the schema is up to date" : `${steps} ${steps === 1 ? "step" : "steps"} taken`

/** `talonario migrate` */
export const runMigrate: Run = (options) =>
  Effect.gen(function*() {
    const steps = yield* migrate
    const role = options.value("serving-role")
    const granted = role === undefined ? [] : yield* grantServing(role)
    const answer: Answer = {
      text: [stepsTaken(steps), ...granted.map((statement) => `${statement};`)].join("\n"),
      json: { pasos: steps, ...(role === undefined ? {} : { rol: role, sentencias: granted }) },
    }
    return answer
  }).pipe(Effect.provide(database))
