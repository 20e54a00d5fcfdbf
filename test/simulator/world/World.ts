import { Cause, Context, Effect, Layer, Logger, LogLevel, Scope } from "effect"
import * as StorageMemory from "../../../adapters/memory/StorageMemory.ts"
import { Entropy } from "../../../core/ports/Entropy.ts"
import { type Mail, Mailer, MailNotSent } from "../../../core/ports/Mailer.ts"
import { PdfPrinter, type PrintableDocument } from "../../../core/ports/PdfPrinter.ts"
import { Queue } from "../../../core/ports/Queue.ts"
import { SecretBox } from "../../../core/ports/SecretBox.ts"
import { Storage } from "../../../core/ports/Storage.ts"
import { TaxAuthority } from "../../../core/ports/TaxAuthority.ts"
import { WebhookSender } from "../../../core/ports/WebhookSender.ts"
import type { HarnessSettings } from "../../../runtimes/memory/harness.ts"
import { seededEntropy } from "../../../runtimes/memory/seededEntropy.ts"
import { Authority } from "../../submission/simulation/Authority.ts"
import { httpSettings, openBox, silence } from "../../support/simulated.ts"
import { type Condition, faulty, healthy } from "../../webhooks/simulation/faults.ts"
import { type Attempt, senderTo } from "../../webhooks/simulation/Receiver.ts"
import { VirtualTime } from "../../webhooks/simulation/VirtualTime.ts"
import { receivers } from "../../webhooks/simulation/weather.ts"
import type { Stores } from "../../webhooks/simulation/World.ts"
import { Auditor } from "../auditor/Auditor.ts"
import { Chance } from "../Chance.ts"
import type { History } from "../History.ts"
import { DueTimes } from "./DueTimes.ts"
import { type Firm, openFirm } from "./Firm.ts"
import { luckAt } from "./luckAt.ts"
import { Process, type Surroundings } from "./Process.ts"
import { someWeather } from "./receivers.ts"
import { watched } from "./stores.ts"

/** How often workers may be set to work, at most, while nothing is asked of the system. */
const turnsMax = 10_000

/** How often in a row, at most, something may wake within `restMillis` of the one before. */
const stepsMax = 100_000
const restMillis = 10

/** Several processes of the system on one store, and everything around them. `history.seed` determines all chance. */
export class World {
  readonly time: VirtualTime
  readonly auditor = new Auditor()
  readonly authority = new Authority()
  readonly luck: () => number
  readonly firms: ReadonlyArray<Firm>
  processes: Array<Process> = []
  /** The e-mails that were accepted, with their printed documents. */
  readonly mails: Array<Mail> = []
  /** The state of the mail server; a silent one never answers. */
  mailServer: "well" | "down" | "silent" = "well"
  /** The state of the stores. */
  condition: Condition = healthy
  /** Until when the stores were failing; infinity while they still are. */
  private failedUntil = -Infinity
  private readonly usual: Condition
  private readonly dues = new DueTimes()
  private readonly stores: Stores
  private readonly around: Surroundings
  private made = 0

  constructor(history: History) {
    this.time = new VirtualTime(Date.parse(history.start))
    this.luck = luckAt(this.time, history.seed)
    this.stores = this.memory()
    this.around = {
      time: this.time,
      auditor: this.auditor,
      logger: this.logger(),
      settings: this.settings(history.seed),
    }
    for (let n = 0; n < history.processes; n++) this.start()
    this.firms = history.companies.map((region, place) => openFirm(this, region, place))
    this.usual = history.latency === 0 ? healthy : { failing: 0, slow: 1, slowMillis: history.latency }
    this.condition = this.usual
  }

  /** One of the processes that are alive. */
  get someProcess(): Process {
    const place = Math.floor(this.luck() * this.processes.length)
    return this.processes[place] ?? this.start()
  }

  /** A living process, chosen by any number. */
  process(n: number): Process {
    return this.processes[n % this.processes.length] ?? this.start()
  }

  start(): Process {
    const process = new Process(++this.made, this.around)
    this.processes.push(process)
    this.dues.ring()
    return process
  }

  /** Kills a process (kill -9) and starts another in its place. */
  kill(process: Process): void {
    process.kill()
    this.processes = this.processes.filter((one) => one !== process)
    this.start()
  }

  /** Has the workers of a process work again. */
  wake(process: Process): void {
    process.isWorking = true
    this.dues.ring()
  }

  fail(condition: Condition): void {
    this.condition = condition
    this.failedUntil = Infinity
  }

  recover(): void {
    this.condition = this.usual
    if (this.failedUntil === Infinity) this.failedUntil = this.time.now
  }

  /** From now on the stores answer immediately. */
  hurry(): void {
    this.condition = healthy
  }

  /** Whether the stores were failing at any time since then. */
  failedSince(time: number): boolean {
    return this.failedUntil >= time
  }

  /** Lets that much time pass, while workers do what falls due. Ends early when a problem is found. */
  pass(millis: number): void {
    const end = this.time.now + millis
    for (let turns = 0, steps = 0; ;) {
      const worked = this.work()
      if (worked) turns++
      // Either workers are set to work without end, or one takes the same job again and again.
      if (turns > turnsMax || steps > stepsMax) this.auditor.problem("workers find no end")
      if (this.auditor.problems.length > 0 || (this.time.now >= end && !worked)) return
      if (worked) continue
      const ahead = Math.max(...this.processes.map(({ isWorking, skew }) => (isWorking ? skew : -Infinity)))
      const due = Math.max(this.dues.next(ahead), this.time.now + 1)
      const step = Math.max(0, Math.min(end, this.time.nextWaking ?? end, due) - this.time.now)
      steps = step < restMillis ? steps + 1 : 0
      this.time.pass(step)
    }
  }

  private work(): boolean {
    const { now } = this.time
    const able = this.processes.filter(({ isWorking }) => isWorking)
    const first = Math.floor(this.luck() * able.length)
    const inTurn = [...able.slice(first), ...able.slice(0, first)]
    for (const process of inTurn) {
      const kinds = this.dues.take(now, process.now)
      if (kinds.length === 0) continue
      // All processes hear of a job; sometimes several look for it at the same time.
      for (const one of inTurn) if (one === process || this.luck() < 0.2) one.work(kinds)
      return true
    }
    return false
  }

  private memory(): Stores {
    const scope = this.time.run(Scope.make())
    const memory = this.time.run(Layer.buildWithScope(StorageMemory.layer, scope))
    return watched({ storage: Context.get(memory, Storage), queue: Context.get(memory, Queue) }, this.auditor, this.dues)
  }

  private settings(seed: number): (isDead: () => boolean) => HarnessSettings {
    const scope = this.time.run(Scope.make())
    const entropy = Context.get(this.time.run(Layer.buildWithScope(seededEntropy(seed), scope)), Entropy)
    const receive = receivers(someWeather(new Chance(seed)))
    const attempts: Array<Attempt> = []
    const surroundings = {
      receive: (attempt: Attempt) => {
        this.auditor.attempted(attempt.envio, attempt.body)
        return receive(attempt)
      },
      ended: ({ envio, outcome }: Attempt) => {
        const codigo = outcome !== null && outcome !== "cut" && "codigo" in outcome ? outcome.codigo : 0
        if (codigo >= 200 && codigo < 300) this.auditor.succeeded.add(envio)
      },
    }
    return (isDead) => {
      const way = { luck: luckAt(this.time, seed + this.made), condition: () => this.condition, isDead }
      const { queue, storage } = faulty(this.stores, way)
      return {
        ...httpSettings,
        rateLimit: { limit: 1_000_000, windowSeconds: 60 },
        storage: Layer.succeed(Storage, storage),
        queue: Layer.succeed(Queue, queue),
        entropy: Layer.succeed(Entropy, entropy),
        secretBox: Layer.succeed(SecretBox, openBox),
        printer: Layer.succeed(PdfPrinter, PdfPrinter.of({ print: (document) => Effect.succeed(asText(document)) })),
        mailer: Layer.succeed(Mailer, Mailer.of({ send: (mail) => this.takeMail(mail) })),
        taxAuthority: Layer.succeed(TaxAuthority, this.authority.serve(this.made, isDead)),
        webhookSender: Layer.succeed(WebhookSender, senderTo(this.time, surroundings, attempts, this.made, isDead)),
      }
    }
  }

  private takeMail(mail: Mail): Effect.Effect<void, MailNotSent> {
    switch (this.mailServer) {
      case "well":
        return Effect.sync(() => void this.mails.push(mail))
      case "down":
        return new MailNotSent({ reason: "no contesta", transient: true })
      case "silent":
        return silence
    }
  }

  /** An error in the log that comes from an exception, and not from an expected failure, is a bug. */
  private logger(): Logger.Logger<unknown, void> {
    return Logger.make(({ cause, logLevel, message }) => {
      const isBug = LogLevel.greaterThanEqual(logLevel, LogLevel.Error) && Cause.isDie(cause)
      if (isBug) this.auditor.problem(`${JSON.stringify(message)}: ${Cause.pretty(cause)}`)
    })
  }
}

/** What the printer was asked to print, in place of a PDF. */
const asText = (document: PrintableDocument): Uint8Array => new TextEncoder().encode(JSON.stringify(document))
