import { assert, describe, it } from "@effect/vitest"
import { Either, Schema } from "effect"
import { instant, isoInstant } from "../../../core/calendar/instant.ts"
import { DeliveryResource } from "../../../core/deliveries/deliveryResource.ts"
import { verifyStandardWebhook } from "../../../core/signing/standardWebhooks.ts"
import { verifyWebhookSignature } from "../../../core/signing/webhookSignature.ts"
import type { Reply } from "./Receiver.ts"
import { day, hour, minute, start } from "./spans.ts"
import { World } from "./World.ts"

/** The outcome of an attempt, how long it takes, and what the log then says. */
interface Course {
  readonly reply: Reply
  readonly millis: number
  readonly codigo: number | null
  readonly error: string
}

const tooSlow = { codigo: null, error: "no respondió en 10 segundos" }
const answers = (codigo: number, after: number, more = ""): Course =>
  ({ reply: { codigo, after }, millis: after, codigo, error: `respondió con el código ${codigo}${more}` })

const brokeOff = "el servidor cortó la conexión"

/** Every way to fail, one after another. */
const failures: ReadonlyArray<Course> = [
  { reply: { codigo: 200, after: 10_001 }, millis: 10_000, ...tooSlow },
  answers(500, 9_999),
  answers(404, 120),
  answers(302, 80, "; las redirecciones no se siguen"),
  { reply: { error: brokeOff, after: 3 }, millis: 3, codigo: null, error: brokeOff },
  { reply: "hangs", millis: 10_000, ...tooSlow },
  answers(199, 0),
]

const waits = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, day]

const logOf = Schema.decodeUnknownSync(Schema.Struct({ datos: Schema.Array(DeliveryResource), total: Schema.Int }))
const secretOf = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String, secreto: Schema.String }))

/** A company with one subscription and this receiver, and what its log shows. */
const subscribed = (receive: (attempt: number) => Reply) => {
  const world = new World(1, { receive: ({ intento }) => receive(intento) })
  const { live: key } = world.openCompany()
  const body = { url: "https://avisos.ejemplo.es/" }
  const { id, secreto } = secretOf(world.request("POST", "/webhooks", { key, body }).json)
  const shown = () => {
    const { datos: [delivery], total } = logOf(world.request("GET", `/webhooks/${id}/envios`, { key }).json)
    assert.strictEqual(total, 1)
    return delivery ?? assert.fail("no delivery")
  }
  const tell = () => world.request("POST", "/contactos", { key, body: { nombre: "Peña & Hijos «S.L.»" } })
  return { world, key, id, secreto, shown, tell }
}

describe("one delivery, in virtual time", () => {
  it("is attempted at once, and again 1 min, 5 min, 30 min, 2 h, 6 h and 1 day after each failure has ended", () => {
    const { shown, tell, world } = subscribed((n) => failures[n - 1]?.reply ?? assert.fail(`attempt ${n}`))
    tell()
    world.fanOut()
    const { creado, id, suceso } = shown()
    let due = start
    for (const [n, { codigo, error, millis }] of failures.entries()) {
      assert.deepInclude(shown(), { estado: "pending", intentos: n, proximo_intento: isoInstant(instant(due)) })
      if (n > 0) {
        world.pass(due - 1 - world.time.now)
        assert.lengthOf(world.attempts, n, `not before it is due: ${n}`)
      }
      world.pass(due - world.time.now)
      assert.lengthOf(world.attempts, n + 1)
      world.pass(millis)
      const { begun, ended } = world.attempts[n] ?? assert.fail()
      assert.deepStrictEqual([begun, ended], [instant(due), instant(due + millis)])
      due += millis + (waits[n] ?? 0)
      const isLast = n === 6
      assert.deepStrictEqual(shown(), {
        id, suceso, creado,
        estado: isLast ? "abandoned" : "pending",
        intentos: n + 1,
        proximo_intento: isLast ? null : isoInstant(instant(due)),
        ultimo_codigo: codigo,
        ultimo_error: error,
      })
    }
    const abandoned = shown()
    world.pass(400 * day)
    assert.lengthOf(world.attempts, 7)
    assert.deepStrictEqual(shown(), abandoned)
  })

  it("has the same id and bytes each time, its attempt number, and a new signature that verifies", () => {
    const { secreto, tell, world } = subscribed((n) => failures[n - 1]?.reply ?? "hangs")
    tell()
    world.pass(3 * day)
    const [{ body, envio } = assert.fail()] = world.attempts
    assert.deepInclude(JSON.parse(body), { id: envio, suceso: "contact.created", creado: isoInstant(instant(start)) })
    assert.deepStrictEqual(world.attempts.map(({ intento }) => intento), [1, 2, 3, 4, 5, 6, 7])
    for (const attempt of world.attempts) {
      const { begun: now, headers } = attempt
      assert.deepStrictEqual([attempt.envio, attempt.body], [envio, body])
      assert.deepInclude(headers, { "x-svc-suceso": "contact.created", "webhook-id": envio })
      assert.notProperty(headers, "x-svc-token")
      const received = { body, secrets: [secreto], now }
      const second = instant(Math.floor(now / 1000) * 1000)
      assert.deepStrictEqual(verifyWebhookSignature({ ...received, header: headers["x-svc-firma"] }), Either.right(second))
      assert.deepStrictEqual(verifyStandardWebhook({ ...received, headers }), Either.right(second))
    }
    assert.strictEqual(new Set(world.attempts.map(({ headers }) => headers["x-svc-firma"])).size, 7)
  })

  it("is delivered by an answer within ten seconds, and never sent again", () => {
    for (const before of [0, 1, 6]) {
      const { shown, tell, world } = subscribed((n) => (n <= before ? "hangs" : { codigo: 204, after: 9_999 }))
      tell()
      world.pass(3 * day)
      assert.deepInclude(shown(), { estado: "delivered", intentos: before + 1, ultimo_codigo: 204, ultimo_error: null })
      world.pass(400 * day)
      assert.lengthOf(world.attempts, before + 1)
    }
  })
})
