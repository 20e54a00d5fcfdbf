import { assert } from "@effect/vitest"
import { Schema } from "effect"
import { instant, isoInstant } from "../../../core/calendar/instant.ts"
import { prune } from "../../../core/retention/prune.ts"
import type { Answer } from "../../../runtimes/memory/exchange.ts"
import type { Company } from "../../../runtimes/memory/harness.ts"
import { aboutOf, checkPrompt, checkRequest, compareNotice, compareShown, shownSubscription } from "./comparing.ts"
import { Model, type Notice, type Subscription, type Terms } from "./Model.ts"
import { type Script, type Step, wishes } from "./script.ts"
import { day } from "./spans.ts"
import { hosts, receivers } from "./weather.ts"
import { World } from "./World.ts"

const idOf = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.String }))
const secretOf = Schema.decodeUnknownSync(Schema.Struct({ secreto: Schema.String }))

/** Two companies that live as the script says, in the system and in the model. Throws at any difference. */
export class Life {
  readonly model = new Model()
  readonly world: World
  private readonly companies: ReadonlyArray<Company>
  /** Contacts that no invoice refers to, by company. */
  private readonly contacts: ReadonlyArray<Array<string>> = [[], []]
  /** When each Idempotency-Key took effect, and the id in the answer. */
  private readonly keys = new Map<string, { readonly at: number; readonly id: string }>()
  private readonly bodies = new Map<string, string>()
  private names = 0
  private areWorkersIdle = false

  constructor({ seed, weathers }: Omit<Script, "steps">) {
    const receive = receivers(weathers)
    this.world = new World(seed, {
      receive: (attempt) => {
        checkRequest(attempt, this.model.began(attempt), this.bodies.get(attempt.envio))
        this.bodies.set(attempt.envio, attempt.body)
        return receive(attempt)
      },
      ended: (attempt) => this.model.ended(attempt),
      made: ({ cuerpo, id, suceso, webhook_id }) =>
        this.model.made(id, webhook_id, suceso, aboutOf(cuerpo), this.world.time.now),
    })
    this.companies = [this.world.openCompany(), this.world.openCompany("B87654323")]
    for (const company of [0, 1]) this.subscribe(company, company, 0)
  }

  /** Lets time pass. Unless they are idle, workers turn at once to what falls due. */
  pass(millis: number): void {
    if (!this.areWorkersIdle) return this.world.pass(millis, () => this.look())
    this.world.time.pass(millis)
    this.compareChanged()
  }

  step({ act, gap, m, n }: Step): void {
    this.pass(gap)
    const company = n % 2
    if (act === "contact") return this.addContact(company)
    if (act === "burst") return Array.from({ length: 1 + (m % 24) }).forEach(() => this.addContact(company))
    if (act === "change") return this.changeContact(company, m)
    if (act === "remove") return this.removeContact(company)
    if (act === "invoice") return this.addInvoice(company, m)
    if (act === "keyed") return this.addKeyed(company, m % 3)
    if (act === "subscribe") return this.subscribe(company, n, m)
    if (act === "prune") return this.prune()
    if (act === "idle") return this.setIdle(m % 3 !== 0 && !this.areWorkersIdle)
    const subscription = this.chosen(n)
    if (subscription !== undefined) this.stepOf(subscription, act, m)
  }

  private stepOf(subscription: Subscription, act: Step["act"], m: number): void {
    if (act === "address") return this.patch(subscription, { url: hosts[m % hosts.length] ?? "" })
    if (act === "mode") return this.patch(subscription, { modo_aviso: m % 2 === 0 ? "token" : "firma" })
    if (act === "sucesos") return this.patch(subscription, { sucesos: wishes[m % wishes.length] ?? [] })
    if (act === "describe") return this.patch(subscription, {}, { descripcion: this.freshName() })
    if (act === "off") return this.switchOff(subscription)
    if (act === "on") return this.switchOn(subscription, "PATCH")
    if (act === "reactivate") return this.switchOn(subscription, "POST")
    if (act === "rotate") return this.rotate(subscription)
    if (act === "unsubscribe") return this.unsubscribe(subscription)
    if (act === "test") return this.test(subscription)
    if (act === "replay") return this.replay(subscription, m)
    return this.replayRange(subscription, m)
  }

  /** Lets workers finish everything, then compares everything that can be read with the model. */
  end(): void {
    this.setIdle(false)
    this.pass(3 * day)
    const { deliveries } = this.world
    for (const id of new Set([...deliveries.keys(), ...this.model.notices.keys()])) {
      compareNotice(deliveries.get(id), this.model.notices.get(id))
    }
    for (const [company, { live }] of this.companies.entries()) compareShown(this.world, this.model, company, live)
    for (const { exists, id, running } of this.model.subscriptions.values()) {
      assert.strictEqual(running, 0)
      const pending = [...this.model.notices.values()].filter(({ estado, subscription }) =>
        estado === "pending" && subscription.id === id)
      if (!exists) assert.lengthOf(pending, 0)
    }
  }

  private look(): void {
    this.model.fannedOut()
    this.compareChanged()
    checkPrompt(this.model, this.now)
  }

  private compareChanged(): void {
    for (const id of new Set([...this.world.changed, ...this.model.changed])) {
      compareNotice(this.world.deliveries.get(id), this.model.notices.get(id))
    }
    this.world.changed.clear()
    this.model.changed.clear()
  }

  private get now(): number {
    return this.world.time.now
  }

  private setIdle(idle: boolean): void {
    this.areWorkersIdle = idle
    if (!idle) this.world.wake()
  }

  private freshName(): string {
    return `n${++this.names}`
  }

  /** One of the existing subscriptions. */
  private chosen(n: number): Subscription | undefined {
    const present = [...this.model.subscriptions.values()].filter(({ exists }) => exists)
    return present[n % Math.max(present.length, 1)]
  }

  /** Sends a request, and asserts the status of the answer. */
  private taken(
    status: number,
    company: number,
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Answer {
    const key = this.companies[company]?.live ?? assert.fail("no company")
    const answer = this.world.request(method, path, { key, headers, ...(body === undefined ? {} : { body }) })
    assert.strictEqual(answer.status, status, `${method} ${path}: ${answer.text}`)
    return answer
  }

  private happened(company: number, suceso: string, id: string, nombre = ""): void {
    this.model.happened(company, suceso, `${id} ${nombre}`, this.now)
  }

  private addContact(company: number): void {
    const nombre = this.freshName()
    const { id } = idOf(this.taken(201, company, "POST", "/contactos", { nombre }).json)
    this.contacts[company]?.push(id)
    this.happened(company, "contact.created", id, nombre)
  }

  private changeContact(company: number, m: number): void {
    const ours = this.contacts[company] ?? []
    const id = ours[m % Math.max(ours.length, 1)]
    if (id === undefined) return
    const nombre = this.freshName()
    this.taken(200, company, "PATCH", `/contactos/${id}`, { nombre })
    this.happened(company, "contact.updated", id, nombre)
  }

  private removeContact(company: number): void {
    const id = this.contacts[company]?.pop()
    if (id === undefined) return
    const nombre = this.freshName()
    this.taken(200, company, "PATCH", `/contactos/${id}`, { nombre })
    this.happened(company, "contact.updated", id, nombre)
    this.taken(204, company, "DELETE", `/contactos/${id}`)
    this.happened(company, "contact.deleted", id, nombre)
  }

  /** Makes a draft, which is sometimes issued, and sometimes paid as well. */
  private addInvoice(company: number, m: number): void {
    const lineas = [{ descripcion: "Revisión", cantidad: 2, precio: 10 }]
    const { id } = idOf(this.taken(201, company, "POST", "/facturas", { lineas }).json)
    this.happened(company, "invoice.created", id)
    if (m % 3 === 0) return
    this.taken(201, company, "POST", `/facturas/${id}/emitir`)
    this.happened(company, "invoice.issued", id)
    if (m % 3 === 1) return
    const { id: cobro } = idOf(this.taken(201, company, "POST", `/facturas/${id}/cobros`, { importe: 24.2 }).json)
    this.happened(company, "payment.recorded", cobro)
    this.happened(company, "invoice.paid", id)
  }

  /** Within a day the same key means the same request. */
  private addKeyed(company: number, n: number): void {
    const name = `${company} k${n}`
    const known = this.keys.get(name)
    const answer = this.taken(201, company, "POST", "/contactos", { nombre: "Ana" }, { "idempotency-key": `k${n}` })
    const { id } = idOf(answer.json)
    if (known !== undefined && this.now - known.at < day) return assert.strictEqual(id, known.id)
    assert.notStrictEqual(id, known?.id)
    this.keys.set(name, { at: this.now, id })
    this.happened(company, "contact.created", id, "Ana")
  }

  private subscribe(company: number, n: number, m: number): void {
    const present = [...this.model.subscriptions.values()].filter((one) => one.exists && one.company === company)
    if (present.length >= 4) return
    const url = hosts[n % hosts.length] ?? ""
    const sucesos = wishes[m % wishes.length] ?? []
    const { json } = this.taken(201, company, "POST", "/webhooks", { url, sucesos })
    const secrets = [{ secreto: secretOf(json).secreto, since: this.now }]
    this.model.subscribed(idOf(json).id, company, { url, sucesos, modo_aviso: "firma", secrets })
  }

  private patch(subscription: Subscription, terms: Partial<Omit<Terms, "secrets">>, more: object = {}): void {
    const { company, id, terms: before } = subscription
    const { json } = this.taken(200, company, "PATCH", `/webhooks/${id}`, { ...terms, ...more })
    const isSame = JSON.stringify({ ...before, ...terms }) === JSON.stringify(before)
    if (!isSame || Object.keys(more).length > 0) this.model.revise(subscription, terms, this.now)
    assert.deepInclude(json, shownSubscription(subscription))
  }

  private switchOff(subscription: Subscription): void {
    const { activo, company, id } = subscription
    const { json } = this.taken(200, company, "PATCH", `/webhooks/${id}`, { activo: false })
    if (activo) this.model.stop(subscription, this.now)
    assert.deepInclude(json, shownSubscription(subscription))
  }

  private switchOn(subscription: Subscription, method: "PATCH" | "POST"): void {
    const { company, id } = subscription
    const { json } = method === "POST"
      ? this.taken(200, company, "POST", `/webhooks/${id}/reactivar`)
      : this.taken(200, company, "PATCH", `/webhooks/${id}`, { activo: true })
    this.model.start(subscription)
    assert.deepInclude(json, shownSubscription(subscription))
  }

  private rotate(subscription: Subscription): void {
    const { company, id, terms: { secrets } } = subscription
    const { secreto } = secretOf(this.taken(200, company, "POST", `/webhooks/${id}/rotar-secreto`).json)
    this.model.revise(subscription, { secrets: [...secrets, { secreto, since: this.now }] }, this.now)
  }

  private unsubscribe(subscription: Subscription): void {
    this.taken(204, subscription.company, "DELETE", `/webhooks/${subscription.id}`)
    this.model.stop(subscription, this.now)
    subscription.exists = false
  }

  private test({ activo, company, id }: Subscription): void {
    this.taken(activo ? 202 : 409, company, "POST", `/webhooks/${id}/probar`)
  }

  private noticesOf(subscription: Subscription): ReadonlyArray<Notice> {
    return [...this.model.notices.values()].filter((notice) => notice.subscription === subscription)
  }

  private replay(subscription: Subscription, m: number): void {
    const { activo, company, id } = subscription
    const notices = this.noticesOf(subscription)
    const notice = notices[m % Math.max(notices.length, 1)]
    if (notice === undefined) return
    const isTaken = activo && this.model.replay(notice, this.now)
    const { text } = this.taken(isTaken ? 202 : 409, company, "POST", `/webhooks/${id}/envios/${notice.id}/reenviar`)
    if (!isTaken) assert.include(text, activo ? "envio_caducado" : "suscripcion_desactivada")
  }

  /** Replays the last so many days, up to an hour ago. */
  private replayRange(subscription: Subscription, m: number): void {
    const { activo, company, id } = subscription
    const [desde, hasta] = [this.now - (1 + (m % 60)) * day, this.now - 3_600_000]
    const range = { desde: isoInstant(instant(desde)), hasta: isoInstant(instant(hasta)) }
    const { json } = this.taken(activo ? 202 : 409, company, "POST", `/webhooks/${id}/reenviar`, range)
    if (!activo) return
    const chosen = this.noticesOf(subscription).filter(({ creado }) => creado >= desde && creado <= hasta)
    const replayed = chosen.filter((notice) => this.model.replay(notice, this.now)).length
    assert.isAtMost(chosen.length, 500)
    assert.deepStrictEqual(json, { reenviados: replayed, caducados: chosen.length - replayed, continuar_tras: null })
  }

  private prune(): void {
    const keys = [...this.keys].filter(([, { at }]) => this.now - at > day)
    for (const [name] of keys) this.keys.delete(name)
    assert.strictEqual(this.world.run(prune), this.model.prune(this.now) + keys.length)
    this.compareChanged()
  }
}
