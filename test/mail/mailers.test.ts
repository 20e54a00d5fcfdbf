import { assert, describe, it, vi } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Redacted, Scope } from "effect"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as MailerFiles from "../../adapters/mail/MailerFiles.ts"
import * as MailerSmtp from "../../adapters/mail/MailerSmtp.ts"
import { mimeOf } from "../../adapters/mail/mimeOf.ts"
import { type Mail, Mailer } from "../../core/ports/Mailer.ts"
import { eventually } from "../delivery/sending.ts"
import { openSmtpServer, type SmtpManners } from "../support/smtpServer.ts"

const pdf = new TextEncoder().encode(`%PDF-1.7 ${"ñ".repeat(200)}`)

const mail = (given: Partial<Mail> = {}): Mail => ({
  id: "0123456789abcdef0123456789abcdef",
  nombre: "Talleres «Núñez»",
  responderA: "hola@talleres.es",
  para: ["cliente@example.org", "otra@example.org"],
  asunto: "Factura A-1 de Talleres Núñez",
  texto: "Hola, Ñandú:\n.\nAdiós",
  adjunto: { nombre: "A-1.pdf", tipo: "application/pdf", contenido: pdf },
  ...given,
})

const send = (letter: Mail, layer: Layer.Layer<Mailer>) =>
  Effect.provide(Effect.flatMap(Mailer, ({ send: hand }) => hand(letter)), layer)

/** Asserts that the parts of a letter are what a mail reader shows. */
const shows = (text: string): void => {
  const [, subject = ""] = /^Subject: (.*(?:\r?\n .*)*)/m.exec(text) ?? []
  const words = subject.replaceAll(/\r?\n /g, "").replaceAll(/=\?UTF-8\?[QB]\?(.*?)\?=\s*/gi, (_, part: string) => part)
  assert.include(words.replaceAll("_", " "), "Factura A-1 de Talleres")
  assert.match(text, /^Message-ID: <0123456789abcdef0123456789abcdef@/m)
  assert.match(text, /^Reply-To: hola@talleres\.es$/m)
  assert.match(text, /^Content-Language: es$/m)
  assert.match(text, /^To: cliente@example\.org, otra@example\.org$/m)
  assert.match(text, /filename=A-1\.pdf/)
  const attached = /Content-Type: application\/pdf[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/.exec(text)?.[1] ?? ""
  assert.deepStrictEqual(new Uint8Array(Buffer.from(attached, "base64")), pdf)
}

/** The subject that readers show, decoded from encoded words in base64 (RFC 2047, section 6). */
const shownSubject = (text: string): string => {
  const [, subject = ""] = /^Subject: (.*(?:\r?\n .*)*)/m.exec(text) ?? []
  return subject.replaceAll(/\?=\s+=\?/g, "?==?").replaceAll(/=\?utf-8\?B\?(.*?)\?=/gi, (_, part: string) =>
    Buffer.from(part, "base64").toString())
}

it("a subject that looks encoded is shown as it was given", async () => {
  for (const asunto of ["=?utf-8?B?SG9sYQ==?=", `Factura =?utf-8?Q?A?= ${"ñ😀".repeat(40)}`, `=?${"😀".repeat(40)}`]) {
    const text = new TextDecoder().decode(await mimeOf(mail({ asunto }), "facturas@talonario.es", "windows"))
    assert.strictEqual(shownSubject(text), asunto)
    assert.isTrue(text.split("\r\n").every((line) => line.length <= 76), text)
    assert.isTrue(text.match(/=\?UTF-8\?B\?\S*\?=/g)?.every((word) => word.length <= 75), text)
    assert.strictEqual(text.match(/^Subject:/gm)?.length, 1)
  }
})

const withFolder = <A, E>(use: (folder: string) => Effect.Effect<A, E>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "talonario-mail-"))),
    use,
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
  )

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
      const failure = yield* Effect.flip(send(mail(), mailerAt(`${at === "AUTH" ? "a:b@" : ""}127.0.0.1:${port}`)))
      // The server's words about a refused login are withheld: some servers repeat what they were sent.
      const login = `el servidor de correo no admite el usuario y la contraseña (código ${refusal.slice(0, 3)})`
      if (at === "AUTH") assert.strictEqual(failure.reason, login)
      else assert.include(failure.reason, refusal)
      assert.strictEqual(failure.transient, transient, at)
    }), { says: { [at]: refusal, ...(at === "EHLO" ? { HELO: refusal } : {}) } })

describe("letters over SMTP", () => {
  it.live("reach every recipient with their file", () =>
    withServer(({ letters }, layer) =>
      Effect.gen(function*() {
        yield* send(mail(), layer)
        assert.lengthOf(letters, 1)
        const [{ from, text, to } = assert.fail("no letter")] = letters
        assert.strictEqual(from, "facturas@talonario.es")
        assert.deepStrictEqual(to, ["cliente@example.org", "otra@example.org"])
        shows(text)
      })))

  it.live("fail for good when the server refuses the recipient, and for now when it does not answer", () =>
    withServer(({ close, letters }, layer) =>
      Effect.gen(function*() {
        const refused = yield* Effect.flip(send(mail({ para: ["refused@example.org"] }), layer))
        assert.isFalse(refused.transient)
        assert.match(refused.reason, /550/)
        const later = yield* Effect.flip(send(mail({ para: ["later@example.org"] }), layer))
        assert.isTrue(later.transient)
        assert.lengthOf(letters, 0)
        yield* Effect.promise(close)
        assert.isTrue((yield* Effect.flip(send(mail(), layer))).transient)
      })))

  it.live("fail for good when one of their recipients is refused, in words that name nobody", () =>
    withServer(({ letters }, layer) =>
      Effect.gen(function*() {
        const failure = yield* Effect.flip(send(mail({ para: ["cliente@example.org", "refused@example.org"] }), layer))
        assert.deepInclude(failure, { reason: "el servidor rechazó 1 de 2 destinatarios", transient: false })
        assert.deepStrictEqual(letters.map(({ to }) => to), [["cliente@example.org"]])
      })))

  it.live("are to be sent again to the recipients whom the server put off, and to nobody else", () =>
    withServer(({ letters }, layer) =>
      Effect.gen(function*() {
        const para = ["cliente@example.org", "later@ejemplo.Ñandú.es", "refused@Example.org"]
        const failure = yield* Effect.flip(send(mail({ para }), layer))
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
      for (const at of ["RCPT", "DATA", "."]) yield* refusedAt(at, "554 5.7.1 no such letter", false)
    }))

  it.live("fail for good when they are too large, whenever the server says so", () =>
    Effect.gen(function*() {
      for (const at of ["MAIL", "DATA", "."]) yield* refusedAt(at, "552 5.3.4 message size exceeds fixed limit", false)
    }))

  it.live("that no recipient received are to be sent again only to those whom the server put off", () =>
    withServer(({ letters }, layer) =>
      Effect.gen(function*() {
        for (const para of [["later@example.org", "refused@example.org"], ["refused@example.org", "later@example.org"]]) {
          const failure = yield* Effect.flip(send(mail({ para }), layer))
          assert.deepInclude(failure, { reason: "el servidor rechazó 2 de 2 destinatarios", transient: true })
          assert.deepStrictEqual([failure.left, failure.refused], [["later@example.org"], ["refused@example.org"]])
        }
        assert.lengthOf(letters, 0)
      })))

  it.live("are sent without a password to a server without TLS, unless it is on this machine", () =>
    withServer(({ heard, letters, port }) =>
      Effect.gen(function*() {
        // 0.0.0.0 leads to the server as well, but its name is not one of loopback.
        const failure = yield* Effect.flip(send(mail(), mailerAt(`facturas:secreta@0.0.0.0:${port}`)))
        assert.isTrue(failure.transient)
        assert.isTrue(heard.some((line) => line === "STARTTLS"), heard.join())
        assert.isFalse(heard.some((line) => line.startsWith("AUTH")), heard.join())
        yield* send(mail(), mailerAt(`facturas:secreta@127.0.0.1:${port}`))
        assert.isTrue(heard.some((line) => line.startsWith("AUTH")))
        yield* send(mail(), mailerAt(`0.0.0.0:${port}`))
        assert.lengthOf(letters, 2)
      })))

  it.live("go to each address as written, which is never read as a list", () =>
    withServer(({ heard }, layer) =>
      Effect.gen(function*() {
        yield* Effect.either(send(mail({ para: ["a@example.org,b@example.org"], responderA: "c@d.es,e" }), layer))
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
          yield* send(mail(), layer)
          assert.lengthOf(letters, 1)
        }), { atDot: (take) => void setTimeout(take, 600) }),
    ))

  it.scopedLive("is disconnected when the letter is given up, even while it says something", () =>
    withServer((server, layer) =>
      Effect.scoped(Effect.gen(function*() {
        const { send: hand } = Context.get(yield* Layer.build(layer), Mailer)
        const sending = yield* Effect.fork(hand(mail()))
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
        const sending = yield* Effect.fork(hand(mail()))
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
        const four = yield* Effect.fork(Effect.all(Array.from({ length: 4 }, () => hand(mail())), { concurrency: 4 }))
        yield* eventually("all connections are busy", () => held.length === 4)
        const waits = yield* Effect.fork(hand(mail({ para: ["tarde@example.org"] })))
        yield* Effect.sleep("50 millis")
        yield* Fiber.interrupt(waits)
        for (const take of held) take()
        yield* Fiber.join(four)
        const next = yield* Effect.fork(hand(mail({ para: ["otra@example.org"] })))
        yield* eventually("the next one comes", () => held.length > 4)
        for (const take of held.slice(4)) take()
        yield* Fiber.join(next)
        assert.notInclude(letters.flatMap(({ to }) => to), "tarde@example.org")
      })), { atDot: (take) => void held.push(take) })
  })
})

describe("letters as files", () => {
  it.live("are complete, each named by its id, and readable by nobody else", () =>
    withFolder((folder) =>
      Effect.gen(function*() {
        const place = join(folder, "mail")
        yield* Effect.orDie(send(mail(), MailerFiles.layer(place)))
        yield* Effect.orDie(send(mail(), MailerFiles.layer(place)))
        assert.deepStrictEqual(readdirSync(place), ["0123456789abcdef0123456789abcdef.eml"])
        const file = join(place, "0123456789abcdef0123456789abcdef.eml")
        shows(readFileSync(file, "latin1"))
        for (const path of [file, place]) assert.strictEqual(statSync(path).mode & 0o077, 0)
      })))

  it.live("can be tried again when they cannot be written", () =>
    withFolder((folder) =>
      Effect.gen(function*() {
        writeFileSync(join(folder, "mail"), "a file stands in the way")
        const failure = yield* Effect.flip(send(mail(), MailerFiles.layer(join(folder, "mail"))))
        assert.isTrue(failure.transient)
      })))
})
