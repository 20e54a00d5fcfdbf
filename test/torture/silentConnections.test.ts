import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Logger, LogLevel, Redacted, Scope } from "effect"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as PostgresPool from "../../adapters/postgres/connections/PostgresPool.ts"
import * as StoragePostgres from "../../adapters/postgres/StoragePostgres.ts"
import * as GroupCommit from "../../core/commit/GroupCommit.ts"
import { createContact } from "../../core/contacts/createContact.ts"
import { openOrganization } from "../../core/organizations/openOrganization.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { migratedDatabase } from "../support/testStorage.ts"
import { makeWire } from "./wire/Wire.ts"

/** In place of the usual limit, which is longer than any statement may take. */
const answerMillis = 700

/** Storage and commits of this process on a fresh database, at the other end of a wire. */
const onWire = (session: PostgresPool.SessionMode) =>
  Effect.gen(function*() {
    const { url } = yield* migratedDatabase
    const address = new URL(Redacted.value(url))
    const wire = yield* makeWire(Number(address.port))
    address.port = String(wire.port)
    const scope = yield* Scope.make()
    const pool = PostgresPool.layer({ url: Redacted.make(address.href), connectionsMax: 4, session, answerMillis })
    const engine = GroupCommit.layer.pipe(
      Layer.provideMerge(StoragePostgres.layerWith({ notifies: session === "own" })),
      Layer.provideMerge(EntropyWebCrypto.layer),
      Layer.provideMerge(pool),
    )
    const built = yield* Effect.orDie(Layer.buildWithScope(engine, scope))
    const company = yield* Effect.provide(Effect.orDie(openOrganization({ nombre: "Talleres", nif: "B12345674" })), built)
    return {
      wire,
      pool: Context.get(built, PostgresPool.PostgresPool),
      write: Context.get(built, GroupCommit.GroupCommit).run(createContact(company.id, { nombre: "Ana" })),
      read: Context.get(built, Storage).find("organization", company.id, company.id),
      ping: Context.get(built, Storage).ping,
      end: Scope.close(scope, Exit.void),
    }
  })

describe.each(["own", "pooled"] as const)("where connections (session: %s) fall silent without being closed", (session) => {
  it.scopedLive("whatever waits on them fails, new ones work, and the end waits for none of them", () =>
    Effect.gen(function*() {
      const { end, ping, read, wire, write } = yield* onWire(session)
      yield* write
      wire.forget()
      const began = performance.now()
      const told = yield* Effect.all([Effect.either(write), Effect.either(read), Effect.either(ping)], { concurrency: 3 })
      assert.isBelow(performance.now() - began, 6_000)
      assert.strictEqual(told[0]._tag, "Right", "a write is decided again")
      yield* read
      yield* ping
      yield* Effect.all([write, write, read, ping], { concurrency: 4 })
      wire.forget()
      const ending = performance.now()
      yield* end
      assert.isBelow(performance.now() - ending, 7_000)
    }).pipe(Logger.withMinimumLogLevel(LogLevel.None)), 30_000)

  it.scopedLive("a connection whose answers came in time stays in use", () =>
    Effect.gen(function*() {
      const { end, pool, read, write } = yield* onWire(session)
      let ended = 0
      pool.on("remove", () => ended++)
      yield* Effect.all([write, read], { concurrency: 2 })
      yield* Effect.sleep(answerMillis + 300)
      yield* Effect.all([write, read], { concurrency: 2 })
      assert.strictEqual(ended, 0)
      yield* end
    }).pipe(Logger.withMinimumLogLevel(LogLevel.None)), 30_000)
})
