import { Effect, Exit, type Redacted, Scope } from "effect"
import type pg from "pg"
import { afterAll, beforeAll } from "vitest"
import { makeTalonario, type PostgresTalonario, type Within } from "../../runtimes/embedded/makeTalonario.ts"
import { valueOf } from "../../runtimes/embedded/Result.ts"
import { migratedDatabase } from "../support/testStorage.ts"
import { hostPool, type HostPoolOptions } from "./hostDatabase.ts"
import { secret, software } from "./onPostgres.ts"

/** A host with its own table, and the engine beside it, on one database for all tests of a file. */
export interface HostScene {
  readonly url: Redacted.Redacted<string>
  readonly talonario: PostgresTalonario
  /** Ordinary connections of the host. */
  readonly pool: pg.Pool
  readonly poolWith: (options: HostPoolOptions) => Promise<pg.Pool>
  /** Opens a company with this many drafts of one line. */
  readonly companyWith: (drafts: number) => Promise<{ readonly id: string; readonly drafts: ReadonlyArray<string> }>
  /** Whether the host has this order. */
  readonly hasOrder: (id: string) => Promise<boolean>
}

/** The scene, opened before the tests of the file and closed after them. */
export const hostScene = (): () => HostScene => {
  let made: HostScene | undefined
  const scope = Effect.runSync(Scope.make())
  beforeAll(async () => {
    made = await Effect.runPromise(Scope.extend(scene, scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return () => {
    if (made === undefined) throw new Error("the scene is not open yet")
    return made
  }
}

const scene = Effect.gen(function*() {
  const scope = yield* Effect.scope
  const { url } = yield* migratedDatabase
  const talonario = yield* Effect.acquireRelease(
    Effect.promise(() => makeTalonario({ storage: { url, migrate: false }, secret, software, aeat: "test" })),
    ({ close }) => Effect.promise(close),
  )
  const pool = yield* hostPool(url)
  const ownTable = "CREATE TABLE public.host_order (id text PRIMARY KEY, amount numeric(12, 2) NOT NULL)"
  yield* Effect.promise(() => pool.query(ownTable))
  const scene: HostScene = {
    url,
    talonario,
    pool,
    poolWith: (options) => Effect.runPromise(Scope.extend(hostPool(url, options), scope)),
    companyWith: async (count) => {
      const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Cliente", nif: "B12345674" }))
      const { facturas } = talonario.company(id, "live")
      const drafts = Array.from({ length: count }, () =>
        facturas.createInvoice({ lineas: [{ descripcion: "Pedido", precio: 10 }] }))
      return { id, drafts: (await Promise.all(drafts)).map((draft) => valueOf(draft).id) }
    },
    hasOrder: async (id) => (await pool.query("SELECT FROM public.host_order WHERE id = $1", [id])).rowCount === 1,
  }
  return scene
})

/** Runs a transaction of the host on a connection of the pool, and commits if it succeeds. */
export const inTransaction = async <A>(
  { talonario }: HostScene,
  pool: pg.Pool,
  use: (tx: Within, client: pg.PoolClient) => Promise<A>,
  begin = "BEGIN",
): Promise<A> => {
  const client = await pool.connect()
  let broken = false
  try {
    await client.query(begin)
    const tx = talonario.within(client)
    const value = await use(tx, client)
    await client.query("COMMIT")
    await tx.afterCommit()
    return value
  } catch (error) {
    await client.query("ROLLBACK").catch(() => (broken = true))
    throw error
  } finally {
    client.release(broken)
  }
}

/** Thrown by the host to roll back. */
export class RolledBack extends Error {}
