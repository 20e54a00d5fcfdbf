import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { Mailer } from "../../core/ports/Mailer.ts"
import { PdfPrinter } from "../../core/ports/PdfPrinter.ts"
import { Queue } from "../../core/ports/Queue.ts"
import type { Configuration, LogEntry } from "../../runtimes/embedded/Configuration.ts"
import { company } from "../../runtimes/embedded/effects.ts"
import {
  CannotStart,
  EngineClosed,
  MailNotSent,
  makeTalonario,
  NoAnswer,
  PrinterBusy,
  SealBroken,
  type Talonario,
  valueOf,
} from "../../runtimes/embedded/makeTalonario.ts"
import { rejection } from "../support/rejection.ts"
import { secret, software } from "./onPostgres.ts"

/** A company with an issued invoice, to a customer with an email address. */
const billed = async (talonario: Talonario) => {
  const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Mi Empresa", nif: "B12345674" }))
  const company = talonario.company(id, "live")
  const contact = { nombre: "Cliente", nif: "B12345674", email: "c@ejemplo.es" }
  const customer = valueOf(await company.contactos.createContact(contact))
  const lineas = [{ descripcion: "Cuota", precio: 20 }]
  const draft = valueOf(await company.facturas.createInvoice({ contacto_id: customer.id, lineas }))
  return { company, invoice: valueOf(await company.facturas.issueInvoice({ id: draft.id })) }
}

const using = async (configuration: Configuration, use: (talonario: Talonario) => Promise<void>): Promise<void> => {
  const talonario = await makeTalonario({ log: () => {}, ...configuration })
  try {
    await use(talonario)
  } finally {
    await talonario.close()
  }
}

describe("adapters of the host", () => {
  it("may be plain objects of functions that return promises", async () => {
    const sent: Array<string> = []
    const sealed = new Map<string, string>()
    await using({
      clock: { now: () => Date.UTC(2026, 10, 20, 12) },
      entropy: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
      mailer: {
        send: async ({ adjunto, para }) => {
          sent.push(`mail ${para.join()} ${new TextDecoder().decode(adjunto.contenido)}`)
        },
      },
      pdfPrinter: { print: async ({ referencia }) => new TextEncoder().encode(`PDF ${referencia}`) },
      webhookSender: {
        send: async ({ headers }) => {
          sent.push(`webhook ${headers["x-svc-suceso"]}`)
          return { codigo: 204 }
        },
      },
      secretBox: {
        seal: async (text) => {
          sealed.set(`sealed.${sealed.size}`, text)
          return `sealed.${sealed.size - 1}`
        },
        open: async (seal) => sealed.get(seal) ?? Promise.reject(new SealBroken()),
      },
      // The host sees the jobs as they are taken.
      queue: (own) => ({
        ...own,
        take: async (kind, limit, leaseMillis) => {
          const jobs = await own.take(kind, limit, leaseMillis)
          for (const job of jobs) sent.push(`job ${job.kind}`)
          return jobs
        },
      }),
    }, async (talonario) => {
      const { company, invoice } = await billed(talonario)
      assert.strictEqual(invoice.fecha_emision, "2026-11-20")
      valueOf(await company.webhooks.createWebhook({ url: "https://avisos.ejemplo.es", sucesos: ["contact.created"] }))
      valueOf(await company.contactos.createContact({ nombre: "Otro" }))
      valueOf(await company.correo.sendInvoice({ id: invoice.id }))
      await talonario.workOff()
      const left = sent.filter((one) => !one.startsWith("job"))
      assert.deepStrictEqual(left, ["webhook contact.created", "mail c@ejemplo.es PDF A-1"])
      assert.includeMembers(sent, ["job fanOut", "job webhook", "job mail"])
    })
  })

  it("fail with the port's own error, or temporarily with any other", async () => {
    const answers = [
      () => Promise.reject(new MailNotSent({ reason: "no existe ese buzón", transient: false })),
      () => Promise.reject(new Error("secreto: el servidor no contesta")),
    ]
    const logged: Array<LogEntry> = []
    let at = Date.UTC(2026, 10, 20, 12)
    await using({
      clock: { now: () => at },
      log: (entry) => logged.push(entry),
      mailer: { send: () => (answers.shift() ?? assert.fail)() },
      pdfPrinter: { print: () => Promise.resolve(new Uint8Array()) },
      webhookSender: { send: () => Promise.reject(new NoAnswer({ reason: "no hay nadie" })) },
    }, async (talonario) => {
      const { company, invoice } = await billed(talonario)
      const { id } = valueOf(await company.webhooks.createWebhook({ url: "https://avisos.ejemplo.es" }))
      valueOf(await company.webhooks.testWebhook({ id }))
      valueOf(await company.correo.sendInvoice({ id: invoice.id }))
      valueOf(await company.correo.sendInvoice({ id: invoice.id }))
      await talonario.workOff()
      assert.isEmpty(answers)
      const [delivery] = valueOf(await company.webhooks.listDeliveries({ id })).datos
      assert.deepInclude(delivery, { estado: "pending", intentos: 1, ultimo_error: "no hay nadie" })
      const { cause, level } = logged.find(({ message }) => message.includes("mailer failed")) ?? assert.fail()
      assert.strictEqual(level, "warning")
      assert.include(cause, "el servidor no contesta")
      // Only the letter that was not refused permanently is tried again.
      at += 60_000
      answers.push(() => Promise.reject(new Error("otra vez")))
      await talonario.workOff()
      assert.isEmpty(answers)
    })
  })

  it("may answer nothing, without types to stop them; it still counts as an attempt", async () => {
    let sent = 0
    const send = async () => {
      sent++
      return JSON.parse("null")
    }
    await using({ webhookSender: { send } }, async (talonario) => {
      const { company } = await billed(talonario)
      const { id } = valueOf(await company.webhooks.createWebhook({ url: "https://avisos.ejemplo.es" }))
      valueOf(await company.webhooks.testWebhook({ id }))
      await talonario.workOff()
      assert.strictEqual(sent, 1)
      const [delivery] = valueOf(await company.webhooks.listDeliveries({ id })).datos
      assert.deepInclude(delivery, { estado: "pending", intentos: 1, ultimo_error: "error interno al enviar" })
    })
  })

  it("do their work even if the host's log throws", async () => {
    let breaks = false
    const log = () => {
      if (breaks) throw new Error("the log is full")
    }
    let asked = 0
    await using({ log, mailer: { send: () => Promise.reject(asked++) } }, async (talonario) => {
      const { company, invoice } = await billed(talonario)
      valueOf(await company.correo.sendInvoice({ id: invoice.id }))
      breaks = true
      await talonario.workOff()
      assert.strictEqual(asked, 1)
    })
  })

  it("may have a log that rejects later, which must not end the host's process", async () => {
    const unheard: Array<unknown> = []
    const hear = (reason: unknown) => void unheard.push(reason)
    process.on("unhandledRejection", hear)
    try {
      const messages: Array<string> = []
      const log = async ({ message }: LogEntry) => {
        messages.push(message)
        throw new Error("the log does not answer")
      }
      await using({ log, mailer: { send: () => Promise.reject(new Error("no line")) } }, async (talonario) => {
        const { company, invoice } = await billed(talonario)
        valueOf(await company.correo.sendInvoice({ id: invoice.id }))
        await talonario.workOff()
      })
      // Node reports unhandled rejections after the microtasks.
      await new Promise((resolve) => setImmediate(resolve))
      assert.include(messages, "the host's mailer failed")
      assert.deepStrictEqual(unheard, [])
    } finally {
      process.off("unhandledRejection", hear)
    }
  })

  it("refuse with a full print queue, and reject with their bugs", async () => {
    const prints = [() => Promise.reject(new PrinterBusy()), () => Promise.reject(new TypeError("a slip of the host's"))]
    await using({ pdfPrinter: { print: () => (prints.shift() ?? assert.fail)() } }, async (talonario) => {
      const { company, invoice } = await billed(talonario)
      assert.deepNestedInclude(await company.facturas.printInvoice({ id: invoice.id }), { "refusal._tag": "PrinterBusy" })
      assert.match(String(await rejection(company.facturas.printInvoice({ id: invoice.id }))), /a slip of the host's/)
    })
  })

  it("may print a Buffer, of which the call gives its own bytes alone", async () => {
    await using({ pdfPrinter: { print: async () => Buffer.from("%PDF-1.7") } }, async (talonario) => {
      const { company, invoice } = await billed(talonario)
      const { file } = valueOf(await company.facturas.printInvoice({ id: invoice.id }))
      assert.deepStrictEqual(file, new TextEncoder().encode("%PDF-1.7"))
      assert.strictEqual(file.buffer.byteLength, file.length)
    })
  })

  it("may be Layers, which can use storage, queue and entropy, and so can the storage be one", async () => {
    const sent: Array<string> = []
    const mailer = Layer.effect(Mailer, Effect.map(Queue, ({ depth }) =>
      Mailer.of({
        send: ({ asunto }) => Effect.orDie(Effect.map(depth("mail"), ({ due }) => void sent.push(`${asunto} ${due}`))),
      })))
    const pdfPrinter = Layer.succeed(PdfPrinter, { print: () => Effect.succeed(new Uint8Array()) })
    await using({ storage: StorageMemory.layer, secret, software, mailer, pdfPrinter }, async (talonario) => {
      const { company, invoice } = await billed(talonario)
      valueOf(await company.correo.sendInvoice({ id: invoice.id, asunto: "Su factura" }))
      await talonario.workOff()
      assert.deepStrictEqual(sent, ["Su factura 0"])
    })
  })
})

describe("workers in the host's process", () => {
  it("send on their own once started, and end with the engine", async () => {
    const sent = new Set<string>()
    let arrived: ((suceso: string) => void) | undefined
    const notice = new Promise<string>((resolve) => (arrived = resolve))
    const talonario = await makeTalonario({
      log: () => {},
      webhookSender: {
        send: async ({ headers }) => {
          const suceso = headers["x-svc-suceso"] ?? ""
          sent.add(suceso)
          arrived?.(suceso)
          return { codigo: 200 }
        },
      },
    })
    talonario.work()
    talonario.work()
    const { company } = await billed(talonario)
    valueOf(await company.webhooks.createWebhook({ url: "https://avisos.ejemplo.es", sucesos: ["contact.created"] }))
    valueOf(await company.contactos.createContact({ nombre: "Otro" }))
    assert.strictEqual(await notice, "contact.created")
    await talonario[Symbol.asyncDispose]()
    await talonario.close()
    assert.strictEqual(sent.size, 1)
  })
})

describe("an engine that is closed", () => {
  it("rejects every call, even reads", async () => {
    const talonario = await makeTalonario({ log: () => {} })
    const { company, invoice } = await billed(talonario)
    await talonario.close()
    const walked = async (lines: AsyncIterable<unknown>) => (await lines[Symbol.asyncIterator]().next()).value
    const calls = [
      () => company.contactos.createContact({ nombre: "Tarde" }),
      () => company.facturas.readInvoice({ id: invoice.id }),
      () => company.facturas.listInvoices(),
      () => walked(company.facturas.listInvoices.all()),
      () => company.facturas.printInvoice({ id: invoice.id }),
      () => talonario.organizaciones.listOrganizations(),
      () => walked(company.registro.exportRegistry()),
      () => talonario.workOff(),
    ]
    for (const call of calls) assert.instanceOf(await rejection(call()), EngineClosed)
  })

  it("stays open for what its workers have begun, until that has ended", async () => {
    let begun = () => {}
    const sending = new Promise<void>((resolve) => (begun = resolve))
    const seen: Array<number> = []
    const talonario = await makeTalonario({
      log: () => {},
      mailer: {
        send: async () => {
          begun()
          await new Promise((resolve) => setTimeout(resolve, 50))
          seen.push(valueOf(await talonario.organizaciones.listOrganizations()).length)
        },
      },
    })
    const { company, invoice } = await billed(talonario)
    valueOf(await company.correo.sendInvoice({ id: invoice.id }))
    talonario.work()
    await sending
    await talonario.close()
    assert.deepStrictEqual(seen, [1])
  })
})

/** A configuration from a host without types. */
const untyped = (given: object): Configuration => JSON.parse(JSON.stringify(given))

describe("an unknown mode", () => {
  it("throws, as taking it for test would silently register nothing", () =>
    using({}, async (talonario) => {
      const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Mi Empresa", nif: "B12345674" }))
      const ask = (modo: unknown) => () => Reflect.apply(talonario.company, talonario, [id, modo])
      const asEffect = (modo: unknown) => () => Reflect.apply(company, undefined, [id, modo])
      for (const modo of ["prod", "LIVE", undefined]) {
        assert.throws(ask(modo), TypeError, /"live" or "test"/)
        assert.throws(asEffect(modo), TypeError, /"live" or "test"/)
      }
    }))
})

describe("a configuration that cannot be used", () => {
  const storage = { url: "postgres://nadie:clave-secreta@127.0.0.1:1/nada" }
  const given: ReadonlyArray<readonly [name: string, configuration: Configuration, message: RegExp]> = [
    ["a short secret", { secret: "corto" }, /^secret: 32 bytes or more, not 5$/],
    ["a producer without a NIF", { software: { producer: "X", producerNif: "no" } }, /^software\.producerNif/],
    ["hosts with paths", { webhookAllow: "http://x/" }, /^webhookAllow/],
    ["a rate limit of 0", { rateLimit: { limit: 0, windowSeconds: 60 } }, /^rateLimit/],
    ["a window without length", { rateLimit: { limit: 120, windowSeconds: Number("x") } }, /^rateLimit/],
    ["a mail server without its scheme", { smtp: { url: "mail.ejemplo.es", from: "f@ejemplo.es" } }, /^smtp\.url/],
    ["a mail server's password that is not encoded", { smtp: { url: "smtp://AKIA:2/clave-secreta@h", from: "f@ejemplo.es" } }, /^smtp\.url.*percent-encoded/],
    ["letters from nobody", { smtp: { url: "smtp://u:clave-secreta@h", from: "Facturas" } }, /^smtp\.from/],
    ["letters from an address in brackets", { smtp: { url: "smtp://u:clave-secreta@h", from: "<f@h.es>" } }, /^smtp\.from/],
    ["a stand-in over a network without TLS", { aeat: { url: "http://aeat.ejemplo.es/" } }, /^aeat\.url: an https address/],
    ["a stand-in that is not an address", { aeat: { url: "localhost" } }, /^aeat\.url/],
    ["an invalid number of connections", { storage: { ...storage, connectionsMax: -1 }, secret, software }, /^storage\.connectionsMax/],
    ["an address of another database", { storage: { url: "mysql://x" }, secret, software }, /^storage\.url/],
    ["a password that is not encoded", { storage: { url: "postgres://u:#clave-secreta@h/d" }, secret, software }, /^storage\.url.*percent-encoded/],
    ["a schema behind a pooler", { storage: { ...storage, schema: "a", session: "pooled" }, secret, software }, /^schema: behind a pooler/],
    ["a schema that needs quotes", { storage: { ...storage, schema: "a b" }, secret, software }, /^schema/],
    ["a database that cannot be reached", { storage, secret, software }, /^storage: .*ECONNREFUSED/],
    ["a database without a secret, as hosts without types may", untyped({ storage, software }), /^secret: .*needed/],
    ["a storage of the host without a secret", Object.assign(untyped({ software }), { storage: StorageMemory.layer }), /^secret: .*needed/],
    ["a secret that is a number", untyped({ storage, secret: 12, software }), /^secret: a text or bytes/],
    ["a database without a producer", untyped({ storage, secret }), /^software: .*needed/],
    ["a producer without a name", untyped({ storage, secret, software: { producerNif: "B12345674" } }), /^software\.producer/],
    ["a missing NIF", untyped({ storage, secret, software: { producer: "X" } }), /^software\.producerNif/],
    ["a list of hosts", untyped({ webhookAllow: ["127.0.0.1"] }), /^webhookAllow/],
    ["an unknown tax authority", untyped({ aeat: "prueba" }), /^aeat: production, test or/],
    ["certificates that are no text", untyped({ aeat: { url: "https://h", ca: 5 } }), /^aeat\.ca: certificates in PEM/],
    ["an unknown kind of QR", untyped({ qrHost: "prueba" }), /^qrHost: production or test/],
    ["an unknown kind of session", untyped({ storage: { ...storage, session: "x" }, secret, software }), /^storage\.session: own or/],
    ["an unknown store of rate limits", untyped({ rateLimitStore: "postgres" }), /^rateLimitStore: memory or database$/],
    ["a log that is a text", untyped({ log: "x" }), /^log: a function or a Layer$/],
    ["a mailer that sends nothing", untyped({ mailer: {} }), /^mailer: a Layer, or an object of functions: send$/],
    ["a queue that is a text", untyped({ queue: "x" }), /^queue: a Layer, or .* put, take, /],
    ["a clock without time", untyped({ clock: { now: 1 } }), /^clock: .*: now$/],
    ["a storage that is a text", untyped({ storage: "postgres://x/y", secret, software }), /^storage: /],
    ["an unknown name", untyped({ storag: storage, secret, software }), /^storag: no part/],
    ["an unknown name of the storage", untyped({ storage: { ...storage, shema: "a" }, secret, software }), /^storage\.shema: no part/],
    ["an unknown name of the software", untyped({ software: { ...software, verison: "2" } }), /^software\.verison: no part/],
    ["an unknown name of the declarant", untyped({ declarant: { address: null, place: null, town: "x" } }), /^declarant\.town: no part/],
    ["a declarant without a place", untyped({ declarant: { address: "Calle Mayor, 1" } }), /^declarant: address and place/],
    ["a declarant that is a text", untyped({ declarant: "Calle Mayor, 1" }), /^declarant: address and place/],
    ["an unknown name of the mail server", untyped({ smtp: { url: "smtp://h", from: "f@h.es", replyTo: "x" } }), /^smtp\.replyTo: no part/],
    ["an unknown name of the rate limit", untyped({ rateLimit: { limit: 1, windowSeconds: 1, burst: 2 } }), /^rateLimit\.burst: no part/],
    ["an unknown name of the tax authority", untyped({ aeat: { url: "https://h", cert: "x" } }), /^aeat\.cert: no part/],
    ["a migration that is told by a text", untyped({ storage: { ...storage, migrate: "false" }, secret, software }), /^storage\.migrate: true or false$/],
    ["a pool that is something else", untyped({ storage: { pool: {} }, secret, software }), /^storage\.pool: a pool of node-postgres$/],
    ["an address that is not a text", Object.assign(untyped({ secret, software }), { storage: { url: new URL(storage.url) } }), /^storage\.url: postgres:/],
    ["no storage", untyped({ storage: null, secret, software }), /^storage: memory, /],
    ["a database whose producer is null", untyped({ storage, secret, software: null }), /^software: null/],
    ["a mail server that is null", untyped({ smtp: null }), /^smtp: null/],
    ["earlier secrets that are not a list", untyped({ earlierSecrets: secret }), /^earlierSecrets: a list/],
    ["an earlier secret that is not set, in memory", untyped({ earlierSecrets: [undefined] }), /^secret: a text or bytes/],
    ["rate limits in a database without one", { rateLimitStore: "database" }, /^rateLimitStore: database needs/],
    ["a queue that cannot be created", { queue: () => { throw new Error("sin cola") } }, /^queue: sin cola$/],
    ["an adapter that dies at its start", { mailer: Layer.die(new Error("sin buzón")) }, /^mailer: sin buzón$/],
    ["an adapter that fails at its start", { mailer: Layer.fail(new Error("sin buzón")) }, /^mailer: sin buzón$/],
  ]
  it("takes undefined for settings that have a default, as a variable that is not set gives it", async () => {
    const configuration: Configuration = {
      declarant: undefined,
      earlierSecrets: undefined,
      aeat: undefined,
      qrHost: undefined,
      webhookAllow: undefined,
      smtp: undefined,
      rateLimit: undefined,
      rateLimitStore: undefined,
      pdfPrinter: undefined,
      mailer: undefined,
      webhookSender: undefined,
      rateLimiter: undefined,
      taxAuthority: undefined,
      secretBox: undefined,
      entropy: undefined,
      clock: undefined,
      queue: undefined,
      log: undefined,
    }
    await using(configuration, async (talonario) => {
      assert.lengthOf(valueOf(await talonario.organizaciones.listOrganizations()), 0)
    })
  })

  it("is refused: a storage of undefined", async () => {
    const starting = Reflect.apply(makeTalonario, undefined, [{ log: () => {}, storage: undefined, secret, software }])
    assert.match(String(await rejection(starting)), /storage: memory, \{ url \}/)
  })

  it("is refused: a list", async () => {
    assert.match(String(await rejection(makeTalonario(untyped([])))), /the configuration is to be an object$/)
  })

  for (const [name, configuration, message] of given) {
    it(`is refused: ${name}`, async () => {
      const error = await rejection(makeTalonario({ log: () => {}, ...configuration }))
      assert.instanceOf(error, CannotStart)
      assert.match(String(Reflect.get(Object(error), "message")), message)
      assert.notInclude(JSON.stringify(error), "clave-secreta")
    })
  }
})
