import { assert } from "@effect/vitest"
import type { Attempt } from "./Receiver.ts"
import { day, hour, minute } from "./spans.ts"

/** A subscription's settings from a moment on. */
export interface Terms {
  readonly url: string
  readonly modo_aviso: string
  readonly sucesos: ReadonlyArray<string>
  /** Newest last. The one before it still signs for a day. */
  readonly secrets: ReadonlyArray<{ readonly secreto: string; readonly since: number }>
}

/** A subscription as it should be. */
export interface Subscription {
  readonly id: string
  readonly company: number
  terms: Terms
  /** Earlier settings, with the moment and the place among all events at which they ended. */
  readonly past: Array<{ readonly terms: Terms; readonly until: number; readonly place: number }>
  activo: boolean
  fallos_seguidos: number
  exists: boolean
  /** How often failures switched it off. */
  deactivations: number
  readonly made: number
  /** Places where it was last switched on, as it is from the start, and off; 0: never. */
  on: number
  off: number
  /** When its owner last switched it off or removed it. */
  stopped: number
  /** Attempts under way. */
  running: number
}

/** An event that happened. `about` distinguishes it from others of its name. */
export interface Happening {
  readonly company: number
  readonly suceso: string
  readonly about: string
  readonly at: number
  readonly order: number
}

/** A delivery as it should be. */
export interface Notice {
  readonly id: string
  readonly subscription: Subscription
  readonly creado: number
  estado: "pending" | "delivered" | "abandoned"
  intentos: number
  /** Attempts already made in this round. */
  round: number
  proximo_intento: number | null
  ultimo_codigo: number | null
  ultimo_error: string | null
  settled: number | null
  isRunning: boolean
  /** Its place among all events when it last came to wait. */
  place: number
}

const waits = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, day]

/** A batch may continue for this long after the subscription was read. */
const batchMillis = 1_000

/** What the contract requires of webhooks, as simply as possible: no storage, no workers, no queue. */
export class Model {
  readonly subscriptions = new Map<string, Subscription>()
  readonly notices = new Map<string, Notice>()
  /** Notices changed since this was last emptied. */
  readonly changed = new Set<string>()
  private outbox: Array<Happening> = []
  private readonly fanned = new Set<string>()
  private order = 0

  subscribed(id: string, company: number, terms: Terms): void {
    const place = ++this.order
    this.subscriptions.set(id, {
      id, company, terms, past: [], activo: true, fallos_seguidos: 0, exists: true, deactivations: 0,
      made: place, on: place, off: 0, stopped: Number.NEGATIVE_INFINITY, running: 0,
    })
  }

  /** Changes settings from now on. */
  revise(subscription: Subscription, terms: Partial<Terms>, now: number): void {
    subscription.past.push({ terms: subscription.terms, until: now, place: ++this.order })
    subscription.terms = { ...subscription.terms, ...terms }
  }

  happened(company: number, suceso: string, about: string, at: number): void {
    this.outbox.push({ company, suceso, about, at, order: ++this.order })
  }

  /** Notes that a delivery was created: of an event that its subscription wanted and did not have yet, or of a test. */
  made(id: string, webhook: string, suceso: string, about: string, now: number): void {
    const subscription = this.subscriptions.get(webhook) ?? assert.fail("a delivery to nobody")
    const happening = this.outbox.find((one) => one.suceso === suceso && one.about === about)
    if (suceso !== "webhook.test") {
      assert.isTrue(happening !== undefined && wants(subscription, happening), `${suceso} ${about} was not wanted`)
      const name = `${webhook} ${suceso} ${about}`
      assert.isFalse(this.fanned.has(name), `${name} came twice`)
      this.fanned.add(name)
    }
    const creado = happening?.at ?? now
    const notice: Notice = {
      id, subscription, creado, estado: "pending", intentos: 0, round: 0, proximo_intento: creado,
      ultimo_codigo: null, ultimo_error: null, settled: null, isRunning: false,
      place: ++this.order,
    }
    this.notices.set(id, notice)
    this.changed.add(id)
    if (happening !== undefined && subscription.off > happening.order) this.giveUp(notice, now)
  }

  /** Notes that everything until now was turned into deliveries. */
  fannedOut(): void {
    for (const happening of this.outbox) {
      for (const subscription of this.subscriptions.values()) {
        const name = `${subscription.id} ${happening.suceso} ${happening.about}`
        if (wants(subscription, happening)) assert.isTrue(this.fanned.has(name), `${name} was lost`)
      }
    }
    this.outbox = []
  }

  /** Notes that an attempt begins. Returns the settings its subscription may have had when it was read. */
  began({ begun, envio, intento }: Attempt): ReadonlyArray<Terms> {
    const notice = this.notices.get(envio) ?? assert.fail("an attempt of nothing")
    const { subscription } = notice
    assert.isFalse(notice.isRunning, "two attempts at the same time")
    assert.strictEqual(intento, notice.intentos + 1, "number of the attempt")
    // A batch that was read before may continue a little longer.
    if (begun - subscription.stopped >= batchMillis) {
      assert.isTrue(subscription.activo && subscription.exists, "an attempt of a subscription that is off")
      assert.strictEqual(notice.estado, "pending")
      assert.isAtLeast(begun, notice.proximo_intento ?? Number.POSITIVE_INFINITY, "before it is due")
    }
    assert.notStrictEqual(notice.estado, "delivered", "sent again")
    notice.isRunning = true
    subscription.running++
    const past = subscription.past.filter(({ until }) => begun - until < batchMillis)
    return [subscription.terms, ...past.map(({ terms }) => terms)]
  }

  /** Notes that an attempt has ended. */
  ended({ begun, envio, ended: at, outcome }: Attempt): void {
    const notice = this.notices.get(envio) ?? assert.fail("an attempt of nothing")
    const now = at ?? assert.fail("not ended")
    const { subscription } = notice
    if (outcome === "cut") assert.strictEqual(now - begun, 10_000, "cut off at ten seconds")
    else assert.isAtMost(now - begun, 10_000)
    notice.isRunning = false
    subscription.running--
    this.changed.add(envio)
    const codigo = outcome !== null && outcome !== "cut" && "codigo" in outcome ? outcome.codigo : null
    const isSuccess = codigo !== null && codigo >= 200 && codigo < 300
    notice.intentos++
    notice.ultimo_codigo = codigo
    notice.ultimo_error = isSuccess ? null : errorOf(outcome, codigo)
    if (isSuccess) this.settle(notice, "delivered", now)
    else if (notice.estado === "pending") this.failed(notice, now)
    if (subscription.activo && subscription.exists) this.count(subscription, isSuccess)
    if (subscription.running === 0) this.abandon(subscription, now)
  }

  /** Replays a notice (`reenviar`). Returns whether that is allowed. */
  replay(notice: Notice, now: number): boolean {
    if (notice.settled !== null && now - notice.settled > 30 * day) return false
    Object.assign(notice, { estado: "pending", proximo_intento: now, round: notice.intentos, settled: null, place: ++this.order })
    this.changed.add(notice.id)
    return true
  }

  /** Switches a subscription off, or removes it, for its owner. */
  stop(subscription: Subscription, now: number): void {
    subscription.activo = false
    subscription.stopped = now
    subscription.off = ++this.order
    this.abandon(subscription, now)
  }

  /** Forgets what ended more than thirty days ago. Returns how many. */
  prune(now: number): number {
    const old = [...this.notices.values()].filter(({ settled }) => settled !== null && now - settled > 30 * day)
    for (const { id } of old) this.notices.delete(id)
    return old.length
  }

  /** Switches a subscription on again (`reactivar`). */
  start(subscription: Subscription): void {
    if (!subscription.activo) subscription.on = ++this.order
    Object.assign(subscription, { activo: true, fallos_seguidos: 0 })
  }

  private failed(notice: Notice, now: number): void {
    const wait = waits[notice.intentos - notice.round - 1]
    if (isInVain(notice)) this.giveUp(notice, now)
    else if (wait === undefined) this.settle(notice, "abandoned", now)
    else Object.assign(notice, { proximo_intento: now + wait, place: ++this.order })
  }

  private count(subscription: Subscription, isSuccess: boolean): void {
    subscription.fallos_seguidos = isSuccess ? 0 : subscription.fallos_seguidos + 1
    if (subscription.fallos_seguidos < 15) return
    subscription.activo = false
    subscription.deactivations++
    subscription.off = ++this.order
  }

  private abandon(subscription: Subscription, now: number): void {
    for (const notice of this.notices.values()) {
      if (notice.subscription === subscription && notice.estado === "pending" && isInVain(notice)) this.giveUp(notice, now)
    }
  }

  private giveUp(notice: Notice, now: number): void {
    notice.ultimo_error ??= "la suscripción se desactivó antes de enviarlo"
    this.settle(notice, "abandoned", now)
  }

  private settle(notice: Notice, estado: "delivered" | "abandoned", now: number): void {
    Object.assign(notice, { estado, proximo_intento: null, settled: now })
    this.changed.add(notice.id)
  }
}

/** Whether the event, which was asked for when it happened, belongs in the log of the subscription as it is now. */
const wants = (subscription: Subscription, { company, order, suceso }: Happening): boolean => {
  const { activo, exists, made, off, on, past } = subscription
  const { sucesos } = past.find(({ place }) => place > order)?.terms ?? subscription.terms
  if (!exists || subscription.company !== company || made > order) return false
  return (sucesos.includes("*") || sucesos.includes(suceso)) && (off > order || (activo && on < order))
}

/** Whether a waiting notice is not to be sent any more: its subscription is off or gone, or was off since. */
const isInVain = ({ place, subscription: { activo, exists, off } }: Notice): boolean => !activo || !exists || off > place

const errorOf = (outcome: Attempt["outcome"], codigo: number | null): string => {
  if (codigo !== null) {
    const more = codigo >= 300 && codigo < 400 ? "; las redirecciones no se siguen" : ""
    return `respondió con el código ${codigo}${more}`
  }
  return outcome !== null && outcome !== "cut" && "error" in outcome ? outcome.error : "no respondió en 10 segundos"
}
