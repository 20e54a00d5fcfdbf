import { assert, describe, it, vi } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Redacted, Scope } from "effect"
import { Socket } from "node:net"
import * as MailerSmtp from "../../adapters/mail/MailerSmtp.ts"
import { Mailer } from "../../core/ports/Mailer.ts"
import { eventually } from "../support/eventually.ts"
import { openSmtpServer, type SmtpManners } from "../support/smtpServer.ts"
import { assertShown, sampleMail, sendBy } from "./sampleMail.ts"

type SmtpServer = Awaited<ReturnType<typeof openSmtpServer>>

const mailerAt = (authority: string) =>
  MailerSmtp.layer({ url: Redacted.make(`smtp://${authority}`), from: "facturas@talonario.es" })

const withServer = <A, E>(
  use: (server: SmtpServer, layer: Layer.Layer<Mailer>) => Effect.Effect<A, E>,
  manners?: SmtpManners,
) =>
  Effect.acquireUseRelease(
    Effect.promise(() => openSmtpServer(manners)),
    (server) => use(server, mailerAt(`127.0.0.1:${server.port}`)),
    ({ close }) => Effect.promise(close),
  )

/** Sends a letter to a server that refuses with these words at that point, and checks the failure. */
const refusedAt = (at: string, refusal: string, transient: boolean) =>
  withServer(({ port }) =>
    Effect.gen(function*() {
      const failure = yield* Effect.flip(sendBy(mailerAt(`${at === "AUTH" ? "a:b@" : ""}127.0.0.1:${port}`), sampleMail()))
      // The server's words about a refused login are withheld: some servers repeat what they were sent.
      const [does, now] = refusal.startsWith("4") ? ["puede comprobar", " ahora"] : ["admite", ""]
      const login = `el servidor de correo no ${does} el usuario y la contraseña${now} (código ${refusal.slice(0, 3)})`
      if (at === "AUTH") assert.strictEqual(failure.reason, login)
      else assert.include(failure.reason, refusal)
      assert.strictEqual(failure.transient, transient, at)
    }), { says: { [at]: refusal, ...(at === "EHLO" ? { HELO: refusal } : {}) } })

describe("letters over SMTP", () => {
  it.live("reach every recipient with their file", () =>
    withServer(({ letters }, layer) =>
      Effect.gen(function*() {
        yield* sendBy(layer, sampleMail())
        assert.lengthOf(letters, 1)
        const [{ from, text, to } = assert.fail("no letter")] = letters
        assert.strictEqual(from, "facturas@talonario.es")
        assert.deepStrictEqual(to, ["cliente@example.org", "otra@example.org"])
        assertShown(text)
      })))

  it.live("fail for good when the server refuses the recipient, and for now when it does not answer", () =>
    withServer(({ close, letters }, layer) =>
      Effect.gen(function*() {
        const refused = yield* Effect.flip(sendBy(layer, sampleMail({ para: ["refused@example.org"] })))
        assert.isFalse(refused.transient)
        assert.match(refused.reason, /550/)
        const later = yield* Effect.flip(sendBy(layer, sampleMail({ para: ["later@example.org"] })))
        assert.isTrue(later.transient)
        assert.lengthOf(letters, 0)
        yield* Effect.promise(close)
        assert.isTrue((yield* Effect.flip(sendBy(layer, sampleMail()))).transient)
      })))

  it.live("fail for good when one of their recipients is refused, in words that name nobody", () =>
    withServer(({ letters }, layer) =>
      Effect.gen(function*() {
        const failure = yield* Effect.flip(sendBy(layer, sampleMail({ para: ["cliente@example.org", "refused@example.org"] })))
        assert.deepInclude(failure, { reason: "el servidor rechazó 1 de 2 destinatarios", transient: false })
        assert.deepStrictEqual(letters.map(({ to }) => to), [["cliente@example.org"]])
      })))

  it.live("are to be sent again to the recipients whom the server put off, and to nobody else", () =>
    withServer(({ letters }, layer) =>
      Effect.gen(function*() {
        const para = ["cliente@example.org", "later@ejemplo.Ñandú.es", "refused@Example.org"]
        const failure = yield* Effect.flip(sendBy(layer, sampleMail({ para })))
        assert.deepInclude(failure, { reason: "el servidor rechazó 2 de 3 destinatarios", transient: true })
        assert.deepStrictEqual([failure.left, failure.refused], [["later@ejemplo.Ñandú.es"], ["refused@Example.org"]])
        assert.deepStrictEqual(letters.map(({ to }) => to), [["cliente@example.org"]])
      })))

  it.live("fail for now at a server that wants a login or TLS first, which an operator can set right", () =>
    Effect.gen(function*() {
      for (const refusal of ["530 5.7.0 Authentication required", "503 5.5.1 Bad sequence of commands"]) {
        for (const at of ["MAIL", "RCPT"]) yield* refusedAt(at, refusal, true)
      }
    }))

  it.live("fail for now over the session, the account or the sender, and for good over the letter itself", () =>
    Effect.gen(function*() {
      for (const at of ["220", "EHLO", "AUTH", "MAIL"]) yield* refusedAt(at, "550 5.7.1 not from here", true)
      yield* refusedAt("AUTH", "454 4.7.0 Temporary authentication failure", true)
      for (const at of ["RCPT", "DATA", "."]) yield* refusedAt(at, "554 5.7.1 no such letter", false)
    }))

  it.live("fail for now over account, permission or identity at SES, which says so only after the letter", () =>
    Effect.gen(function*() {
      for (const refusal of [
        "554 Message rejected: Email address is not verified. The following identities failed the check in region EU-SOUTH-2: a@b.es",
        "554 Message rejected: Sending paused for this account.",
        "554 Sending suspended for this account.",
        "554 Access denied: User `arn:aws:iam::1:user/smtp' is not authorized to perform `ses:SendRawEmail'",
      ]) yield* refusedAt(".", refusal, true)
      for (const refusal of ["554 Message rejected: no such letter", "550 5.7.1 Access denied"]) yield* refusedAt(".", refusal, false)
    }))

  it.live("fail for good when they are too large, whenever the server says so", () =>
    Effect.gen(function*() {
      for (const at of ["MAIL", "DATA", "."]) yield* refusedAt(at, "552 5.3.4 message size exceeds fixed limit", false)
    }))

  it.live("that no recipient received are to be sent again only to those whom the server put off", () =>
    withServer(({ letters }, layer) =>
      Effect.gen(function*() {
        for (const para of [["later@example.org", "refused@example.org"], ["refused@example.org", "later@example.org"]]) {
          const failure = yield* Effect.flip(sendBy(layer, sampleMail({ para })))
          assert.deepInclude(failure, { reason: "el servidor rechazó 2 de 2 destinatarios", transient: true })
          assert.deepStrictEqual([failure.left, failure.refused], [["later@example.org"], ["refused@example.org"]])
        }
        assert.lengthOf(letters, 0)
      })))

  it.live("are sent without a password to a server without TLS, unless it is on this machine", () =>
    withServer(({ heard, letters, port }) =>
      Effect.gen(function*() {
        // 0.0.0.0 leads to the server as well, but its name is not one of loopback.
        const failure = yield* Effect.flip(sendBy(mailerAt(`facturas:secreta@0.0.0.0:${port}`), sampleMail()))
        assert.isTrue(failure.transient)
        assert.isTrue(heard.some((line) => line === "STARTTLS"), heard.join())
        assert.isFalse(heard.some((line) => line.startsWith("AUTH")), heard.join())
        yield* sendBy(mailerAt(`facturas:secreta@127.0.0.1:${port}`), sampleMail())
        assert.isTrue(heard.some((line) => line.startsWith("AUTH")))
        yield* sendBy(mailerAt(`0.0.0.0:${port}`), sampleMail())
        assert.lengthOf(letters, 2)
      })))

  it.live("go to each address as written, which is never read as a list", () =>
    withServer(({ heard }, layer) =>
      Effect.gen(function*() {
        yield* Effect.either(sendBy(layer, sampleMail({ para: ["a@example.org,b@example.org"], responderA: "c@d.es,e" })))
        assert.isFalse(heard.some((line) => line.startsWith("RCPT TO:<b@")), heard.join())
      })))
})

/** Makes the time of sockets pass a hundred times as fast. */
const inHaste = Effect.acquireRelease(
  Effect.sync(() => {
    const { setTimeout: whole } = Socket.prototype
    return vi.spyOn(Socket.prototype, "setTimeout").mockImplementation(function(this: Socket, millis, listener) {
      return whole.call(this, millis / 100, listener)
    })
  }),
  (spy) => Effect.sync(() => spy.mockRestore()),
)

/** After the end of a letter the server says something now and then, but never that it is accepted. */
const trickling = (_take: () => void, socket: Socket): void => {
  const drip = setInterval(() => socket.write("250-"), 10)
  socket.on("close", () => clearInterval(drip))
}

describe("a mail server that takes its time over a letter", () => {
  it.scopedLive("is waited for", () =>
    Effect.zipRight(
      inHaste,
      withServer(({ letters }, layer) =>
        Effect.gen(function*() {
          yield* sendBy(layer, sampleMail())
          assert.lengthOf(letters, 1)
        }), { atDot: (take) => void setTimeout(take, 600) }),
    ))

  it.scopedLive("is disconnected when the letter is given up, even while it says something", () =>
    withServer((server, layer) =>
      Effect.scoped(Effect.gen(function*() {
        const { send: hand } = Context.get(yield* Layer.build(layer), Mailer)
        const sending = yield* Effect.fork(hand(sampleMail()))
        yield* eventually("the letter is complete", () => server.heard.includes("DATA"))
        assert.strictEqual(server.open(), 1)
        yield* Fiber.interrupt(sending)
        yield* eventually("the connection is closed", () => server.open() === 0)
      })), { atDot: trickling }))

  it.scopedLive("is disconnected when the mailer ends", () =>
    withServer((server, layer) =>
      Effect.gen(function*() {
        const scope = yield* Scope.make()
        const { send: hand } = Context.get(yield* Layer.buildWithScope(layer, scope), Mailer)
        const sending = yield* Effect.fork(hand(sampleMail()))
        yield* eventually("the letter is complete", () => server.heard.includes("DATA"))
        yield* Scope.close(scope, Exit.void)
        yield* eventually("the connection is closed", () => server.open() === 0)
        assert.isTrue((yield* Effect.flip(Fiber.join(sending))).transient)
      }), { atDot: trickling }))

  it.scopedLive("does not get a letter that was given up while it waited for others", () => {
    const held: Array<() => void> = []
    return withServer(({ letters }, layer) =>
      Effect.scoped(Effect.gen(function*() {
        const { send: hand } = Context.get(yield* Layer.build(layer), Mailer)
        const four = yield* Effect.fork(Effect.all(Array.from({ length: 4 }, () => hand(sampleMail())), { concurrency: 4 }))
        yield* eventually("all connections are busy", () => held.length === 4)
        const waits = yield* Effect.fork(hand(sampleMail({ para: ["tarde@example.org"] })))
        yield* Effect.sleep("50 millis")
        yield* Fiber.interrupt(waits)
        for (const take of held) take()
        yield* Fiber.join(four)
        const next = yield* Effect.fork(hand(sampleMail({ para: ["otra@example.org"] })))
        yield* eventually("the next one comes", () => held.length > 4)
        for (const take of held.slice(4)) take()
        yield* Fiber.join(next)
        assert.notInclude(letters.flatMap(({ to }) => to), "tarde@example.org")
      })), { atDot: (take) => void held.push(take) })
  })
})
