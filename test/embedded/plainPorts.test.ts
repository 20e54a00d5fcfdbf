import { assert, describe, it } from "@effect/vitest"
import { Cause, Clock, Effect, Exit, Fiber, Layer, Logger, Queue, Redacted } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import { Mailer, MailNotSent } from "../../core/ports/Mailer.ts"
import { PdfPrinter, PrinterBusy } from "../../core/ports/PdfPrinter.ts"
import { RateLimiter } from "../../core/ports/RateLimiter.ts"
import { SealBroken, SecretBox } from "../../core/ports/SecretBox.ts"
import { CertificateUnusable, ShipmentRefused, TaxAuthority, TaxAuthorityUnreachable } from "../../core/ports/TaxAuthority.ts"
import { NoAnswer, WebhookSender } from "../../core/ports/WebhookSender.ts"
import { plainLayers } from "../../runtimes/embedded/ports/plainPorts.ts"
import { chainOfRecords, taxpayer } from "../aeat/chainOfRecords.ts"
import { sampleMail } from "../mail/sampleMail.ts"
import { ordinaryLines, printableOf } from "../pdf/samplePrintables.ts"

const certificate = { tipo: "personal", pkcs12: Redacted.make(new Uint8Array()), password: Redacted.make("") } as const
const shipment = { obligado: taxpayer, certificate, incidencia: false, records: [] }
const question = { obligado: taxpayer, certificate, ejercicio: 2026, periodo: 11, numserie: null, after: null }

describe("a port as a plain object", () => {
  it.live("is told by a signal that nobody waits any more", () =>
    Effect.gen(function*() {
      const asked = yield* Queue.unbounded<AbortSignal>()
      const wait = (_: unknown, signal: AbortSignal) => {
        asked.unsafeOffer(signal)
        return new Promise<never>(() => {})
      }
      const ports = Layer.merge(plainLayers.webhookSender({ send: wait }), plainLayers.taxAuthority({ submit: wait, query: wait }))
      const { send } = yield* Effect.provide(WebhookSender, ports)
      const { query, submit } = yield* Effect.provide(TaxAuthority, ports)
      const calls: ReadonlyArray<Effect.Effect<unknown, unknown>> =
        [send({ url: "https://avisos.ejemplo.es", headers: {}, body: "" }), submit(shipment), query(question)]
      for (const call of calls) {
        const running = yield* Effect.fork(call)
        const signal = yield* Queue.take(asked)
        assert.isFalse(signal.aborted)
        yield* Fiber.interrupt(running)
        assert.isTrue(signal.aborted)
      }
    }))

  it.effect("fails with the port's own errors as they are, and is unreachable for any other", () =>
    Effect.gen(function*() {
      const own = [
        new CertificateUnusable({ reason: "caducó" }),
        new ShipmentRefused({ side: "client", codigo: 4112, mensaje: "sin permiso" }),
        new TaxAuthorityUnreachable({ reason: "no contestó" }),
      ]
      const failureOf = (rejected: unknown) => {
        const reject = () => Promise.reject(rejected)
        return Effect.flatMap(TaxAuthority, ({ query }) => Effect.flip(query(question))).pipe(
          Effect.provide(plainLayers.taxAuthority({ submit: reject, query: reject })),
        )
      }
      for (const error of own) assert.strictEqual(yield* failureOf(error), error)
      assert.deepInclude(yield* failureOf(new Error("x")), { _tag: "TaxAuthorityUnreachable", reason: "no se pudo preguntar" })
    }))

  it.effect("has a reason of ours where its own error has none, as hosts without types may leave it out", () =>
    Effect.gen(function*() {
      // As of a host that is not checked by the compiler.
      const bare = <E>(error: new(...args: never) => E, properties: object = {}): E =>
        Reflect.construct(error, [properties])
      const mailed = (rejected: unknown) =>
        Effect.flatMap(Mailer, ({ send }) => Effect.flip(send(sampleMail()))).pipe(
          Effect.provide(plainLayers.mailer({ send: () => Promise.reject(rejected) })),
        )
      const ours = "el correo no se pudo entregar"
      assert.deepInclude(yield* mailed(bare(MailNotSent)), { reason: ours, transient: true })
      assert.deepInclude(yield* mailed(bare(MailNotSent, { reason: " ", transient: false })), { reason: ours, transient: false })
      assert.deepInclude(yield* mailed(bare(MailNotSent, { reason: "lleno", left: ["a@ejemplo.es"] })), {
        reason: "lleno",
        transient: true,
        left: ["a@ejemplo.es"],
      })
      const unanswered = Effect.flatMap(WebhookSender, ({ send }) =>
        Effect.flip(send({ url: "https://avisos.ejemplo.es", headers: {}, body: "" }))).pipe(
          Effect.provide(plainLayers.webhookSender({ send: () => Promise.reject(bare(NoAnswer)) })),
        )
      assert.deepInclude(yield* unanswered, { _tag: "NoAnswer", reason: "el aviso no se pudo enviar" })
      for (const error of [bare(CertificateUnusable), bare(ShipmentRefused), bare(TaxAuthorityUnreachable)]) {
        const reject = () => Promise.reject(error)
        const failed = Effect.flatMap(TaxAuthority, ({ submit }) => Effect.flip(submit(shipment))).pipe(
          Effect.provide(plainLayers.taxAuthority({ submit: reject, query: reject })),
        )
        assert.deepInclude(yield* failed, { _tag: "TaxAuthorityUnreachable", reason: "no se pudo preguntar" })
      }
    }))

  it.effect("tells a seal that is broken from a bug", () =>
    Effect.gen(function*() {
      const openedBy = (rejected: unknown) =>
        Effect.exit(Effect.flatMap(SecretBox, ({ open }) => open("sello"))).pipe(
          Effect.provide(plainLayers.secretBox({ seal: async (text) => text, open: () => Promise.reject(rejected) })),
        )
      const [broken, bug] = [new SealBroken(), new TypeError("a slip")]
      assert.deepStrictEqual(yield* openedBy(broken), Exit.fail(broken))
      assert.deepStrictEqual(yield* openedBy(bug), Exit.die(bug))
      assert.strictEqual(broken.message, "sealed under no secret of this installation, or changed since")
    }))

  it.effect("prints with the logo, whose failure is told where it cannot be read, whatever the host makes of that", () =>
    Effect.gen(function*() {
      const document = printableOf(ordinaryLines)
      const host = {
        print: (_: unknown, logo: () => Promise<Uint8Array>) => logo().catch(() => Promise.reject(new PrinterBusy())),
      }
      const printed = <E>(logo: Effect.Effect<Uint8Array, E>) =>
        Effect.exit(Effect.flatMap(PdfPrinter, ({ print }) => print(document, logo))).pipe(
          Effect.provide(plainLayers.pdfPrinter(host)),
        )
      assert.deepStrictEqual(yield* printed(Effect.succeed(new Uint8Array([7]))), Exit.succeed(new Uint8Array([7])))
      assert.deepStrictEqual(yield* printed(Effect.fail("gone")), Exit.fail("gone"))
    }))

  it.effect("fails to print where the host's printer answers no bytes, as one without types may", () =>
    Effect.gen(function*() {
      // As of a host that is not checked by the compiler.
      const printing = (file: unknown): Layer.Layer<PdfPrinter> =>
        Reflect.apply(plainLayers.pdfPrinter, undefined, [{ print: async () => file }])
      for (const file of [undefined, "%PDF", { length: 4 }]) {
        const printed = Effect.flatMap(PdfPrinter, ({ print }) => print(printableOf(ordinaryLines), Effect.succeed(new Uint8Array())))
        const cause = yield* Effect.flip(Effect.sandbox(Effect.provide(printed, printing(file))))
        assert.match(Cause.pretty(cause), /TypeError: pdfPrinter: print is to answer the bytes of the file/)
      }
    }))

  it.effect("says in the log which letter, notice or company it has failed for", () =>
    Effect.gen(function*() {
      const told: Array<unknown> = []
      const log = Logger.replace(Logger.defaultLogger, Logger.make(({ message }) => void told.push(message)))
      const reject = () => Promise.reject(new Error("x"))
      const ports = Layer.mergeAll(
        plainLayers.mailer({ send: reject }),
        plainLayers.webhookSender({ send: reject }),
        plainLayers.taxAuthority({ submit: reject, query: reject }),
      )
      const record = chainOfRecords().alta("A-1", instant(1_790_000_000_000))
      yield* Effect.gen(function*() {
        const [mailer, sender, authority] = yield* Effect.all([Mailer, WebhookSender, TaxAuthority])
        yield* Effect.ignore(mailer.send(sampleMail()))
        yield* Effect.ignore(sender.send({ url: "https://avisos.ejemplo.es", headers: { "x-svc-envio": "d1" }, body: "" }))
        yield* Effect.ignore(authority.submit({ ...shipment, records: [record] }))
        yield* Effect.ignore(authority.query(question))
      }).pipe(Effect.provide(ports), Effect.provide(log))
      assert.deepStrictEqual(told, [
        ["the host's mailer failed", { mail: sampleMail().id }],
        ["the host's webhook sender failed", { delivery: "d1" }],
        ["the host's tax authority failed", { organizationId: record.organizationId }],
        ["the host's tax authority failed", {}],
      ])
    }))

  it.effect("counts with the function that is asked for, and has its rule shown", () =>
    Effect.gen(function*() {
      const asked: Array<string> = []
      const window = { allowed: true, limit: 3, remaining: 2, resetSeconds: 1, retryAfterSeconds: 0 }
      const note = (name: string) => async (caller: string, now: number) => {
        asked.push(`${name} ${caller} ${now}`)
        return window
      }
      const rule = { limit: 3, windowSeconds: 1 }
      const limiter = yield* Effect.provide(RateLimiter, plainLayers.rateLimiter({ rule, take: note("take"), peek: note("peek") }))
      assert.deepStrictEqual(yield* limiter.take("clave", instant(5)), window)
      assert.deepStrictEqual(yield* limiter.peek("clave", instant(6)), window)
      assert.deepStrictEqual([asked, limiter.rule], [["take clave 5", "peek clave 6"], rule])
    }))

  it.effect("has time in whole milliseconds, as clocks of processes may not", () =>
    Effect.gen(function*() {
      const times = Effect.all([Clock.currentTimeMillis, Clock.currentTimeNanos])
      const told = yield* Effect.provide(times, plainLayers.clock({ now: () => 1_790_000_000_000.75 }))
      assert.deepStrictEqual(told, [1_790_000_000_000, 1_790_000_000_000_000_000n])
    }))
})
