import { assert } from "@effect/vitest"
import { Context, Effect, Layer, Scope as Scopes } from "effect"
import { makeHttpInterface } from "../../../adapters/http/httpInterface.ts"
import * as RateLimiterMemory from "../../../adapters/memory/RateLimiterMemory.ts"
import * as StorageMemory from "../../../adapters/memory/StorageMemory.ts"
import { instant } from "../../../core/calendar/instant.ts"
import { setCertificate } from "../../../core/certificates/certificateCommands.ts"
import * as GroupCommit from "../../../core/commit/GroupCommit.ts"
import type { ChangeSet } from "../../../core/commit/tables.ts"
import { workOff } from "../../../core/jobs/work.ts"
import type { Entropy } from "../../../core/ports/Entropy.ts"
import { PdfPrinter } from "../../../core/ports/PdfPrinter.ts"
import { Queue } from "../../../core/ports/Queue.ts"
import type { RateLimiter } from "../../../core/ports/RateLimiter.ts"
import { SecretBox } from "../../../core/ports/SecretBox.ts"
import { Storage } from "../../../core/ports/Storage.ts"
import { TaxAuthority } from "../../../core/ports/TaxAuthority.ts"
import { makeSubmitRecords } from "../../../core/submission/submitRecords.ts"
import { type Answer, answerOf, type RequestOptions, requestOf } from "../../../runtimes/memory/exchange.ts"
import { type Company, openCompany } from "../../../runtimes/memory/harness.ts"
import { seededEntropy } from "../../../runtimes/memory/seededEntropy.ts"
import { httpSettings, openBox } from "../../support/simulated.ts"
import { type Condition, faulty, healthy, luckOf, mortalClock } from "../../webhooks/simulation/faults.ts"
import { second, start } from "../../webhooks/simulation/spans.ts"
import { VirtualTime } from "../../webhooks/simulation/VirtualTime.ts"
import { Authority, certificateUntil } from "./Authority.ts"

type Stores = { readonly storage: Storage["Type"]; readonly queue: Queue["Type"] }

type Engine = Storage | Queue | GroupCommit.GroupCommit | Entropy | SecretBox | PdfPrinter | RateLimiter | TaxAuthority

/** A process that sends records. What it has in memory dies with it. */
interface Sender {
  readonly n: number
  isDead: boolean
  /** Does what is due. */
  readonly workOff: Effect.Effect<unknown, unknown>
}

/** The whole system in virtual time, with the stand-in for the tax authority. It behaves the same for the same `seed`. */
export class World {
  readonly time = new VirtualTime(start)
  readonly authority = new Authority()
  /** How reliable the senders' stores are at present. */
  condition: Condition = healthy
  /** When something about a company's submission was last noted. */
  readonly noted = new Map<string, number>()
  /** Whether anybody sends. */
  isWorking = true
  sender: Sender
  readonly engine: Context.Context<Engine>
  private readonly scope = this.time.run(Scopes.make())
  private readonly stores: Stores
  private readonly entropy: Context.Context<Entropy>
  private readonly handle: (method: string, path: string, options: RequestOptions) => Effect.Effect<Answer>
  /** When jobs fall due, as far as was noticed. */
  private dues: Array<number> = []
  private senders = 0

  constructor(private readonly seed: number) {
    this.entropy = this.build(seededEntropy(seed))
    const memory = this.build(StorageMemory.layer)
    this.stores = this.watched({ storage: Context.get(memory, Storage), queue: Context.get(memory, Queue) })
    this.engine = this.engineOn(this.stores, 0, () => false)
    const http = this.run(makeHttpInterface(httpSettings))
    this.handle = (method, path, options) => Effect.map(http.handle(requestOf(method, path, options)), answerOf)
    this.sender = this.startSender()
  }

  /** Starts a process that takes over. */
  startSender(): Sender {
    const n = ++this.senders
    const life = { isDead: false }
    const isDead = () => life.isDead
    const way = { luck: luckOf(this.seed + n), condition: () => this.condition, isDead }
    const engine = this.engineOn(faulty(this.stores, way), n, isDead)
    const handle = this.time.run(makeSubmitRecords)
    const workingOff = workOff({ kind: "registry", atOnce: 8, handle }).pipe(
      Effect.provide(engine),
      Effect.withClock(mortalClock(this.time.clock, isDead)),
    )
    const sender = Object.assign(life, { n, workOff: workingOff })
    this.sender = sender
    this.dues.push(this.time.now)
    return sender
  }

  /** Kills the process as by kill -9. A new one gets its jobs when their leases end. */
  kill(): void {
    this.sender.isDead = true
    this.startSender()
    this.dues.push(this.time.now + 30 * second)
  }

  run<A, E>(effect: Effect.Effect<A, E, Engine>): A {
    return this.time.run(Effect.provide(effect, this.engine))
  }

  openCompany(nif: string): Company {
    return this.run(openCompany({ nombre: "Talleres Núñez", razon_social: "Talleres Núñez SL", nif }))
  }

  setCertificate({ organizationId }: Company, caduca: number): void {
    const given = { tipo: "personal", password: "x", titular: "ANA", caduca: instant(caduca) } as const
    this.run(setCertificate(organizationId, { ...given, pkcs12: certificateUntil(caduca) }))
  }

  /** Sends a request, which takes no time. */
  request(method: string, path: string, options: RequestOptions = {}): Answer {
    return this.run(this.handle(method, path, options))
  }

  /** Lets that much time pass while records are sent as they fall due. `watch` is called after each step. */
  pass(millis: number, watch: () => void = () => {}): void {
    const end = this.time.now + millis
    for (;;) {
      this.work()
      watch()
      if (this.time.now >= end) return
      const due = this.isWorking ? Math.min(...this.dues, end) : end
      this.time.pass(Math.max(0, Math.min(end, this.time.nextWaking ?? end, due) - this.time.now))
    }
  }

  /** Makes the sender do what is due and not held. */
  private work(): void {
    if (!this.isWorking || !this.dues.some((due) => due <= this.time.now)) return
    this.dues = this.dues.filter((due) => due > this.time.now)
    const { sender } = this
    const soon = Effect.sync(() => void this.dues.push(this.time.now + second))
    this.time.fork(Effect.catchAllCause(sender.workOff, () => soon))
  }

  private engineOn({ queue, storage }: Stores, n: number, isDead: () => boolean): Context.Context<Engine> {
    return this.build(GroupCommit.layer.pipe(
      Layer.provideMerge(Layer.mergeAll(Layer.succeed(Storage, storage), Layer.succeed(Queue, queue))),
      Layer.provideMerge(Layer.succeedContext(this.entropy)),
      Layer.merge(Layer.succeed(SecretBox, openBox)),
      Layer.merge(Layer.succeed(TaxAuthority, this.authority.serve(n, isDead))),
      Layer.merge(Layer.succeed(PdfPrinter, PdfPrinter.of({ print: () => Effect.dieMessage("nothing is printed") }))),
      Layer.merge(RateLimiterMemory.layer({ limit: 1_000_000, windowSeconds: 60 })),
    ))
  }

  private build<R>(layer: Layer.Layer<R>): Context.Context<R> {
    return this.time.run(Layer.buildWithScope(layer, this.scope))
  }

  private watched({ queue, storage }: Stores): Stores {
    return {
      storage: {
        ...storage,
        transact: (opening, body) =>
          storage.transact(opening, (rows, load) =>
            Effect.tap(body(rows, load), ({ changes, jobs = [] }) =>
              Effect.sync(() => {
                this.note(changes)
                this.dues.push(...jobs.filter(({ kind }) => kind === "registry").map(({ due }) => due))
              }))),
      },
      queue: {
        ...queue,
        take: (...call) =>
          Effect.tap(queue.take(...call), (jobs) =>
            // A lease that is not extended ends then.
            Effect.sync(() => jobs.forEach(() => this.dues.push(this.time.now + 31 * second)))),
        extend: (...call) =>
          Effect.zipLeft(queue.extend(...call), Effect.sync(() => this.dues.push(this.time.now + 31 * second))),
        putBack: (job, due) => Effect.zipLeft(queue.putBack(job, due), Effect.sync(() => this.dues.push(due))),
        done: (job) => Effect.zipLeft(queue.done(job), Effect.sync(() => this.dues.push(this.time.now))),
      },
    }
  }

  private note({ submissionState }: ChangeSet): void {
    for (const { after } of submissionState) this.noted.set(after?.id ?? assert.fail("a state is gone"), this.time.now)
  }
}
