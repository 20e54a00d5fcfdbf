import { Effect } from "effect"
import { type Answer, requestOf } from "../../../runtimes/memory/exchange.ts"
import { answerFault, foreignId } from "../auditor/answers.ts"
import { currentCall } from "../auditor/Auditor.ts"
import type { Call, Seen } from "../auditor/Call.ts"
import { walkFault } from "../auditor/walks.ts"
import type { Ask } from "../requests/Ask.ts"
import { type Fields, fieldsOf, itemsOf, textOr } from "../requests/Fields.ts"
import type { Firm } from "./Firm.ts"
import { fair, type Weather } from "./Network.ts"
import type { Process } from "./Process.ts"
import type { World } from "./World.ts"

/** A request for the report, and its answer. */
export interface Told {
  readonly call: Call
  /** Undefined until it is answered. */
  answer?: Answer
}

/** The clients, who repeat a write under its key until it is answered, and the network between them and the processes. */
export class Clients {
  network: Weather = fair
  /** Every request that reached a process. */
  readonly log: Array<Told> = []

  constructor(private readonly world: World) {}

  /** Sends the request, repeatedly where that does no harm, until it is answered; a walk goes through all pages of a list. */
  carryOut(step: number, firm: Firm, ask: Ask): Effect.Effect<void> {
    return Effect.gen(this, function*() {
      if (ask.once !== null) firm.known.sent.push(ask)
      if (ask.walk) return yield* this.walk(step, firm, ask)
      yield* this.insist(step, firm, ask)
    })
  }

  private walk(step: number, firm: Firm, ask: Ask): Effect.Effect<void> {
    const { auditor, time } = this.world
    const { books } = firm
    return Effect.gen(this, function*() {
      const from = auditor.seen
      const day = books.dayAt(time.now)
      const items: Array<Fields> = []
      for (let next: string | null = ask.path; next !== null;) {
        const answer: Answer | undefined = yield* this.insist(step, firm, { ...ask, path: next })
        if (answer?.status !== 200) return
        const page = fieldsOf(answer.json)
        items.push(...itemsOf(page["datos"]))
        next = textOr(page["siguiente"])
      }
      const seen = { from, to: auditor.made, days: [day, books.dayAt(time.now)] }
      // With a wrong clock it is not known which days were shown meanwhile.
      if (this.world.processes.some(({ skew }) => skew !== 0)) return
      const fault = walkFault(books, ask.path, items, seen)
      if (fault !== undefined) auditor.problem(`GET ${ask.path}: ${fault}`)
    })
  }

  private insist(step: number, firm: Firm, ask: Ask): Effect.Effect<Answer | undefined> {
    return Effect.gen(this, function*() {
      for (const seconds of [1, 2, 4, 8, 0]) {
        const answer = yield* this.send(step, firm, ask)
        const isFinal = answer !== undefined && answer.status < 500
        if (answer !== undefined && answer.status < 300) firm.known.learn(ask, answer.status, answer.json)
        if (isFinal || seconds === 0 || (ask.once === null && ask.method !== "GET")) return answer
        yield* Effect.sleep(seconds * 1_000)
      }
      return undefined
    })
  }

  /** Sends the request once; undefined when no answer comes back. */
  private send(step: number, firm: Firm, ask: Ask): Effect.Effect<Answer | undefined> {
    const { luck } = this.world
    return Effect.gen(this, function*() {
      const { lost, lostAnswers, slowMillis, twice } = this.network
      if (slowMillis > 0) yield* Effect.sleep(Math.ceil(luck() * slowMillis))
      if (luck() * 100 < lost) return yield* Effect.as(Effect.sleep(1_000), undefined)
      const process = this.world.someProcess
      if (ask.once !== null && luck() * 100 < twice) {
        yield* Effect.forkDaemon(this.arrive(step, firm, ask, this.world.someProcess))
      }
      const answer = yield* process.awaited(this.arrive(step, firm, ask, process))
      if (slowMillis > 0) yield* Effect.sleep(Math.ceil(luck() * slowMillis))
      return luck() * 100 < lostAnswers ? undefined : answer
    })
  }

  /** The request reaches a process; its answer is checked, whether or not it gets back to the client. */
  private arrive(step: number, firm: Firm, ask: Ask, process: Process): Effect.Effect<Answer> {
    const { auditor } = this.world
    return Effect.suspend(() => {
      const key = firm.keys[ask.as]
      const call: Call = {
        number: this.log.length, step, ask, books: firm.books, key, modo: ask.as === "test" ? "test" : "live",
        process: process.n, begun: process.now, from: auditor.seen,
      }
      const told: Told = { call }
      this.log.push(told)
      const at = this.world.time.now
      const request = requestOf(ask.method, ask.path, {
        ...(key === "" ? {} : { key }),
        ...(ask.body === undefined ? {} : { body: ask.body }),
        ...(ask.once === null ? {} : { headers: { "idempotency-key": ask.once } }),
      })
      return Effect.tap(Effect.locally(process.handle(request), currentCall, call), (answer) =>
        Effect.sync(() => {
          told.answer = answer
          this.look(call, process, answer, this.world.failedSince(at))
        }))
    })
  }

  private look(call: Call, process: Process, answer: Answer, troubled: boolean): void {
    const { auditor } = this.world
    const { ask, begun, books, from } = call
    const seen: Seen = { from, to: auditor.made, days: [...new Set([books.dayAt(begun), books.dayAt(process.now)])] }
    const fault = answerFault(call, seen, troubled, answer)
    if (fault !== undefined) auditor.problem(`${ask.method} ${ask.path}: ${fault}`)
    const foreign = foreignId(books, auditor.companies.values(), answer)
    if (foreign !== undefined) auditor.problem(`${ask.method} ${ask.path}: shows ${foreign} of another company`)
  }
}
