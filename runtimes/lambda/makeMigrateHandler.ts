import { Effect, Either, Schema } from "effect"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import { migrate } from "../../adapters/postgres/schema/migrate.ts"
import { grantServing } from "../../adapters/postgres/schema/servingRole.ts"

/** What was done; the names are those of `talonario migrate --json`. */
export interface Migrated {
  readonly pasos: number
  readonly sentencias: ReadonlyArray<string>
}

const Asked = Schema.Struct({ servingRole: Schema.optional(Schema.NonEmptyString) })
const decode = Schema.decodeUnknownSync(Asked, { onExcessProperty: "error" })

/**
 * Makes the function that brings the schema up to date, to be invoked before functions of a new version are. An event may
 * name the role that the other functions serve with (`{"servingRole": "…"}`), which is then let do that and no more.
 * Rejects with what is in the way, and for an event that says anything else, such as a name that is misspelt.
 */
export const makeMigrateHandler = (database: Pick<PostgresPool.PostgresSettings, "url" | "session">) => ({
  handler: async (event?: unknown): Promise<Migrated> => {
    const { servingRole } = decode(event ?? {})
    const migrating = Effect.gen(function*() {
      const pasos = yield* migrate
      return { pasos, sentencias: servingRole === undefined ? [] : yield* grantServing(servingRole) }
    })
    const outcome = await Effect.runPromise(
      Effect.either(Effect.provide(migrating, PostgresPool.layer({ ...database, connectionsMax: 2 }))),
    )
    if (Either.isLeft(outcome)) throw new Error(outcome.left.message)
    return outcome.right
  },
})
