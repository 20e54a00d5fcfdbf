import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Schema, TestClock, TestServices } from "effect"
import type { Socket } from "node:net"
import { text } from "node:stream/consumers"
import * as MailerSes from "../../adapters/mail/MailerSes.ts"
import { type Mail, Mailer } from "../../core/ports/Mailer.ts"
import { openAnswering } from "../support/answeringServer.ts"
import { eventually } from "../support/eventually.ts"
import { sampleId } from "../support/samples.ts"
import { pdf, sampleMail, sendBy } from "./sampleMail.ts"
import { clientOf, openSes, skipped } from "./sesStandIn.ts"

const mail = (given: Partial<Mail> = {}) => sampleMail({ para: ["cliente@example.org", "otra@ñandú.es"], ...given })

const from = "facturas@talonario.es"

const send = (letter: Mail, settings: Partial<MailerSes.SesSettings>) => sendBy(MailerSes.layer({ from, ...settings }), letter)

const Asked = Schema.parseJson(Schema.Struct({
  FromEmailAddress: Schema.String,
  Destination: Schema.Struct({ ToAddresses: Schema.Array(Schema.String) }),
  ConfigurationSetName: Schema.optional(Schema.String),
  EmailTags: Schema.Array(Schema.Struct({ Name: Schema.String, Value: Schema.String })),
  Content: Schema.Struct({ Raw: Schema.Struct({ Data: Schema.String }) }),
}))

/** Sends a letter, and returns the one request that SES got and the message in it. */
const askedFor = (settings: Partial<MailerSes.SesSettings>) =>
  Effect.gen(function*() {
    const bodies: Array<string> = []
    const server = yield* openAnswering(async (request, response) => {
      bodies.push(await text(request))
      response.end(JSON.stringify({ MessageId: "1" }))
    })
    yield* send(mail(), { client: clientOf(server), ...settings })
    assert.lengthOf(bodies, 1)
    const { Content, ...asked } = Schema.decodeUnknownSync(Asked)(bodies[0])
    return { asked, message: Buffer.from(Content.Raw.Data, "base64").toString("latin1") }
  })

/** Answers of SES, and whether a letter is tried again after each. */
const refusals = [
  [400, "BadRequestException", "Illegal address", false],
  [400, "MessageRejected", "Email address is not verified. The following identities failed the check", true],
  [400, "MessageRejected", "Email address not verified a@b.es", true],
  [400, "MessageRejected", "Message contains a virus", false],
  [400, "MailFromDomainNotVerifiedException", "not verified", true],
  [400, "AccountSuspendedException", "suspended", true],
  [400, "SendingPausedException", "paused", true],
  [400, "LimitExceededException", "Daily message quota exceeded", true],
  [404, "NotFoundException", "Configuration set does not exist", true],
  [429, "TooManyRequestsException", "Maximum sending rate exceeded", true],
  [403, "AccessDeniedException", "not authorized to perform: ses:SendEmail", true],
  [500, "InternalFailure", "internal", true],
] as const

describe("letters over SES", () => {
  it.live.skipIf(skipped !== undefined)(`reach every recipient with their file${skipped === undefined ? "" : `: ${skipped}`}`, () =>
    Effect.scoped(Effect.gen(function*() {
      const { client, lettersTo } = yield* openSes
      const address = `${sampleId()}@example.org`
      yield* send(mail({ para: ["cliente@example.org", address] }), { client })
      const [letter = assert.fail("no letter")] = yield* lettersTo(address)
      assert.deepInclude(letter, {
        from: `"Talleres «Núñez»" <${from}>`,
        replyTo: ["hola@talleres.es"],
        subject: "Factura A-1 de Talleres Núñez",
      })
      assert.include(letter.destination.to.join(), "cliente@example.org")
      assert.include(String(letter.body.text), "Hola, Ñandú:\n.\nAdiós")
      const [file = assert.fail("no file")] = letter.attachments
      assert.deepInclude(file, { filename: "A-1.pdf", contentType: "application/pdf" })
      assert.deepStrictEqual(new Uint8Array(Buffer.from(file.content, "base64")), pdf)
    })))

  it.live("are sent in one request, complete, to their recipients, with a tag to recognise them by", () =>
    Effect.scoped(Effect.gen(function*() {
      const { asked, message } = yield* askedFor({ configurationSet: "facturas" })
      assert.deepStrictEqual(asked, {
        FromEmailAddress: from,
        Destination: { ToAddresses: ["cliente@example.org", "otra@xn--and-6ma2c.es"] },
        ConfigurationSetName: "facturas",
        EmailTags: [{ Name: "talonario-mail", Value: "0123456789abcdef0123456789abcdef" }],
      })
      assert.match(message, /^Message-ID: <0123456789abcdef0123456789abcdef@talonario\.es>\r$/m)
      assert.notMatch(message, /[^\r]\n/)
    })))

  it.live("use ASCII for the domain of the sender's address", () =>
    Effect.scoped(Effect.gen(function*() {
      const { asked, message } = yield* askedFor({ from: "facturas@ñandú.es" })
      assert.strictEqual(asked.FromEmailAddress, "facturas@xn--and-6ma2c.es")
      assert.match(message, /^Message-ID: <0123456789abcdef0123456789abcdef@xn--and-6ma2c\.es>\r$/m)
      assert.match(message, /^\p{ASCII}+$/u)
    })))

  it.live("fail for good when the letter is at fault, and for now otherwise, after one request each", () =>
    Effect.scoped(Effect.gen(function*() {
      let asked = 0
      const server = yield* openAnswering((request, response) => {
        const [status, type, message] = refusals[asked++] ?? [200, "none", ""]
        request.resume()
        response.writeHead(status, { "content-type": "application/json", "x-amzn-errortype": type })
        response.end(JSON.stringify({ message }))
      })
      for (const [, name, message, transient] of refusals) {
        const failure = yield* Effect.flip(send(mail(), { client: clientOf(server) }))
        assert.deepInclude(failure, { reason: `${name}: ${message}`, transient })
      }
      assert.strictEqual(asked, refusals.length)
    })))

  it.live("fail for now when SES does not answer, in words that contain no secret", () =>
    Effect.scoped(Effect.gen(function*() {
      const server = yield* openAnswering((request) => request.destroy())
      const client = clientOf(server)
      const failure = yield* Effect.flip(send(mail(), { client }))
      assert.isTrue(failure.transient)
      assert.notInclude(failure.reason, "secreta")
      server.close()
      assert.isTrue((yield* Effect.flip(send(mail(), { client }))).transient)
    })))

  it.effect("are given up when SES is silent for half a minute, and so is the request", () =>
    Effect.scoped(Effect.gen(function*() {
      let asked = 0
      let left = 0
      const server = yield* openAnswering((request, response) => {
        asked++
        request.resume()
        response.on("close", () => left++)
      })
      // The mailer itself keeps running.
      const { send: hand } = Context.get(yield* Layer.build(MailerSes.layer({ from, client: clientOf(server) })), Mailer)
      const sending = yield* Effect.fork(Effect.flip(hand(mail())))
      yield* TestServices.provideLive(eventually("SES is asked", () => asked === 1))
      yield* TestClock.adjust("29 seconds")
      assert.strictEqual(left, 0)
      yield* TestClock.adjust("1 seconds")
      assert.deepInclude(yield* Fiber.join(sending), { reason: "SES no contesta", transient: true })
      yield* TestServices.provideLive(eventually("the request is given up", () => left === 1))
    })))

  it.live("leave no connection open when the mailer ends", () =>
    Effect.scoped(Effect.gen(function*() {
      const open = new Set<Socket>()
      const server = yield* openAnswering((request, response) => {
        request.resume()
        response.end(JSON.stringify({ MessageId: "1" }))
      })
      server.keepAliveTimeout = 0
      server.on("connection", (socket: Socket) => void open.add(socket.on("close", () => open.delete(socket))))
      const sent = Effect.gen(function*() {
        yield* (yield* Mailer).send(mail())
        assert.strictEqual(open.size, 1)
      })
      yield* Effect.provide(sent, MailerSes.layer({ from, client: clientOf(server) }))
      yield* eventually("it is closed", () => open.size === 0)
    })))

  it.live("are not sent over a connection that was unused for long, which the network may have dropped", () =>
    Effect.scoped(Effect.gen(function*() {
      const heard = new Set<Socket>()
      // A second request over the same connection gets no answer.
      const server = yield* openAnswering((request, response) => {
        const isNew = !heard.has(request.socket)
        heard.add(request.socket)
        request.resume()
        if (isNew) response.end(JSON.stringify({ MessageId: "1" }))
      })
      const sendTwice = Effect.gen(function*() {
        const { send: hand } = yield* Mailer
        yield* hand(mail())
        yield* Effect.sleep("300 millis")
        yield* Effect.timeout(hand(mail()), "5 seconds")
      })
      yield* Effect.provide(sendTwice, MailerSes.layer({ from, client: clientOf(server), idleMillis: 100 }))
      assert.strictEqual(heard.size, 2)
    })))

  it.live("go to single addresses only", () =>
    Effect.scoped(Effect.gen(function*() {
      let asked = 0
      const server = yield* openAnswering(() => asked++)
      for (const para of ["a@example.org,b@example.org", "Ana <a@example.org>", "example.org", "@example.org", "a@", "a b@example.org"]) {
        const failure = yield* Effect.flip(send(mail({ para: ["cliente@example.org", para] }), { client: clientOf(server) }))
        assert.isFalse(failure.transient, para)
      }
      assert.strictEqual(asked, 0)
    })))
})
