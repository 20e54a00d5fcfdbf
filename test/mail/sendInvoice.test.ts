import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { type Instant, instant } from "../../core/calendar/instant.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { departMail, type MailOutcome, noteMail } from "../../core/mail/mailAttempts.ts"
import type { OutgoingMail } from "../../core/mail/OutgoingMail.ts"
import { sendInvoice, SendingInput } from "../../core/mail/sendInvoice.ts"
import { retryWaitsMillis } from "../../core/retries/retryWaits.ts"
import { decideOn, noon, refusalOf, whyNot } from "../support/decideOn.ts"
import { id, issued, must, rowOf, withCustomer } from "../support/issuing.ts"
import { sampleOrganization } from "../support/samples.ts"

const decode = inputDecoder(SendingInput)
const invoice = must(rowOf(issued(withCustomer), "invoice"))

const send = (body: object, given: Partial<Invoice> = {}, modo: "live" | "test" = "live") => {
  const input = Either.getOrThrowWith(decode(body), ({ campos }) => new Error(JSON.stringify(campos)))
  const rows = { organization: [sampleOrganization(id)], invoice: [{ ...invoice, ...given }] }
  return decideOn(sendInvoice(id, invoice.id, input, modo), rows)
}

const queued = (body: object, given?: Partial<Invoice>): OutgoingMail =>
  must(rowOf(Either.getOrThrow(send(body, given)), "outgoingMail"))

describe("sending an invoice", () => {
  it("goes to the customer with our texts unless others are given", () => {
    assert.deepInclude(queued({}), {
      factura_id: invoice.id,
      para: ["cliente@example.org"],
      asunto: "Factura A-1 de Talleres Núñez SL",
      estado: "pending",
      intentos: 0,
      proximo_intento: noon,
      settled: null,
    })
    const words = (greeting: string, what: string) =>
      `${greeting}:\n\nLe enviamos adjunto este documento: ${what}.\n\nUn saludo,\nTalleres Núñez SL`
    assert.strictEqual(queued({}).mensaje, words("Hola, Cliente «Ñandú» & hijos", "Factura A-1"))
    assert.strictEqual(queued({ para: ["a@b.es"] }, { recipient: null }).mensaje, words("Hola", "Factura A-1"))
    assert.strictEqual(queued({ asunto: " \r\n " }).asunto, "Factura A-1 de Talleres Núñez SL")
    assert.strictEqual(queued({ mensaje: " \r\n " }).mensaje, queued({}).mensaje)
    const names = { quote: "Presupuesto", delivery: "Albarán", proforma: "Factura proforma" } as const
    for (const kind of ["quote", "delivery", "proforma"] as const) {
      assert.strictEqual(queued({}, { tipo_documento: kind, serie: "X" }).asunto, `${names[kind]} X-1 de Talleres Núñez SL`)
    }
    const rectifying = { tipo: "rectificative", serie: "R" } as const
    assert.strictEqual(queued({}, rectifying).asunto, "Factura rectificativa R-1 de Talleres Núñez SL")
    assert.deepInclude(
      queued({ para: ["a@b.es", "c@d.es", "a@b.es"], asunto: "Hola\r\nBcc: x@y.es", mensaje: "Texto\notro" }),
      { para: ["a@b.es", "c@d.es"], asunto: "Hola Bcc: x@y.es", mensaje: "Texto\notro" },
    )
  })

  it("queues nothing under a test key, and says so", () => {
    const { result, rows } = Either.getOrThrow(send({}, {}, "test"))
    assert.deepStrictEqual(rows, [])
    assert.isFalse(result.encolado)
    const { events, result: shown } = Either.getOrThrow(send({}))
    assert.deepStrictEqual<object>(shown, {
      factura_id: invoice.id, para: ["cliente@example.org"], asunto: "Factura A-1 de Talleres Núñez SL", encolado: true,
    })
    assert.deepStrictEqual(events, [])
  })

  it("is refused without an address, for drafts, and for annulled invoices", () => {
    const reason = (given: Partial<Invoice>) => whyNot(send({}, given)).join()
    assert.deepStrictEqual(refusalOf(send({}, { recipient: null })), ["para: es obligatorio: el cliente no tiene dirección de correo"])
    assert.strictEqual(reason({ recipient: { ...must(invoice.recipient ?? undefined), email: null } }), "para")
    assert.strictEqual(reason({ lifecycle: "draft" }), "factura_en_borrador")
    assert.strictEqual(reason({ lifecycle: "cancelled" }), "factura_anulada")
    for (const para of [["nadie"], [""], [], ["a@b.es,c"], "a@b.es", Array(21).fill("a@b.es")]) {
      assert.isTrue(Either.isLeft(decode({ para })), JSON.stringify(para))
    }
    assert.isTrue(Either.isLeft(decode({ otro: 1 })))
  })
})

const later = (millis: number): Instant => instant(noon + millis)

const depart = (stored: OutgoingMail, read = stored) =>
  Either.getOrThrow(decideOn(departMail(read), { outgoingMail: [stored] })).result

const note = (stored: OutgoingMail, departed: OutgoingMail, error: string | null, transient = true, more: Partial<MailOutcome> = {}) =>
  must(Either.getOrThrow(decideOn(noteMail(departed, { error, transient, ...more }), { outgoingMail: [stored] }, noon)).result)

describe("a queued letter", () => {
  const waiting = queued({})
  const mail = must(depart(waiting))

  it("is a worker's job at once", () => {
    const { jobs } = Either.getOrThrow(send({}))
    assert.deepInclude(jobs?.[0], { kind: "mail", due: noon })
    assert.isEmpty(Either.getOrThrow(send({}, {}, "test")).jobs)
  })

  it("counts as attempted from when it leaves, and cannot be taken by anybody else meanwhile", () => {
    assert.deepInclude(mail, { estado: "pending", intentos: 1, proximo_intento: later(60_000), settled: null })
    assert.isUndefined(depart(mail, waiting))
    assert.isUndefined(depart({ ...waiting, estado: "sent", proximo_intento: null }, waiting))
    assert.strictEqual(must(depart({ ...waiting, intentos: 6 })).proximo_intento, later(24 * 3_600_000))
  })

  it("leaves only once that is stored, and only if it and its document are as they were when they were read", () => {
    const leaving = (outgoingMail: ReadonlyArray<OutgoingMail>, invoices: ReadonlyArray<Invoice>) =>
      Either.getOrThrow(decideOn(departMail(waiting, "issued"), { outgoingMail, invoice: invoices }))
    const { events, result, rows } = leaving([waiting], [invoice])
    assert.deepStrictEqual<object>([rows, events], [[{ table: "outgoingMail", row: mail }], []])
    assert.deepStrictEqual(result, mail)
    const changed = [leaving([waiting], [{ ...invoice, lifecycle: "cancelled" }]), leaving([waiting], []), leaving([], [invoice])]
    for (const { result, rows } of changed) assert.deepStrictEqual([result, rows], [undefined, []])
  })

  it("has its outcome stored, unless it was removed meanwhile", () => {
    const noting = (outgoingMail: ReadonlyArray<OutgoingMail>) =>
      Either.getOrThrow(decideOn(noteMail(mail, { error: null, transient: false }), { outgoingMail }))
    const { events, result, rows } = noting([mail])
    assert.deepStrictEqual<object>([rows, events], [[{ table: "outgoingMail", row: result }], []])
    assert.deepStrictEqual([noting([]).result, noting([]).rows], [undefined, []])
  })

  it("that failed for good is told of once, with everybody who has not got it", () => {
    const letter = must(depart(queued({ para: ["a@b.es", "b@b.es"] })))
    const noting = (stored: OutgoingMail) =>
      Either.getOrThrow(decideOn(noteMail(letter, { error: "no existe", transient: false }), { outgoingMail: [stored] }))
    const { events, result, rows } = noting(letter)
    assert.deepStrictEqual([rows.map(({ table }) => table), events], [["outgoingMail", "activityEntry"], []])
    const mensaje = "El correo con el documento no llegó a a@b.es, b@b.es. Si no hay erratas, se puede enviar otra vez."
    assert.deepInclude(rows[1]?.row, { tipo: "mail_failed", mensaje })
    assert.deepStrictEqual(noting(must(result)).rows.map(({ table }) => table), ["outgoingMail"])
  })

  it("is given up if nothing was noted of its last attempt", () => {
    const often = { ...waiting, intentos: 7, ultimo_error: "no contesta" }
    const { result, rows } = Either.getOrThrow(decideOn(departMail(often), { outgoingMail: [often] }))
    assert.isUndefined(result)
    const failed = { ...often, estado: "failed" as const, proximo_intento: null, settled: noon }
    assert.deepStrictEqual(rows[0], { table: "outgoingMail", row: failed })
    const mensaje = "No se sabe si el correo con el documento llegó a cliente@example.org."
      + " Si no hay erratas, se puede enviar otra vez."
    const about = { tipo: "mail_failed", mensaje, recurso: "factura", recurso_id: often.factura_id }
    assert.deepInclude(rows[1]?.row, about)
    assert.strictEqual(rows.length, 2)
  })

  it("is sent once it has left, even if another sender has attempted it meanwhile", () => {
    const expected = { estado: "sent", proximo_intento: null, ultimo_error: null, settled: noon } as const
    assert.deepInclude(note(mail, mail, null), expected)
    assert.deepInclude(note({ ...mail, intentos: 2 }, mail, null), expected)
  })

  it("is tried again after each wait, seven times in all, and then fails", () => {
    let stored = waiting
    for (const wait of [...retryWaitsMillis, null]) {
      const departed = must(depart(stored))
      stored = note(departed, departed, "no contesta")
      assert.strictEqual(stored.proximo_intento, wait === null ? null : later(wait))
      assert.strictEqual(stored.settled, wait === null ? noon : null)
    }
    assert.deepInclude(stored, { estado: "failed", intentos: 7, ultimo_error: "no contesta" })
  })

  it("fails at once when trying again cannot help, with a reason of 500 characters at most", () => {
    const ultimo_error = `${"ñ".repeat(499)}…`
    assert.deepInclude(note(mail, mail, "ñ".repeat(600), false), { estado: "failed", proximo_intento: null, ultimo_error })
  })

  it("is sent again to those who do not have it, and keeps a note of the others when it is given up", () => {
    assert.deepStrictEqual(note(mail, mail, "a medias", true, { left: ["b@example.org"] }).para, ["b@example.org"])
    assert.deepStrictEqual(note(mail, mail, "a medias", false, { left: [] }).para, mail.para)
    assert.deepInclude(note(mail, mail, "a medias", true, { left: [] }), { estado: "failed", proximo_intento: null })
  })

  it("has failed if somebody was refused for good, once everybody else has it or was refused too", () => {
    const [a, b, c, d] = ["a@b.es", "b@b.es", "c@b.es", "d@b.es"] as const
    const first = must(depart(queued({ para: [a, b, c, d] })))
    const halfway = note(first, first, "el servidor rechazó 3 de 4 destinatarios", true, { left: [b, d], refused: [c] })
    assert.deepInclude(halfway, { estado: "pending", para: [b, d], reached: [a], refused: [c] })
    const second = must(depart(halfway))
    assert.deepInclude(note(second, second, null), {
      estado: "failed", reached: [a, b, d], refused: [c], ultimo_error: "el servidor rechazó 1 de 4 destinatarios", settled: noon,
    })
    assert.deepInclude(note(second, second, "el servidor rechazó 1 de 2 destinatarios", false, { left: [], refused: [d] }), {
      estado: "failed", reached: [a, b], refused: [c, d], ultimo_error: "el servidor rechazó 2 de 4 destinatarios",
    })
    const late = note(second, first, null)
    assert.deepInclude(late, { estado: "sent", reached: [a, b, c, d], refused: [], ultimo_error: null })
  })

  it("keeps a server's words without characters that cannot be stored", () => {
    assert.strictEqual(note(mail, mail, "550 no\u0000\r\nsuch \uD800").ultimo_error, "550 no   such  ")
  })

  it("ignores the failure of an attempt that another sender has overtaken, and any failure once it was sent", () => {
    const overtaken = { ...mail, intentos: 2 }
    assert.deepStrictEqual(note(overtaken, mail, "tarde"), overtaken)
    const sent = note(mail, mail, null)
    assert.deepStrictEqual(note(sent, mail, "tarde"), sent)
  })
})
