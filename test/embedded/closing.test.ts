import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { EngineClosed, makeTalonario } from "../../runtimes/embedded/makeTalonario.ts"
import { valueOf } from "../../runtimes/embedded/Result.ts"
import { rejection } from "../support/rejection.ts"
import { freshConfiguration, secret, software } from "./onPostgres.ts"

describe("an engine that is being closed", () => {
  it.scopedLive("finishes the calls that the host has begun", () =>
    Effect.gen(function*() {
      const configuration = yield* freshConfiguration
      yield* Effect.promise(async () => {
        const talonario = await makeTalonario(configuration)
        const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Talleres Núñez" }))
        const { contactos, facturas } = talonario.company(id, "live")
        const begun = Array.from({ length: 40 }, (_, i) =>
          i % 2 === 0 ? contactos.createContact({ nombre: "Ana" }) : facturas.listInvoices())
        await talonario.close()
        const answers = await Promise.all(begun)
        assert.isTrue(answers.every(({ ok }) => ok))
      })
    }))

  it("carries out each call until its workers have ended what they have begun, and then refuses it at once", async () => {
    let deliver = () => {}
    let hold = () => {}
    const held = new Promise<void>((resolve) => (hold = resolve))
    const talonario = await makeTalonario({
      log: () => {},
      mailer: {
        send: () => {
          hold()
          return new Promise<void>((resolve) => (deliver = resolve))
        },
      },
    })
    const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Talleres Núñez", nif: "B12345674" }))
    const { contactos, correo, facturas } = talonario.company(id, "live")
    const draft = valueOf(await facturas.createInvoice({ lineas: [{ descripcion: "Cuota", precio: 20 }] }))
    valueOf(await facturas.issueInvoice(draft))
    valueOf(await correo.sendInvoice({ id: draft.id, para: ["c@ejemplo.es"] }))
    talonario.work()
    await held
    let closed = false
    const closing = talonario.close().then(() => (closed = true))
    valueOf(await contactos.createContact({ nombre: "Ana" }))
    assert.isFalse(closed)
    deliver()
    for (let error: unknown; error === undefined;) {
      error = await contactos.createContact({ nombre: "Eva" })
        .then(() => undefined, (rejected: unknown) => rejected)
      if (error !== undefined) assert.instanceOf(error, EngineClosed)
    }
    await closing
    assert.instanceOf(await rejection(contactos.listContacts()), EngineClosed)
  })

  it.scopedLive("ends walks, whose next step rejects", () =>
    Effect.gen(function*() {
      const configuration = yield* freshConfiguration
      yield* Effect.promise(async () => {
        const talonario = await makeTalonario(configuration)
        const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Talleres Núñez", nif: "B12345674" }))
        const { facturas, registro } = talonario.company(id, "live")
        const draft = valueOf(await facturas.createInvoice({ lineas: [{ descripcion: "Cuota", precio: 20 }] }))
        valueOf(await facturas.issueInvoice({ id: draft.id }))
        const [begun, between, late] = Array.from({ length: 3 }, () => registro.exportRegistry()[Symbol.asyncIterator]())
        assert.isDefined(begun)
        assert.isDefined(between)
        assert.isDefined(late)
        await between.next()
        const step = begun.next()
        await talonario.close()
        assert.strictEqual((await step).value?.registros, 1)
        for (const walk of [begun, between, late]) assert.instanceOf(await rejection(walk.next()), EngineClosed)
      })
    }))

  it.scopedLive("lets a transaction of the host's end after it, without calling the database dead", () =>
    Effect.gen(function*() {
      const configuration = yield* freshConfiguration
      yield* Effect.promise(async () => {
        const told: Array<string> = []
        const talonario = await makeTalonario({ ...configuration, log: ({ message }) => void told.push(message) })
        const tx = talonario.within({ query: async () => ({ rows: [] }) })
        await talonario.close()
        await tx.afterCommit()
        assert.deepStrictEqual(told, [])
      })
    }))

  it("has been let go by walks that were left", async () => {
    let ended = 0
    const storage = Layer.provideMerge(
      Layer.effect(Storage, Effect.map(Storage, (memory) =>
        Storage.of({
          ...memory,
          // As of an export that is longer than what was walked of it.
          snapshot: (id, read) =>
            Effect.ensuring(Effect.zipLeft(memory.snapshot(id, read), Effect.never), Effect.sync(() => ended++)),
        }))),
      StorageMemory.layer,
    )
    const talonario = await makeTalonario({ storage, secret, software, log: () => {} })
    const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Talleres Núñez", nif: "B12345674" }))
    const { facturas, registro } = talonario.company(id, "live")
    const draft = valueOf(await facturas.createInvoice({ lineas: [{ descripcion: "Cuota", precio: 20 }] }))
    valueOf(await facturas.issueInvoice({ id: draft.id }))
    for await (const { registros } of registro.exportRegistry()) {
      assert.deepStrictEqual([registros, ended], [1, 0])
      break
    }
    assert.strictEqual(ended, 1)
    await talonario.close()
  })

  it("starts no workers", async () => {
    const talonario = await makeTalonario()
    const closed = talonario.close()
    assert.throws(() => talonario.work(), EngineClosed)
    await closed
    assert.throws(() => talonario.work(), EngineClosed)
  })

  it("ends workOff after the job under way", async () => {
    let sent = 0
    let begun = () => {}
    const sending = new Promise<void>((resolve) => (begun = resolve))
    const talonario = await makeTalonario({
      log: () => {},
      mailer: {
        send: async () => {
          sent++
          begun()
          await new Promise((resolve) => setTimeout(resolve, 50))
        },
      },
    })
    const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Talleres Núñez", nif: "B12345674" }))
    const { correo, facturas } = talonario.company(id, "live")
    const draft = valueOf(await facturas.createInvoice({ lineas: [{ descripcion: "Cuota", precio: 20 }] }))
    const invoice = valueOf(await facturas.issueInvoice({ id: draft.id }))
    for (let i = 0; i < 30; i++) valueOf(await correo.sendInvoice({ id: invoice.id, para: ["c@ejemplo.es"] }))
    const working = rejection(talonario.workOff())
    await sending
    await talonario.close()
    assert.instanceOf(await working, EngineClosed)
    assert.isBelow(sent, 10)
  })
})
