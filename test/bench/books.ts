import { Effect, Layer, type Redacted } from "effect"
import type pg from "pg"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import { migrate } from "../../adapters/postgres/schema/migrate.ts"
import * as StoragePostgres from "../../adapters/postgres/StoragePostgres.ts"
import { issueAccessKey } from "../../core/access/issueAccessKey.ts"
import { scopes } from "../../core/access/scopes.ts"
import * as GroupCommit from "../../core/commit/GroupCommit.ts"
import { createContact } from "../../core/contacts/createContact.ts"
import { openOrganization } from "../../core/organizations/openOrganization.ts"
import type { Operation } from "./measuring/measure.ts"
import { company, customer } from "./workload.ts"

/** Talonario's core on a database, assembled like in the Node runtime; brings the schema up to date. */
export const system = (url: Redacted.Redacted<string>) =>
  GroupCommit.layer.pipe(
    Layer.provideMerge(StoragePostgres.layer),
    Layer.provideMerge(EntropyWebCrypto.layer),
    Layer.provideMerge(Layer.effectDiscard(migrate)),
    Layer.provideMerge(PostgresPool.layer({ url, connectionsMax: 10 })),
  )

/** A fresh company with a customer and a live key. */
export const openBooks = Effect.gen(function*() {
  const { run } = yield* GroupCommit.GroupCommit
  const { id: organizationId } = yield* openOrganization(company)
  const key = { modo: "live", scopes, nombre: "Banco de pruebas" } as const
  const { accessKey, clave } = yield* issueAccessKey(organizationId, key)
  const { id: contactId } = yield* run(createContact(organizationId, customer))
  return { organizationId, contactId, accessKeyId: accessKey.id, clave }
})

/** What `openBooks` returns. */
export type Books = Effect.Effect.Success<typeof openBooks>

/** Drafts that wait to be issued. */
export interface Drafts {
  /** Takes the id of one; undefined when none is left. */
  readonly next: () => string | undefined
  /** Takes all of them. */
  readonly takeAll: () => ReadonlyArray<string>
  /** Makes as many as it takes to have this many. */
  readonly fill: (count: number) => Promise<void>
}

/** Issues the next draft, as long as there is one. */
export const issuing = ({ next }: Drafts, issue: (id: string) => Promise<unknown>): Operation => () => {
  const id = next()
  return id === undefined ? undefined : issue(id)
}

/**
 * Drafts that are copied, inside the database, from one that the service made. `firstPlace` reserves that many places in the
 * company's order of creation and returns the first of them.
 */
export const draftsLike = (
  templateId: string,
  pool: pg.Pool,
  organizationId: string,
  firstPlace: (count: number) => Promise<number>,
): Drafts => {
  let ids: Array<string> = []
  return {
    next: () => ids.pop(),
    takeAll: () => ids.splice(0).reverse(),
    fill: async (count) => {
      const missing = count - ids.length
      if (missing <= 0) return
      const values = [organizationId, templateId, await firstPlace(missing), missing]
      const { rows } = await pool.query<{ id: string }>(copyDraft, values)
      // They are taken from the end, so drafts are issued in the order in which they were made.
      ids = [...rows.map(({ id }) => id).reverse(), ...ids]
    },
  }
}

const copyDraft = `
  INSERT INTO invoice
  SELECT copy.*
  FROM invoice AS draft,
       generate_series($3::bigint, $3::bigint + $4::bigint - 1) AS place,
       jsonb_populate_record(draft, jsonb_build_object(
         'id', uuidv7(), 'created_sequence', place, 'modified_sequence', place)) AS copy
  WHERE draft.organization_id = $1 AND draft.id = $2
  RETURNING id`
