import { assert } from "@effect/vitest"
import { Schema } from "effect"
import { createHmac } from "node:crypto"
import { instant, isoInstant } from "../../../core/calendar/instant.ts"
import type { StoredDelivery } from "../../../core/webhooks/Webhook.ts"
import type { Model, Notice, Subscription, Terms } from "./Model.ts"
import type { Attempt } from "./Receiver.ts"
import { day } from "./World.ts"

const payload = Schema.decodeUnknownSync(Schema.parseJson(Schema.Struct({
  id: Schema.String,
  suceso: Schema.String,
  creado: Schema.String,
  datos: Schema.Record({
    key: Schema.String,
    value: Schema.Union(Schema.Struct({ id: Schema.String, nombre: Schema.optional(Schema.String) }), Schema.Boolean),
  }),
})))

/** What the event is about: its first resource, and its name, which every change makes another. */
export const aboutOf = (cuerpo: string): string => {
  const [first = true] = Object.values(payload(cuerpo).datos)
  return typeof first === "boolean" ? "test" : `${first.id} ${first.nombre ?? ""}`
}

/** The delivery is stored as it ought to be. */
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

/** The subscription as the interface ought to show it. */
export const shownSubscription = ({ activo, fallos_seguidos, id, terms }: Subscription) =>
  ({ id, activo, fallos_seguidos, url: terms.url, modo_aviso: terms.modo_aviso, sucesos: [...terms.sucesos] })

/** The delivery as the log ought to show it. */
export const shownNotice = (notice: Notice) => ({
  id: notice.id,
  creado: isoInstant(instant(notice.creado)),
  estado: notice.estado,
  intentos: notice.intentos,
  proximo_intento: notice.proximo_intento === null ? null : isoInstant(instant(notice.proximo_intento)),
  ultimo_codigo: notice.ultimo_codigo,
  ultimo_error: notice.ultimo_error,
})

/** Nobody waits for a worker: every subscription that has something due is being tried. */
export const checkPrompt = ({ notices }: Model, now: number): void => {
  for (const { id, proximo_intento, subscription: { activo, exists, running } } of notices.values()) {
    if (proximo_intento === null || proximo_intento > now || !activo || !exists) continue
    assert.isAbove(running, 0, `${id} is due, and nobody tries`)
  }
}

/** The request says what it ought to, by one of these terms, and is signed by the secrets that then signed. */
export const checkRequest = (attempt: Attempt, terms: ReadonlyArray<Terms>, before: string | undefined): void => {
  const { begun, body, envio, headers, url } = attempt
  const { id, suceso } = payload(body)
  assert.deepInclude(headers, { "x-svc-suceso": suceso, "x-svc-envio": id, "webhook-id": envio })
  if (before !== undefined) assert.strictEqual(body, before, "the same bytes each time")
  const said = [headers["x-svc-firma"], headers["x-svc-token"], url].join("\n")
  const t = Math.floor(begun / 1000)
  const allowed = terms.flatMap(({ modo_aviso, secrets, url }) =>
    // A batch that is a second old at most signs as it began.
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
