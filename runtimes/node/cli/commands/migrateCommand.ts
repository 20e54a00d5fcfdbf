import { Effect } from "effect"
import { migrate } from "../../../../adapters/postgres/schema/migrate.ts"
import { grantServing } from "../../../../adapters/postgres/schema/servingRole.ts"
import { database } from "../../engine.ts"
import type { Answer, Command } from "../Command.ts"

const stepsTaken = (steps: number): string =>
  steps === 0 ? "the schema is up to date" : `${steps} ${steps === 1 ? "step" : "steps"} taken`

/** `talonario migrate` */
export const migrateCommand: Command = {
  name: ["migrate"],
  usage: "[--serving-role <name>]",
  summary: "brings the database schema up to date",
  options: { valued: ["serving-role"], switches: [] },
  details: "--serving-role lets a role of the database, which exists already, serve and work and do nothing beyond: no change of the\n"
    + "schema, and of records neither change nor removal. Each such role is to be named again after an update. What was granted\n"
    + "is printed.",
  run: (options) =>
    Effect.gen(function*() {
      const steps = yield* migrate
      const role = options.value("serving-role")
      const granted = role === undefined ? [] : yield* grantServing(role)
      const answer: Answer = {
        text: [stepsTaken(steps), ...granted.map((statement) => `${statement};`)].join("\n"),
        json: { pasos: steps, ...(role === undefined ? {} : { rol: role, sentencias: granted }) },
      }
      return answer
    }).pipe(Effect.provide(database)),
}
