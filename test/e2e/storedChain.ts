import { Effect, Option, Schema } from "effect"
import { PostgresPool } from "../../adapters/postgres/connections/PostgresPool.ts"
import type { OrganizationId } from "../../core/identifiers/organizationId.ts"
import { Storage } from "../../core/ports/Storage.ts"
import type { StoredChain } from "./firstInvoice.ts"

const recordsOfCompany = "SELECT orden, cadena, huella, huella_anterior FROM registry_record"
  + " WHERE organization_id = $1 ORDER BY orden"

const readRecords = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({
  orden: Schema.Number,
  cadena: Schema.String,
  huella: Schema.String,
  huella_anterior: Schema.NullOr(Schema.String),
})))

/** A company's chain as PostgreSQL stores it. */
export const storedChain = (id: OrganizationId): Effect.Effect<StoredChain, never, Storage | PostgresPool> =>
  Effect.gen(function*() {
    const pool = yield* PostgresPool
    const head = yield* (yield* Storage).find("chainHead", id, id)
    const { rows } = yield* Effect.promise(() => pool.query(recordsOfCompany, [id]))
    return { records: readRecords(rows), head: Option.getOrNull(head) }
  }).pipe(Effect.orDie)
