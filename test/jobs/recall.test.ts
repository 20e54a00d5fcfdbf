import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import { setCertificate } from "../../core/certificates/certificateCommands.ts"
import { Mailer, MailNotSent } from "../../core/ports/Mailer.ts"
import { Queue } from "../../core/ports/Queue.ts"
import { type ShipmentAnswer, TaxAuthority, TaxAuthorityUnreachable } from "../../core/ports/TaxAuthority.ts"
import { NoAnswer, WebhookSender } from "../../core/ports/WebhookSender.ts"
import { makePruning } from "../../core/workers/workers.ts"
import { idOf, makeScene, now, type Scene } from "../http/scene.ts"

const accepted = { estado: "Correcto", codigo: null, descripcion: null, duplicado: null, respuesta: {} } as const
const answer: ShipmentAnswer = { csv: "A-1", espera: 60, records: [accepted] }

const certificate = {
  tipo: "personal",
  pkcs12: new Uint8Array(1),
  password: "clave",
  titular: "ANA",
  caduca: instant(now + 2_000 * 86_400_000),
} as const

const all = ["letter", "notice", "record"]

/** A scene in which a letter, a notice and a record wait, and what has left of them. Nothing leaves until `open` is called. */
const makeWaiting = Effect.gen(function*() {
  let isOpen = false
  const left: Array<string> = []
  const leaving = <E>(what: string, failure: E) =>
    Effect.suspend(() => (isOpen ? Effect.sync(() => void left.push(what)) : Effect.fail(failure)))
  const scene = yield* makeScene({
    mailer: Layer.succeed(Mailer, { send: () => leaving("letter", new MailNotSent({ reason: "no contesta", transient: true })) }),
    taxAuthority: Layer.succeed(TaxAuthority, {
      submit: () => Effect.as(leaving("record", new TaxAuthorityUnreachable({ reason: "no contesta" })), answer),
      query: () => Effect.succeed({ next: null, records: [] }),
    }),
    webhookSender: Layer.succeed(WebhookSender, {
      send: () => Effect.as(leaving("notice", new NoAnswer({ reason: "no contesta" })), { codigo: 200 }),
    }),
  })
  yield* Effect.orDie(scene.provide(setCertificate(scene.organizationId, certificate)))
  yield* scene.post("/webhooks", { url: "https://avisos.ejemplo.es/", sucesos: ["invoice.issued"] })
  const draft = idOf(yield* scene.post("/facturas", { lineas: [{ descripcion: "Horas", precio: 60 }] }))
  yield* scene.post(`/facturas/${draft}/emitir`)
  yield* scene.post(`/facturas/${draft}/enviar`, { para: ["ana@example.org"] })
  return { scene, left, open: () => void (isOpen = true) }
})

/** What workers do each hour, and then all that is due. */
const hourly = ({ provide, workOff }: Scene) => Effect.zipRight(provide(Effect.flatten(makePruning)), workOff)

describe("under a clock that was ahead and was set right", () => {
  it.scoped("what was put off by it for longer than anything may be leaves within the hour", () =>
    Effect.gen(function*() {
      const { left, open, scene } = yield* makeWaiting
      yield* TestClock.setTime(now + 400 * 86_400_000)
      yield* scene.workOff
      yield* TestClock.setTime(now)
      open()
      yield* hourly(scene)
      assert.sameMembers(left, all)
    }))

  it.scoped("what waits as long as it should goes on waiting, though another clock is a day ahead", () =>
    Effect.gen(function*() {
      const { left, open, scene } = yield* makeWaiting
      yield* TestClock.setTime(now + 86_400_000)
      yield* scene.workOff
      yield* TestClock.setTime(now)
      open()
      yield* hourly(scene)
      assert.deepStrictEqual(left, [])
      yield* TestClock.setTime(now + 86_400_000 + 60_000)
      yield* hourly(scene)
      assert.sameMembers(left, all)
    }))

  it.scoped("what a worker held that died leaves within the hour", () =>
    Effect.gen(function*() {
      const { left, open, scene } = yield* makeWaiting
      open()
      yield* TestClock.setTime(now + 400 * 86_400_000)
      yield* scene.provide(Effect.flatMap(Queue, ({ take }) => Effect.forEach(["mail", "fanOut", "registry"] as const, (kind) => take(kind, 1, 30_000))))
      yield* TestClock.setTime(now)
      yield* scene.workOff
      assert.deepStrictEqual(left, [])
      yield* hourly(scene)
      assert.sameMembers(left, all)
    }))
})
