import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Layer, Redacted } from "effect"
import pg from "pg"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import { migrations } from "../../adapters/postgres/schema/migrate.ts"
import * as StoragePostgres from "../../adapters/postgres/StoragePostgres.ts"
import { organizationId } from "../../core/identifiers/organizationId.ts"
import { type RegistryReport, verifyRegistry } from "../../core/verification/verifyRegistry.ts"
import { idOf, makeScene, type Scene, simpleDraft } from "../http/scene.ts"
import { hash } from "../registry/anyChain.ts"
import { migratedDatabase } from "../support/testStorage.ts"

type Values = ReadonlyArray<unknown>

/** Issues, annuls and rectifies: an alta of each of five invoices, with an annulment in between. */
const invoiceIn = ({ request }: Scene, key: string) =>
  Effect.gen(function*() {
    const post = (path: string, body?: unknown) => request("POST", path, { key, body })
    const issue = Effect.gen(function*() {
      const id = idOf(yield* post("/facturas", simpleDraft))
      yield* post(`/facturas/${id}/emitir`)
      return id
    })
    const [first, second] = [yield* issue, yield* issue]
    yield* post(`/facturas/${first}/anular`, { motivo: "Duplicada" })
    const rectification = idOf(yield* post(`/facturas/${second}/rectificar`, { motivo: "Precio" }))
    yield* post(`/facturas/${rectification}/emitir`)
    yield* issue
    yield* issue
  })

/** The tables that are restored after each damage. */
const tables = ["registry_record", "chain_head", "invoice", "organization", "submission_state"]

/** The number of records of each company in a damaged database. */
export const recordCount = 6

/** Two companies on PostgreSQL with six records each, and the access of somebody who owns the tables. */
export const damagedDatabase = Effect.gen(function*() {
  const { url } = yield* migratedDatabase
  const storage = Layer.provide(StoragePostgres.layer, PostgresPool.layer({ url, connectionsMax: 6 }))
  const scene = yield* makeScene({ storage })
  const other = yield* scene.openCompany({ nombre: "Otra", nif: "B87654323" })
  yield* invoiceIn(scene, scene.live)
  yield* invoiceIn(scene, other.live)
  const client = yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const open = new pg.Client(Redacted.value(url))
      await open.connect()
      return open
    }),
    (open) => Effect.promise(() => open.end()),
  )
  const sql = (text: string, ...values: Values) =>
    Effect.promise(async () => (await client.query<Record<string, unknown>>(text, [...values])).rows)
  yield* sql("ALTER TABLE registry_record DISABLE TRIGGER ALL; ALTER TABLE invoice DISABLE TRIGGER ALL")
  yield* sql("DROP INDEX registry_record_orden, registry_record_link")
  yield* sql("ALTER TABLE chain_head DROP CONSTRAINT chain_head_check")
  const check = (id: string = scene.organizationId): Effect.Effect<RegistryReport> =>
    scene.provide(Effect.orDie(verifyRegistry(organizationId(id), hash)))
  /** What the check finds after this change to the tables, which is undone afterwards. */
  const foundAfter = (text: string, ...values: Values) =>
    Effect.acquireUseRelease(
      sql(tables.map((table) => `CREATE TABLE kept_${table} AS TABLE ${table}`).join("; ")),
      () => Effect.zipRight(sql(text, ...values), check()),
      () =>
        sql(tables.map((table) =>
          `DELETE FROM ${table}; INSERT INTO ${table} TABLE kept_${table}; DROP TABLE kept_${table}`).join("; ")),
    )
  /** The invoice of the record in that place. */
  const invoiceAt = (orden: number) =>
    Effect.map(
      sql("SELECT replace(factura_id::text, '-', '') AS id FROM registry_record WHERE organization_id = $1 AND orden = $2",
        scene.organizationId, orden),
      ([row]) => String(row?.["id"]),
    )
  /** Repeats the step of the schema that made the seals. */
  const sealAgain = Effect.provide(
    migrations["0011_seals"],
    Layer.unwrapEffect(Effect.map(PostgresPool.PostgresPool, (pool) =>
      PgClient.layerFromPool({ acquire: Effect.succeed(pool) }))),
  ).pipe(Effect.provide(PostgresPool.layer({ url, connectionsMax: 1 })))
  return { ...scene, other, sql, check, foundAfter, invoiceAt, sealAgain }
})
