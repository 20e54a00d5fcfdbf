import { Effect } from "effect"
import { migrate } from "../../../adapters/postgres/migrate.ts"
import { database } from "../engine.ts"
import type { Answer, Command } from "./Command.ts"

/** `talonario migrate` */
export const migrateCommand: Command = {
  name: ["migrate"],
  usage: "",
  summary: "brings the database schema up to date",
  options: { valued: [], switches: [] },
  run: () =>
    migrate.pipe(
      Effect.map((steps): Answer => ({
        text: steps === 0 ? "the schema is up to date" : `${steps} ${steps === 1 ? "step" : "steps"} taken`,
        json: { pasos: steps },
      })),
      Effect.provide(database),
    ),
}
