import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import type { Command } from "../../core/commit/Command.ts"
import { key, type RowSet } from "../../core/commit/tables.ts"
import {
  idempotencyId,
  idempotencyKeyIssue,
  type IdempotencyRecord,
  isIdempotencyKey,
} from "../../core/idempotency/IdempotencyRecord.ts"
import { onceOnly, type OnceRequest, repeated } from "../../core/idempotency/onceOnly.ts"
import { conflict, notFound } from "../../core/refusals/refusal.ts"
import { carriedOut, decideOn, noon } from "../support/decideOn.ts"
import { must, rowOf } from "../support/issuing.ts"
import { sampleContact, sampleOrganizationId } from "../support/samples.ts"

const day = 24 * 60 * 60 * 1000
const id = sampleOrganizationId()
const contact = sampleContact(id, 1)

/** Names the contact anew; refuses if there is none. */
const rename: Command<string> = {
  organizationId: id,
  reads: () => [key("contact", id, contact.id)],
  decide: (view) => {
    const present = view.get("contact", id, contact.id)
    if (present === undefined) return Either.left(notFound("el contacto"))
    const event = { suceso: "contact.updated" as const, datos: { contacto: present.id } }
    return Either.right({ result: "Eva", rows: [{ table: "contact", row: { ...present, nombre: "Eva" } }], events: [event] })
  },
}

const request: OnceRequest = { accessKeyId: "clave", key: "pedido-1", fingerprint: "huella" }
const answer = (nombre: string) => ({ status: 200, location: null, body: `{"nombre":"${nombre}"}` })
const reply = answer("Eva")
const once = onceOnly(rename, request, answer)
const record: IdempotencyRecord = {
  organizationId: id, id: idempotencyId("clave", "pedido-1"), fingerprint: "huella", reply: answer("Ana"), creado: noon,
}

const on = (rows: RowSet, clock = noon, command = once, now = noon) => decideOn(command, { contact: [contact], ...rows }, now, 0, clock)
const reused = Either.left(conflict("clave_reutilizada", "La clave de idempotencia ya se usó con otra petición."))

describe("a command under an Idempotency-Key", () => {
  it("is carried out the first time, and its answer kept with what it writes", () => {
    const plain = carriedOut(decideOn(rename, { contact: [contact] }))
    const { events, result, rows } = carriedOut(on({}))
    assert.deepStrictEqual(result, { reply, replayed: false })
    assert.deepStrictEqual(rows, [...plain.rows, { table: "idempotencyRecord", row: { ...record, reply } }])
    assert.deepStrictEqual(events, plain.events)
  })

  it("is answered alike the second time, and carried out no more", () => {
    const expected = { result: { reply: record.reply, replayed: true }, rows: [], events: [] }
    assert.deepStrictEqual(carriedOut(on({ idempotencyRecord: [record] })), expected)
    // Also where it would be refused by now.
    assert.deepStrictEqual(carriedOut(on({ idempotencyRecord: [record], contact: [] })), expected)
  })

  it("is refused if the key was used for another request", () => {
    assert.deepStrictEqual(on({ idempotencyRecord: [{ ...record, fingerprint: "otra" }] }), reused)
  })

  it("is carried out whatever was sent with another access key, or under another key", () => {
    for (const other of [idempotencyId("otra", "pedido-1"), idempotencyId("clave", "pedido-2")]) {
      assert.isFalse(carriedOut(on({ idempotencyRecord: [{ ...record, id: other }] })).result.replayed)
    }
  })

  it("is judged anew if it was refused, since a refusal is not kept", () => {
    assert.deepStrictEqual(on({ contact: [] }), Either.left(notFound("el contacto")))
  })

  it("is carried out again a day later, by the clock, and its new answer kept", () => {
    const known = { idempotencyRecord: [record] }
    const later = instant(noon + day)
    assert.isTrue(carriedOut(on(known, instant(later - 1))).result.replayed)
    const decision = carriedOut(on(known, later, once, later))
    assert.deepStrictEqual(decision.result, { reply, replayed: false })
    assert.deepStrictEqual(must(rowOf(decision, "idempotencyRecord")), { ...record, reply, creado: later })
    // A company whose last write was under a clock ahead of time does not forget its keys.
    assert.isTrue(carriedOut(on(known, noon, once, instant(noon + 365 * day))).result.replayed)
  })
})

describe("what is known of a request", () => {
  it("is nothing, its answer, or that the key was another's", () => {
    assert.isUndefined(repeated(undefined, request, noon))
    assert.deepStrictEqual(repeated(record, request, noon), Either.right({ reply: record.reply, replayed: true }))
    assert.deepStrictEqual(repeated(record, { ...request, fingerprint: "otra" }, noon), reused)
    assert.isUndefined(repeated(record, { ...request, fingerprint: "otra" }, instant(noon + day)))
  })
})

describe("an Idempotency-Key", () => {
  it("is one to 255 printable characters of ASCII", () => {
    for (const text of ["a", " ", "~", "pedido 1/2", "x".repeat(255)]) assert.isTrue(isIdempotencyKey(text), text)
    const wrong = ["", "x".repeat(256), "\u001f", "\u007f", "a\u001f", "\u007fa", "señal", "a\n", "\na"]
    for (const text of wrong) assert.isFalse(isIdempotencyKey(text), text)
    assert.strictEqual(idempotencyKeyIssue, "debe tener de 1 a 255 caracteres ASCII imprimibles")
  })
})
