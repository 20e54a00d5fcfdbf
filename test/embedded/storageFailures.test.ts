import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import {
  Storage,
  StorageConflict,
  StorageOutcomeUnknown,
  StorageUnavailable,
  type TransactionFailure,
} from "../../core/ports/Storage.ts"
import { makeTalonario, valueOf } from "../../runtimes/embedded/makeTalonario.ts"
import { rejection } from "../support/rejection.ts"
import { secret, software } from "./onPostgres.ts"

it("promises reject with what becomes of the storage, and never tell it as a refusal", async () => {
  let failure: TransactionFailure | undefined
  let silent = false
  const storage = Layer.provideMerge(
    Layer.effect(Storage, Effect.map(Storage, (memory) =>
      Storage.of({
        ...memory,
        transact: (opening, body) => Effect.suspend(() => failure ?? memory.transact(opening, body)),
        page: (table, query) => Effect.suspend(() => (silent ? new StorageUnavailable() : memory.page(table, query))),
        snapshot: (id, read) => Effect.suspend(() => (silent ? new StorageUnavailable() : memory.snapshot(id, read))),
      }))),
    StorageMemory.layer,
  )
  await using talonario = await makeTalonario({ storage, secret, software, log: () => {} })
  const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Talleres Núñez", nif: "B12345674" }))
  const { contactos, registro } = talonario.company(id, "live")
  valueOf(await contactos.listContacts())
  for (const one of [new StorageConflict(), new StorageUnavailable(), new StorageOutcomeUnknown()]) {
    failure = one
    assert.deepInclude(await rejection(contactos.createContact({ nombre: "Ana" })), { _tag: one._tag })
  }
  silent = true
  assert.instanceOf(await rejection(contactos.listContacts()), StorageUnavailable)
  for (const walk of [contactos.listContacts.all(), registro.exportRegistry()]) {
    assert.instanceOf(await rejection(walk[Symbol.asyncIterator]().next()), StorageUnavailable)
  }
})
