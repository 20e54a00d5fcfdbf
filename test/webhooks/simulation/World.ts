import { Context, Effect, Layer, type Scope, Scope as Scopes } from "effect"
import assert from "node:assert"
import { makeHttpInterface } from "../../../adapters/http/httpInterface.ts"
import * as RateLimiterMemory from "../../../adapters/memory/RateLimiterMemory.ts"
import * as StorageMemory from "../../../adapters/memory/StorageMemory.ts"
import * as GroupCommit from "../../../core/commit/GroupCommit.ts"
import type { ChangeSet } from "../../../core/commit/tables.ts"
import { deliverWaiting } from "../../../core/deliveries/deliverWaiting.ts"
import type { StoredDelivery } from "../../../core/deliveries/Delivery.ts"
import { fanOutOutbox } from "../../../core/deliveries/fanOut.ts"
import { work, workOff } from "../../../core/jobs/work.ts"
import type { Entropy } from "../../../core/ports/Entropy.ts"
import { PdfPrinter } from "../../../core/ports/PdfPrinter.ts"
import { Queue } from "../../../core/ports/Queue.ts"
import type { RateLimiter } from "../../../core/ports/RateLimiter.ts"
import { SecretBox } from "../../../core/ports/SecretBox.ts"
import { Storage } from "../../../core/ports/Storage.ts"
import { WebhookSender } from "../../../core/ports/WebhookSender.ts"
import { type Answer, answerOf, type RequestOptions, requestOf } from "../../../runtimes/memory/exchange.ts"
import { type Company, openCompany } from "../../../runtimes/memory/harness.ts"
import { seededEntropy } from "../../../runtimes/memory/seededEntropy.ts"
import { httpSettings, openBox } from "../../support/simulated.ts"
import { type Attempt, type Receivers, senderTo } from "./Receiver.ts"
import { start } from "./spans.ts"
import { VirtualTime } from "./VirtualTime.ts"

/** Where everything is stored, and the jobs beside it. */
export interface Stores {
  readonly storage: Storage["Type"]
  readonly queue: Queue["Type"]
}

/** What requests and the workers of this simulation need. */
export type Engine =
  | Storage
  | Queue
  | GroupCommit.GroupCommit
  | Entropy
  | SecretBox
  | WebhookSender
  | PdfPrinter
  | RateLimiter

/** The receivers, and callbacks that observe the system. */
export interface Surroundings extends Receivers {
  /** Called when a delivery was created. */
  readonly made?: (delivery: StoredDelivery) => void
}

/** The whole system in virtual time, with receivers that are functions. */
export class World {
  readonly time = new VirtualTime(start)
  /** Every attempt, in the order in which they began. */
  readonly attempts: Array<Attempt> = []
  /** Deliveries changed since this was last emptied. */
  readonly changed = new Set<string>()
  /** All deliveries in their present state, by id. */
  readonly deliveries = new Map<string, StoredDelivery>()
  readonly stores: Stores
  readonly engine: Context.Context<Engine>
  /** Whether something may be due that no worker has looked at yet. */
  private hasJobs = false
  private readonly entropy: Context.Context<Entropy>
  private readonly handle: (method: string, path: string, options: RequestOptions) => Effect.Effect<Answer>

  constructor(seed: number, private readonly around: Surroundings) {
    this.entropy = this.build(seededEntropy(seed))
    const memory = this.build(StorageMemory.layer)
    this.stores = { storage: this.watched(Context.get(memory, Storage)), queue: Context.get(memory, Queue) }
    this.engine = this.engineOn(this.stores)
    const http = this.run(makeHttpInterface(httpSettings))
    this.handle = (method, path, options) => Effect.map(http.handle(requestOf(method, path, options)), answerOf)
  }

  /** An engine like that of another process: it shares only what is stored, and the receivers. Once dead, it sends nothing. */
  engineOn({ queue, storage }: Stores, worker = 0, isDead = () => false): Context.Context<Engine> {
    const sender = senderTo(this.time, this.around, this.attempts, worker, isDead)
    return this.build(GroupCommit.layer.pipe(
      Layer.provideMerge(Layer.mergeAll(Layer.succeed(Storage, storage), Layer.succeed(Queue, queue))),
      Layer.provideMerge(Layer.succeedContext(this.entropy)),
      Layer.merge(Layer.succeed(SecretBox, openBox)),
      Layer.merge(Layer.succeed(PdfPrinter, PdfPrinter.of({ print: () => Effect.dieMessage("nothing is printed") }))),
      Layer.merge(Layer.succeed(WebhookSender, sender)),
      Layer.merge(RateLimiterMemory.layer({ limit: 1_000_000, windowSeconds: 60 })),
    ))
  }

  /** Runs an effect on the engine that takes no time. */
  run<A, E>(effect: Effect.Effect<A, E, Engine>): A {
    return this.time.run(Effect.provide(effect, this.engine))
  }

  openCompany(nif = "B12345674"): Company {
    return this.run(openCompany({ nombre: "Talleres Núñez", razon_social: "Talleres Núñez SL", nif }))
  }

  /** Sends a request, which takes no time. */
  request(method: string, path: string, options: RequestOptions = {}): Answer {
    return this.run(this.handle(method, path, options))
  }

  /** Turns events into deliveries, as a worker does at once. */
  fanOut(): void {
    this.run(workOff(fanOut))
  }

  /** Makes workers look at everything that fell due while there were none. */
  wake(): void {
    this.hasJobs = true
  }

  /** Starts a worker on every subscription that has something due and is not held. */
  private work(): void {
    if (!this.hasJobs) return
    this.hasJobs = false
    this.fanOut()
    this.time.fork(Effect.provide(workOff(webhook), this.engine))
  }

  /** Lets that much time pass while workers do what falls due. `watch` is called after each step. */
  pass(millis: number, watch: () => void = () => {}): void {
    const end = this.time.now + millis
    for (;;) {
      this.work()
      watch()
      if (this.time.now >= end) return
      const due = this.nextDue ?? end
      this.time.pass(Math.min(end, this.time.nextWaking ?? end, due) - this.time.now)
      this.hasJobs ||= due <= this.time.now
    }
  }

  /** When the next delivery falls due that is not due yet. */
  private get nextDue(): number | undefined {
    let next: number | undefined
    for (const { proximo_intento } of this.deliveries.values()) {
      if (proximo_intento === null || proximo_intento <= this.time.now) continue
      if (next === undefined || proximo_intento < next) next = proximo_intento
    }
    return next
  }

  private build<R>(layer: Layer.Layer<R>): Context.Context<R> {
    return this.time.run(Layer.buildWithScope(layer, this.scope))
  }

  /** Never closed, since it holds nothing but memory. */
  private readonly scope: Scope.Scope = this.time.run(Scopes.make())

  private watched(storage: Storage["Type"]): Storage["Type"] {
    return {
      ...storage,
      transact: (opening, body) =>
        storage.transact(opening, (rows, load) =>
          Effect.tap(body(rows, load), ({ changes, jobs = [] }) =>
            Effect.sync(() => {
              this.hasJobs ||= jobs.length > 0
              this.note(changes)
            }))),
    }
  }

  private note({ delivery }: ChangeSet): void {
    for (const { after, before } of delivery) {
      const { id } = after ?? before ?? assert.fail("neither before nor after")
      this.changed.add(id)
      if (after === undefined) this.deliveries.delete(id)
      else this.deliveries.set(id, after)
      if (after !== undefined && before === undefined) this.around.made?.(after)
    }
  }
}

/** The work of the workers of events and webhooks, until they are interrupted. */
export const working: Effect.Effect<void, never, Engine> = Effect.all([
  Effect.suspend(() => work(fanOut)),
  Effect.suspend(() => work(webhook)),
], { concurrency: "unbounded", discard: true })

const fanOut = { kind: "fanOut", atOnce: 8, handle: fanOutOutbox } as const
const webhook = { kind: "webhook", atOnce: 500, handle: deliverWaiting } as const
