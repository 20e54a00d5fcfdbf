import { Context, Effect, Layer, Redacted, type Scope } from "effect"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import type pg from "pg"
import * as SecretBoxWebCrypto from "../../adapters/crypto/SecretBoxWebCrypto.ts"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import * as StoragePostgres from "../../adapters/postgres/StoragePostgres.ts"
import * as GroupCommit from "../../core/commit/GroupCommit.ts"
import { createContact } from "../../core/contacts/createContact.ts"
import type { OrganizationId } from "../../core/identifiers/organizationId.ts"
import { openOrganization } from "../../core/organizations/openOrganization.ts"
import { createWebhook } from "../../core/webhooks/createWebhook.ts"
import { freshSealedSecret } from "../../core/webhooks/freshSecret.ts"
import type { Variables } from "../node/talonarioProcess.ts"
import { trusted } from "./noticeReceiver.ts"
import { temporaryFolder } from "./temporaryFolder.ts"

/** A database on which this process makes events and runs no workers: those of other processes deliver the events. */
export interface Workshop {
  /** Environment variables with which a `talonario` process uses the database and trusts the receivers of `noticeReceiver`. */
  readonly variables: Variables
  readonly pool: pg.Pool
  readonly openCompany: Effect.Effect<OrganizationId>
  /** Subscribes the URL to all events; returns the subscription's id. */
  readonly subscribe: (company: OrganizationId, url: string) => Effect.Effect<string>
  /** Makes one event. */
  readonly happen: (company: OrganizationId) => Effect.Effect<void>
  /** The rows that a statement returns. */
  readonly rows: <Row extends pg.QueryResultRow>(sql: string, values?: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<Row>>
}

const secret = "the workshop keeps no secrets: 32+"

/** A workshop on the database at this address, whose schema is up to date. */
export const makeWorkshop = (url: Redacted.Redacted<string>): Effect.Effect<Workshop, never, Scope.Scope> =>
  Effect.gen(function*() {
    const engine = yield* Layer.build(
      Layer.merge(GroupCommit.layer, SecretBoxWebCrypto.layer(new TextEncoder().encode(secret))).pipe(
        Layer.provideMerge(StoragePostgres.layer),
        Layer.provideMerge(EntropyWebCrypto.layer),
        Layer.provideMerge(PostgresPool.layer({ url, connectionsMax: 8 })),
      ),
    )
    const pool = Context.get(engine, PostgresPool.PostgresPool)
    const { run } = Context.get(engine, GroupCommit.GroupCommit)
    const folder = yield* temporaryFolder("talonario-work-")
    const authority = join(folder, "authority.pem")
    yield* Effect.promise(() => writeFile(authority, trusted))
    return {
      pool,
      variables: {
        DATABASE_URL: Redacted.value(url),
        TALONARIO_SECRET: secret,
        TALONARIO_DATA: folder,
        TALONARIO_WEBHOOK_ALLOW: "127.0.0.1",
        NODE_EXTRA_CA_CERTS: authority,
        TALONARIO_RATE_LIMIT: "100000/60",
      },
      openCompany: openOrganization({ nombre: "Talleres Núñez", nif: "B12345674" }).pipe(
        Effect.map(({ id }) => id),
        Effect.provide(engine),
        Effect.orDie,
      ),
      subscribe: (company, url) =>
        Effect.gen(function*() {
          const { webhook } = yield* run(createWebhook(company, { url }, yield* freshSealedSecret))
          return webhook.id
        }).pipe(Effect.provide(engine), Effect.orDie),
      happen: (company) => Effect.asVoid(Effect.orDie(run(createContact(company, { nombre: "Ana" })))),
      rows: (sql, values = []) => Effect.promise(async () => (await pool.query(sql, [...values])).rows),
    }
  })
