import { assert } from "@effect/vitest"
import { Schema } from "effect"
import { createHmac } from "node:crypto"
import { instant, isoInstant } from "../../../core/calendar/instant.ts"
import type { StoredDelivery } from "../../../core/deliveries/Delivery.ts"
import type { Model, Notice, Subscription, Terms } from "./Model.ts"
import type { Attempt } from "./Receiver.ts"
import { day } from "./spans.ts"
import type { World } from "./World.ts"

const payload = Schema.decodeUnknownSync(Schema.parseJson(Schema.Struct({
  id: Schema.String,
  suceso: Schema.String,
  creado: Schema.String,
  datos: Schema.Record({
    key: Schema.String,
    value: Schema.Union(Schema.Struct({ id: Schema.String, nombre: Schema.optional(Schema.String) }), Schema.Boolean),
  }),
})))

/** What the event is about: the id of its first resource, and its name, which every change makes a different one. */
export const aboutOf = (cuerpo: string): string => {
  const [first = true] = Object.values(payload(cuerpo).datos)
  return typeof first === "boolean" ? "test" : `${first.id} ${first.nombre ?? ""}`
}

/** Asserts that the delivery is stored as it should be. */
export const compareNotice = (stored: StoredDelivery | undefined, notice: Notice | undefined): void => {
  if (stored === undefined || notice === undefined) return assert.strictEqual(stored?.id, notice?.id, "there, or not")
  const { creado, estado, id, intentos, proximo_intento, settled, ultimo_codigo, ultimo_error } = stored
  const found = { id, creado, estado, intentos, proximo_intento, ultimo_codigo, ultimo_error, settled }
  assert.deepStrictEqual({ ...found }, {
    id: notice.id,
    creado: instant(notice.creado),
    estado: notice.estado,
    intentos: notice.intentos,
    proximo_intento: nullable(notice.proximo_intento),
    ultimo_codigo: notice.ultimo_codigo,
    ultimo_error: notice.ultimo_error,
    settled: nullable(notice.settled),
  })
}

const nullable = (at: number | null) => (at === null ? null : instant(at))

/** The subscription as the interface should show it. */
export const shownSubscription = ({ activo, fallos_seguidos, id, terms }: Subscription) =>
  ({ id, activo, fallos_seguidos, url: terms.url, modo_aviso: terms.modo_aviso, sucesos: [...terms.sucesos] })

/** The delivery as the log should show it. */
const shownNotice = (notice: Notice) => ({
  id: notice.id,
  creado: isoInstant(instant(notice.creado)),
  estado: notice.estado,
  intentos: notice.intentos,
  proximo_intento: notice.proximo_intento === null ? null : isoInstant(instant(notice.proximo_intento)),
  ultimo_codigo: notice.ultimo_codigo,
  ultimo_error: notice.ultimo_error,
})

const listOf = Schema.decodeUnknownSync(Schema.Struct({
  datos: Schema.Array(Schema.Record({ key: Schema.String, value: Schema.Unknown })),
  total: Schema.Int,
}))

/**
 * Asserts that everything a company can read of its subscriptions is as it should be, and that each deactivation was
 * announced once.
 */
export const compareShown = (world: World, { notices, subscriptions }: Model, company: number, key: string): void => {
  const read = (path: string) => listOf(world.request("GET", `${path}?limite=200&orden=antiguo`, { key }).json)
  const ours = [...subscriptions.values()].filter((one) => one.company === company)
  const present = ours.filter(({ exists }) => exists)
  const shown = read("/webhooks")
  assert.strictEqual(shown.total, present.length)
  for (const [n, subscription] of present.entries()) {
    assert.deepInclude(shown.datos[n], shownSubscription(subscription))
    const waited = [...notices.values()].filter((one) => one.subscription === subscription)
    const byId = new Map(waited.map((notice) => [notice.id, notice]))
    const log = read(`/webhooks/${subscription.id}/envios`)
    assert.deepStrictEqual([log.total, log.datos.length], [byId.size, Math.min(byId.size, 200)])
    for (const entry of log.datos) {
      assert.deepInclude(entry, shownNotice(byId.get(String(entry["id"])) ?? assert.fail("not its own")))
    }
  }
  const told = read("/actividad").datos.filter(({ tipo }) => tipo === "webhook_deactivated")
  const expected = ours.flatMap(({ deactivations, id }) => Array.from({ length: deactivations }, () => id))
  assert.sameMembers(told.map(({ recurso_id }) => recurso_id), expected)
}

/** Asserts that nobody waits for a worker: every subscription with something due is being tried. */
export const checkPrompt = ({ notices }: Model, now: number): void => {
  for (const { id, proximo_intento, subscription: { activo, exists, running } } of notices.values()) {
    if (proximo_intento === null || proximo_intento > now || !activo || !exists) continue
    if (running === 0) assert.fail(`${id} is due, and nobody tries`)
  }
}

/** Asserts that the request says what it should under one of these settings, signed with the secrets valid then. */
export const checkRequest = (attempt: Attempt, terms: ReadonlyArray<Terms>, before: string | undefined): void => {
  const { begun, body, envio, headers, url } = attempt
  const { id, suceso } = payload(body)
  assert.deepInclude(headers, { "x-svc-suceso": suceso, "x-svc-envio": id, "webhook-id": envio })
  if (before !== undefined) assert.strictEqual(body, before, "the same bytes each time")
  const said = [headers["x-svc-firma"], headers["x-svc-token"], url].join("\n")
  const t = Math.floor(begun / 1000)
  const allowed = terms.flatMap(({ modo_aviso, secrets, url }) =>
    // A batch that is up to a second old signs as it did when it began.
    [begun, begun - 999].map((at) => {
      const signing = signingAt(secrets, at)
      const firma = [`t=${t}`, ...signing.map((secreto) => `v1=${hmac(secreto, `${t}.${body}`)}`)].join(",")
      return [firma, modo_aviso === "token" ? signing[0] : undefined, url].join("\n")
    }))
  assert.include(allowed, said)
}

const signingAt = (secrets: Terms["secrets"], at: number): ReadonlyArray<string> => {
  const [newest, before] = secrets.toReversed()
  if (newest === undefined) return []
  return before !== undefined && at < newest.since + day ? [newest.secreto, before.secreto] : [newest.secreto]
}

const hmac = (secreto: string, text: string): string => createHmac("sha256", secreto).update(text).digest("hex")
