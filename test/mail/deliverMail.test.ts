import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Either, Fiber, Layer, Logger, Option, TestClock } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { instant } from "../../core/calendar/instant.ts"
import { GroupCommit } from "../../core/commit/GroupCommit.ts"
import { key } from "../../core/commit/tables.ts"
import { again, done } from "../../core/jobs/HeldJob.ts"
import { deliverMail } from "../../core/mail/deliverMail.ts"
import { departMail } from "../../core/mail/mailAttempts.ts"
import { type Mail, Mailer, MailNotSent } from "../../core/ports/Mailer.ts"
import { PdfPrinter, PrinterBusy } from "../../core/ports/PdfPrinter.ts"
import { type LeasedJob, Queue } from "../../core/ports/Queue.ts"
import { Storage, StorageConflict, StorageUnavailable } from "../../core/ports/Storage.ts"
import { retryWaitsMillis } from "../../core/retries/retryWaits.ts"
import { camposOf, conflict, errorOf, idOf, makeScene, now, type Scene } from "../http/scene.ts"
import { alteredStorage } from "../support/alteredStorage.ts"

const issued = ({ post }: Scene) =>
  Effect.gen(function*() {
    const contact = yield* post("/contactos", { nombre: "Ana", nif: "12345678Z", email: "ana@example.org" })
    const draft = yield* post("/facturas", { contacto_id: idOf(contact), lineas: [{ descripcion: "Horas", precio: 100 }] })
    yield* post(`/facturas/${idOf(draft)}/emitir`)
    return idOf(draft)
  })

/** A mailer that accepts every letter, and calls `sent` for each. */
const sending = (sent: () => void) => Layer.succeed(Mailer, { send: () => Effect.sync(sent) })

/** A printer whose documents are empty. */
const printer = Layer.succeed(PdfPrinter, { print: () => Effect.succeed(new Uint8Array()) })

/** The job of the letter that waits, in the hands of the test. */
const takeLetter = ({ provide }: Scene) =>
  Effect.map(
    Effect.orDie(provide(Effect.flatMap(Queue, ({ take }) => take("mail", 1, 30_000)))),
    ([job = assert.fail("no job")]) => job,
  )

/** Works on a letter with that much time, in milliseconds. */
const deliver = ({ provide }: Scene, job: LeasedJob, left = 30_000) =>
  Effect.orDie(provide(deliverMail({ ...job, mayBegin: (needed) => Effect.succeed(needed <= left), mayNote: Effect.succeed(true) })))

/** The lines of the log, and the layer that collects them. */
const recordingLogger = () => {
  const lines: Array<string> = []
  const logger = Logger.make((entry) => void lines.push(Logger.logfmtLogger.log(entry)))
  return [lines, Logger.replace(Logger.defaultLogger, logger)] as const
}

describe("POST /facturas/{id}/enviar", () => {
  it.scoped("queues a letter with the PDF, which is then sent once", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const id = yield* issued(scene)
      const answer = yield* scene.post(`/facturas/${id}/enviar`, {}, "once")
      assert.strictEqual(answer.status, 202)
      assert.deepStrictEqual(answer.json, {
        factura_id: id,
        para: ["ana@example.org"],
        asunto: "Factura A-1 de Talleres Núñez SL",
        encolado: true,
      })
      yield* scene.post(`/facturas/${id}/enviar`, {}, "once")
      yield* scene.workOff
      yield* scene.workOff
      assert.lengthOf(scene.mails, 1)
      const [{ adjunto, nombre, para } = assert.fail("no letter")] = scene.mails
      assert.deepStrictEqual([nombre, para, adjunto.nombre, adjunto.tipo], ["Talleres Núñez", ["ana@example.org"], "A-1.pdf", "application/pdf"])
      assert.strictEqual(new TextDecoder("latin1").decode(adjunto.contenido.slice(0, 5)), "%PDF-")
    }))

  it.scoped("sends nothing under a test key", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const id = yield* issued(scene)
      const answer = yield* scene.request("POST", `/facturas/${id}/enviar`, { key: scene.test, body: { para: ["x@example.org"] } })
      assert.strictEqual(answer.status, 202)
      assert.deepInclude(answer.json, { encolado: false })
      yield* scene.workOff
      assert.lengthOf(scene.mails, 0)
    }))

  it.scoped("refuses drafts, bad addresses and foreign invoices", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      const id = yield* issued(scene)
      const draft = yield* scene.post("/facturas", { lineas: [{ descripcion: "Horas", precio: 1 }] })
      const refused = yield* scene.post(`/facturas/${idOf(draft)}/enviar`, { para: ["x@example.org"] })
      assert.deepStrictEqual(errorOf(refused), conflict("factura_en_borrador"))
      for (const para of [["x"], ["a@b.es,c"], []]) {
        const campo = para.length === 0 ? "para" : "para[0]"
        assert.deepStrictEqual(camposOf(yield* scene.post(`/facturas/${id}/enviar`, { para })), [campo])
      }
      const other = yield* scene.openCompany({ nif: "B87654323" })
      assert.strictEqual((yield* scene.request("POST", `/facturas/${id}/enviar`, { key: other.live, body: {} })).status, 404)
    }))

  it.scoped("sends the other letters when one cannot be printed, and tries that one again", () =>
    Effect.gen(function*() {
      let broken = true
      const printer = Layer.succeed(PdfPrinter, {
        print: ({ referencia }) =>
          Effect.sync(() => {
            if (broken && referencia === "A-1") throw new Error("a bug")
            return new Uint8Array()
          }),
      })
      const scene = yield* makeScene({ printer })
      for (let i = 0; i < 6; i++) yield* scene.post(`/facturas/${yield* issued(scene)}/enviar`, {})
      const [logged, logger] = recordingLogger()
      yield* Effect.provide(scene.workOff, logger)
      assert.lengthOf(scene.mails, 5)
      assert.isTrue(logged.some((line) => line.includes("a bug")))
      broken = false
      yield* TestClock.adjust(Duration.minutes(1))
      yield* scene.workOff
      assert.lengthOf(scene.mails, 6)
    }))

  it.scoped("shows an invoice as annulled that was annulled while its letter was printed", () =>
    Effect.gen(function*() {
      let annul: Effect.Effect<unknown> = Effect.void
      const printer = Layer.succeed(PdfPrinter, {
        print: ({ lifecycle }) => Effect.as(Effect.suspend(() => annul), new TextEncoder().encode(lifecycle)),
      })
      const scene = yield* makeScene({ printer })
      const id = yield* issued(scene)
      yield* scene.post(`/facturas/${id}/enviar`, {})
      annul = scene.post(`/facturas/${id}/anular`, { motivo: "No debió emitirse" })
      yield* scene.workOff
      assert.deepStrictEqual(scene.mails.map(({ adjunto }) => new TextDecoder().decode(adjunto.contenido)), ["cancelled"])
    }))

  it.scoped("waits as long as the print queue is full, which uses up none of a letter's attempts", () =>
    Effect.gen(function*() {
      let isFull = true
      const printer = Layer.succeed(PdfPrinter, {
        print: () => Effect.suspend(() => (isFull ? new PrinterBusy() : Effect.succeed(new Uint8Array()))),
      })
      const scene = yield* makeScene({ printer })
      yield* scene.post(`/facturas/${yield* issued(scene)}/enviar`, {})
      for (let i = 0; i <= retryWaitsMillis.length; i++) {
        yield* scene.workOff
        yield* TestClock.adjust("5 seconds")
      }
      assert.lengthOf(scene.mails, 0)
      isFull = false
      yield* scene.workOff
      assert.lengthOf(scene.mails, 1)
    }))

  it.scoped("leaves a letter for which there are less than ten seconds to a worker that has more time", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene({ printer })
      yield* scene.post(`/facturas/${yield* issued(scene)}/enviar`, {})
      const job = yield* takeLetter(scene)
      assert.deepStrictEqual(yield* deliver(scene, job, 9_999), again(instant(now)))
      assert.lengthOf(scene.mails, 0)
      assert.deepStrictEqual(yield* deliver(scene, job, 10_000), done)
      assert.lengthOf(scene.mails, 1)
    }))

  it.scoped("waits with a letter over which a worker died as after a failure, and is done with one that was sent or is gone", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene({ printer })
      yield* scene.post(`/facturas/${yield* issued(scene)}/enviar`, {})
      const { organizationId, provide } = scene
      const job = yield* takeLetter(scene)
      const dying = Effect.gen(function*() {
        const { run } = yield* GroupCommit
        const { find } = yield* Storage
        yield* run(departMail(Option.getOrThrow(yield* find("outgoingMail", organizationId, job.id))))
      })
      yield* Effect.orDie(provide(dying))
      assert.deepStrictEqual(yield* deliver(scene, job), again(instant(now + 60_000)))
      assert.lengthOf(scene.mails, 0)
      yield* TestClock.adjust("1 minute")
      for (const one of [job, job, { ...job, id: organizationId }]) assert.deepStrictEqual(yield* deliver(scene, one), done)
      assert.lengthOf(scene.mails, 1)
    }))

  it.scoped("sends nothing when the storage fails while the letter is prepared, and sends it once its job is taken again", () =>
    Effect.gen(function*() {
      let broken = true
      const storage = alteredStorage((inner) => ({
        find: (table, ...id) =>
          Effect.suspend(() => (broken && table === "letterhead" ? new StorageUnavailable() : inner.find(table, ...id))),
      }))
      const scene = yield* makeScene({ storage })
      yield* scene.post(`/facturas/${yield* issued(scene)}/enviar`, {})
      yield* Effect.exit(scene.workOff)
      assert.lengthOf(scene.mails, 0)
      broken = false
      yield* TestClock.adjust(Duration.seconds(31))
      yield* scene.workOff
      assert.lengthOf(scene.mails, 1)
    }))

  it.scoped("sends to the recipients that the letter has when it leaves, even if they were changed while it was printed", () =>
    Effect.gen(function*() {
      let reached: Effect.Effect<void> = Effect.void
      const printer = Layer.succeed(PdfPrinter, { print: () => Effect.as(Effect.suspend(() => reached), new Uint8Array()) })
      const mails: Array<string> = []
      const storage = alteredStorage((inner) => ({
        find: (table, organizationId, id) => {
          if (table === "outgoingMail") mails.push(id)
          return inner.find(table, organizationId, id)
        },
      }))
      const scene = yield* makeScene({ printer, storage })
      yield* scene.post(`/facturas/${yield* issued(scene)}/enviar`, { para: ["a@example.org", "b@example.org"] })
      const { organizationId } = scene
      reached = scene.provide(Effect.flatMap(GroupCommit, ({ run }) =>
        run({
          organizationId,
          reads: () => mails.map((id) => key("outgoingMail", organizationId, id)),
          decide: (view) => {
            const rows = mails.flatMap((id) => {
              const row = view.get("outgoingMail", organizationId, id)
              return row === undefined ? [] : [{ table: "outgoingMail" as const, row: { ...row, para: ["b@example.org"] } }]
            })
            return Either.right({ result: undefined, rows, events: [] })
          },
        }))).pipe(Effect.orDie)
      yield* scene.workOff
      assert.deepStrictEqual(scene.mails.map(({ para }) => para), [["b@example.org"]])
    }))

  it.scoped("logs nothing of what the mail server says, which may quote an address", () =>
    Effect.gen(function*() {
      const reason = "550 5.1.1 <ana@example.org>: no such user"
      const mailer = Layer.succeed(Mailer, { send: () => new MailNotSent({ reason, transient: false }) })
      const scene = yield* makeScene({ mailer })
      yield* scene.post(`/facturas/${yield* issued(scene)}/enviar`, {})
      const [logged, logger] = recordingLogger()
      yield* Effect.provide(scene.workOff, logger)
      const line = logged.find((one) => one.includes("a letter was not sent")) ?? ""
      assert.include(line, scene.organizationId)
      assert.include(line, "transient\\\":false")
      assert.notInclude(logged.join(), "ana@example.org")
    }))

  it.scoped("sends a letter at once even after the clock was set back", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      yield* TestClock.adjust(Duration.days(1))
      const id = yield* issued(scene)
      yield* TestClock.setTime(now)
      yield* scene.post(`/facturas/${id}/enviar`, {})
      yield* scene.workOff
      assert.lengthOf(scene.mails, 1)
    }))

  it.scoped("tries again only for recipients who have not got the letter", () =>
    Effect.gen(function*() {
      const tried: Array<ReadonlyArray<string>> = []
      const mailer = Layer.succeed(Mailer, {
        send: ({ para }: Mail) =>
          Effect.suspend(() =>
            tried.push(para) === 1
              ? new MailNotSent({ reason: "a uno después", transient: true, left: ["b@example.org"] })
              : Effect.void),
      })
      const scene = yield* makeScene({ mailer })
      yield* scene.post(`/facturas/${yield* issued(scene)}/enviar`, { para: ["a@example.org", "b@example.org"] })
      yield* scene.workOff
      yield* TestClock.adjust(Duration.minutes(1))
      yield* scene.workOff
      assert.deepStrictEqual(tried, [["a@example.org", "b@example.org"], ["b@example.org"]])
    }))

  it.scoped("counts as failed when the server refused a recipient for good, even though the others got the letter", () =>
    Effect.gen(function*() {
      const [a, b, c] = ["a@example.org", "b@example.org", "c@example.org"] as const
      const tried: Array<ReadonlyArray<string>> = []
      const mailer = Layer.succeed(Mailer, {
        send: ({ para }: Mail) =>
          Effect.suspend(() =>
            tried.push(para) === 1 ? new MailNotSent({ reason: "a uno después", transient: true, left: [b], refused: [c] }) : Effect.void),
      })
      const scene = yield* makeScene({ mailer })
      const id = yield* issued(scene)
      yield* scene.post(`/facturas/${id}/enviar`, { para: [a, b, c] })
      yield* scene.workOff
      yield* TestClock.adjust(Duration.minutes(1))
      yield* scene.workOff
      assert.deepStrictEqual(tried, [[a, b, c], [b]])
      assert.deepInclude(Reflect.get(Object((yield* scene.get("/actividad")).json), "datos")[0], {
        tipo: "mail_failed",
        mensaje: "El correo con el documento no llegó a c@example.org. Si no hay erratas, se puede enviar otra vez.",
        recurso: "factura",
        recurso_id: id,
      })
      const settled = yield* scene.provide(Effect.flatMap(Storage, ({ expired, find }) =>
        Effect.flatMap(expired("outgoingMail", instant(now + 120_000), 9), ([{ id } = assert.fail("no letter")]) =>
          find("outgoingMail", scene.organizationId, id)))).pipe(Effect.orDie)
      const ultimo_error = "el servidor rechazó 1 de 3 destinatarios"
      assert.deepInclude(Option.getOrThrow(settled), { estado: "failed", ultimo_error, reached: [a, b], refused: [c] })
    }))

  it.scoped("gives up on a mail server, or a printer, that never answers, and tries again", () =>
    Effect.gen(function*() {
      for (const silent of ["mailer", "printer"] as const) {
        const mails: Array<string> = []
        const asked = yield* Deferred.make<void>()
        let isSilent = true
        const never = Effect.zipRight(Deferred.succeed(asked, undefined), Effect.never)
        const answering = (of: typeof silent, answer: Effect.Effect<void>) =>
          Effect.suspend(() => (isSilent && of === silent ? never : answer))
        const scene = yield* makeScene({
          mailer: Layer.succeed(Mailer, {
            send: ({ asunto }) => answering("mailer", Effect.sync(() => void mails.push(asunto))),
          }),
          printer: Layer.succeed(PdfPrinter, { print: () => Effect.as(answering("printer", Effect.void), new Uint8Array()) }),
        })
        yield* scene.post(`/facturas/${yield* issued(scene)}/enviar`, {})
        const working = yield* Effect.fork(scene.workOff)
        yield* Deferred.await(asked)
        yield* TestClock.adjust("299 seconds")
        assert.isNull(working.unsafePoll(), silent)
        yield* TestClock.adjust("1 second")
        yield* Fiber.join(working)
        isSilent = false
        yield* TestClock.adjust("1 minute")
        yield* scene.workOff
        assert.deepStrictEqual(mails, ["Factura A-1 de Talleres Núñez SL"], silent)
      }
    }))

  it.scoped("sends nothing while the company's rows cannot be written, and nothing twice when the sending cannot be noted", () =>
    Effect.gen(function*() {
      let isHeld = false
      const storage = alteredStorage((inner) => ({
        transact: (...call) => Effect.suspend(() => (isHeld ? new StorageConflict() : inner.transact(...call))),
      }))
      let tried = 0
      const mailer = sending(() => {
        tried++
        isHeld = true
      })
      const scene = yield* makeScene({ mailer, printer, storage })
      yield* scene.post(`/facturas/${yield* issued(scene)}/enviar`, {})
      yield* Effect.forkScoped(Effect.forever(Effect.zipRight(scene.workOff, Effect.sleep("1 second"))))
      const triedSoFar = Effect.map(Effect.replicateEffect(TestClock.adjust("10 seconds"), 12), () => tried)
      isHeld = true
      assert.strictEqual(yield* triedSoFar, 0)
      isHeld = false
      assert.strictEqual(yield* triedSoFar, 1)
      isHeld = false
      assert.strictEqual(yield* triedSoFar, 1)
    }))

  it.scoped("sends nothing twice when storage and queue are away for minutes just as the sending should be noted", () =>
    Effect.gen(function*() {
      let isAway = false
      const unlessAway = <A, E>(answer: Effect.Effect<A, E>): Effect.Effect<A, E | StorageUnavailable> =>
        Effect.suspend((): Effect.Effect<A, E | StorageUnavailable> => (isAway ? new StorageUnavailable() : answer))
      const storage = alteredStorage((inner) => ({
        find: (...asked) => unlessAway(inner.find(...asked)),
        transact: (...call) => unlessAway(inner.transact(...call)),
      }))
      const queue = Layer.effect(Queue, Effect.map(Queue, (inner) =>
        Queue.of({
          ...inner,
          take: (...asked) => unlessAway(inner.take(...asked)),
          extend: (...asked) => unlessAway(inner.extend(...asked)),
          done: (job) => unlessAway(inner.done(job)),
          putBack: (...job) => unlessAway(inner.putBack(...job)),
        }))).pipe(Layer.provide(StorageMemory.layer))
      let tried = 0
      const mailer = sending(() => {
        tried++
        isAway = true
      })
      const scene = yield* makeScene({ mailer, printer, queue, storage })
      yield* scene.post(`/facturas/${yield* issued(scene)}/enviar`, {})
      yield* Effect.forkScoped(Effect.forever(Effect.zipRight(Effect.exit(scene.workOff), Effect.sleep("1 second"))))
      yield* Effect.replicateEffect(TestClock.adjust("10 seconds"), 12)
      assert.strictEqual(tried, 1)
      isAway = false
      yield* Effect.replicateEffect(TestClock.adjust("10 seconds"), 12)
      assert.strictEqual(tried, 1)
    }))

  it.scoped("tries again after a minute when the mail server does not answer", () =>
    Effect.gen(function*() {
      const tried: Array<Mail> = []
      const mailer = Layer.succeed(Mailer, {
        send: (mail: Mail) =>
          Effect.suspend(() => (tried.push(mail) === 1 ? new MailNotSent({ reason: "no contesta", transient: true }) : Effect.void)),
      })
      const scene = yield* makeScene({ mailer })
      const id = yield* issued(scene)
      yield* scene.post(`/facturas/${id}/enviar`, {})
      yield* scene.workOff
      yield* scene.workOff
      assert.lengthOf(tried, 1)
      yield* TestClock.adjust(Duration.minutes(1))
      yield* scene.workOff
      yield* TestClock.adjust(Duration.days(2))
      yield* scene.workOff
      assert.lengthOf(tried, 2)
      assert.strictEqual(tried[0]?.id, tried[1]?.id)
    }))

  it.scoped("sends to the address that the customer has now", () =>
    Effect.gen(function*() {
      const { live: key, mails, post, request, workOff } = yield* makeScene()
      const contact = idOf(yield* post("/contactos", { nombre: "Ana SL", nif: "B87654323" }))
      const id = idOf(yield* post("/facturas", { contacto_id: contact, lineas: [{ descripcion: "Revisión", precio: 10 }] }))
      assert.strictEqual((yield* post(`/facturas/${id}/emitir`)).status, 201)
      assert.deepStrictEqual(camposOf(yield* post(`/facturas/${id}/enviar`, {})), ["para"])
      for (const email of ["vieja@ejemplo.es", "nueva@ejemplo.es"]) {
        yield* request("PATCH", `/contactos/${contact}`, { key, body: { email } })
        assert.strictEqual((yield* post(`/facturas/${id}/enviar`, {})).status, 202)
      }
      yield* workOff
      assert.deepStrictEqual(mails.map(({ para }) => para), [["vieja@ejemplo.es"], ["nueva@ejemplo.es"]])
    }))
})
