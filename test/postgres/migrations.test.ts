import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import pg from "pg"
import { migrate, migrations } from "../../adapters/postgres/migrate.ts"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as PostgresPool from "../../adapters/postgres/PostgresPool.ts"
import * as StoragePostgres from "../../adapters/postgres/StoragePostgres.ts"
import * as PgClient from "@effect/sql-pg/PgClient"
import { organizationId } from "../../core/organizations/Organization.ts"
import { searchWords } from "../../core/pagination/searchText.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { sampleId } from "../support/samples.ts"
import { testDatabase } from "../support/testDatabase.ts"

/** Rows as the first schema kept them. */
const rowsOfTheFirst = (id: string) => `
  INSERT INTO contact (organization_id, id, nombre, nif, tipo, irpf, descuento, etiquetas, creado, created_sequence, modified_sequence)
    VALUES ('${id}', '${sampleId()}', E'Jos\\u00e9  N\\u00da\\u00d1EZ', '12345678Z', 'customer', 0, 0, '{}', now(), 1, 1);
  INSERT INTO invoice (organization_id, id, lifecycle, tipo_documento, tipo, serie, numero, recipient, fecha_emision,
      fecha_por_defecto, etiquetas, divisa, tipo_cambio, precios_con_iva, recargo_equivalencia, irpf, suplidos, lineas, rates,
      base_imponible, cuota_iva, cuota_recargo, cuota_irpf, total, cobrado, creado, created_sequence, modified_sequence, standing)
    VALUES ('${id}', '${sampleId()}', 'issued', 'invoice', 'invoice', 'A', 7,
      '{"id":"x","nombre":"\\u00c1gata","nif":null,"nif_iva":null,"email":null,"direccion":null,"ciudad":null,"cp":null,"provincia":null,"pais":null,"idioma":null}',
      '2026-01-01', false, '{}', 'EUR', 1, false, false, 0, 0, '[]', '[]', 0, 0, 0, 0, 0, 0, now(), 2, 2, 'sent');
  INSERT INTO registry_record (organization_id, id, factura_id, orden, tipo, subsanacion, generado, huella, cadena, campos)
    VALUES ('${id}', '${sampleId()}', '${sampleId()}', 1, 'alta', false, now(), 'H', 'c', '{}');`

const run = (url: Redacted.Redacted<string>, sql: string) =>
  Effect.promise(async () => {
    const client = new pg.Client(Redacted.value(url))
    await client.connect()
    await client.query(sql)
    await client.end()
  })

describe("the steps of the schema", () => {
  it.scopedLive("make what was stored before findable and counted", () =>
    Effect.gen(function*() {
      const { url } = yield* testDatabase()
      const id = sampleId()
      const pool = PostgresPool.layer({ url, connectionsMax: 2 })
      yield* run(url, "CREATE TABLE migration (migration_id integer PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT now(), name text NOT NULL)")
      const first = Effect.provide(
        migrations["0001_first_invoice"],
        Layer.unwrapEffect(Effect.map(PostgresPool.PostgresPool, (open) =>
          PgClient.layerFromPool({ acquire: Effect.succeed(open) }))),
      )
      yield* Effect.provide(first, pool)
      yield* run(url, "INSERT INTO migration (migration_id, name) VALUES (1, 'first_invoice')")
      yield* run(url, rowsOfTheFirst(id))
      const engine = StoragePostgres.layer.pipe(
        Layer.provideMerge(EntropyWebCrypto.layer),
        Layer.provideMerge(Layer.effectDiscard(migrate)),
        Layer.provideMerge(pool),
      )
      yield* Effect.provide(
        Effect.gen(function*() {
          const { page } = yield* Storage
          const query = { organizationId: organizationId(id), orden: "antiguo", after: null, limit: 5 } as const
          const found = (words: string) => ({ ...query, conditions: [{ kind: "search", words: searchWords(words) } as const] })
          assert.strictEqual((yield* page("contact", found("nunez 5678"))).total, 1)
          assert.strictEqual((yield* page("contact", found("nunes"))).total, 0)
          assert.strictEqual((yield* page("invoice", found("agata a-7"))).total, 1)
          assert.strictEqual((yield* page("registryRecord", { ...query, conditions: [] })).total, 1)
        }),
        engine,
      )
    }))
})
