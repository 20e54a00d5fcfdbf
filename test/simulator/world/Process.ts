import { type Clock, Deferred, Effect, Fiber, FiberRef, HashSet, Layer, type Logger, Scope } from "effect"
import type { ApiRequest } from "../../../adapters/http/ApiRequest.ts"
import * as GroupCommit from "../../../core/commit/GroupCommit.ts"
import { deliverWaiting } from "../../../core/deliveries/deliverWaiting.ts"
import { fanOutOutbox } from "../../../core/deliveries/fanOut.ts"
import type { JobKind } from "../../../core/jobs/Job.ts"
import { workOff } from "../../../core/jobs/work.ts"
import { deliverMail } from "../../../core/mail/deliverMail.ts"
import { makeSubmitRecords } from "../../../core/submission/submitRecords.ts"
import { invoiceSubscription } from "../../../core/subscriptions/invoiceSubscription.ts"
import { type Answer, answerOf } from "../../../runtimes/memory/exchange.ts"
import { type Engine, type Harness, type HarnessSettings, makeHarness } from "../../../runtimes/memory/harness.ts"
import { silence } from "../../support/simulated.ts"
import type { VirtualTime } from "../../webhooks/simulation/VirtualTime.ts"
import type { Auditor } from "../auditor/Auditor.ts"

/** What a process shares with the others. */
export interface Surroundings {
  readonly time: VirtualTime
  readonly auditor: Auditor
  readonly logger: Logger.Logger<unknown, void>
  /** Its access to stores, receivers, the tax authority and the mail server. */
  readonly settings: (isDead: () => boolean) => HarnessSettings
}

/** A process of the system, all in memory. Its clock may be wrong, and it may be stopped or killed. */
export class Process {
  isDead = false
  /** Whether its workers are at work. */
  isWorking = true
  /** By how many milliseconds its clock is ahead of the right time. */
  skew = 0
  readonly harness: Harness
  private readonly clock: Clock.Clock
  /** Replies that clients wait for. */
  private readonly owed = new Set<Deferred.Deferred<Answer | undefined>>()
  private readonly works: Readonly<Record<JobKind, Effect.Effect<unknown, unknown, Engine>>>
  private readonly working = new Map<JobKind, ReadonlyArray<Fiber.RuntimeFiber<unknown, unknown>>>()

  constructor(readonly n: number, private readonly around: Surroundings) {
    const { auditor, settings, time } = around
    const now = () => time.now + this.skew
    this.clock = {
      ...time.clock,
      unsafeCurrentTimeMillis: now,
      unsafeCurrentTimeNanos: () => BigInt(now()) * 1_000_000n,
      currentTimeMillis: Effect.sync(now),
      currentTimeNanos: Effect.sync(() => BigInt(now()) * 1_000_000n),
      // A dead process never wakes.
      sleep: (duration) => Effect.flatMap(time.clock.sleep(duration), () => (this.isDead ? silence : Effect.void)),
    }
    const watchedCommit = Layer.effect(
      GroupCommit.GroupCommit,
      Effect.map(GroupCommit.GroupCommit, (inner) => auditor.watch(inner)),
    )
    const made = Effect.flatMap(Scope.make(), (scope) =>
      Scope.extend(
        makeHarness({ ...settings(() => this.isDead), groupCommit: Layer.provide(watchedCommit, GroupCommit.layer) }),
        scope,
      ))
    this.harness = time.run(this.inside(made))
    this.works = {
      fanOut: workOff({ kind: "fanOut", atOnce: 8, handle: fanOutOutbox }),
      webhook: workOff({ kind: "webhook", atOnce: 500, handle: deliverWaiting }),
      mail: workOff({ kind: "mail", atOnce: 4, handle: deliverMail }),
      registry: workOff({ kind: "registry", atOnce: 20, handle: time.run(makeSubmitRecords) }),
      subscription: workOff({ kind: "subscription", atOnce: 8, handle: invoiceSubscription }),
    }
  }

  get now(): number {
    return this.around.time.now + this.skew
  }

  /** Answers a request; a dead process never does. */
  handle(request: ApiRequest): Effect.Effect<Answer> {
    const answering = Effect.map(this.harness.handle(request), answerOf)
    return Effect.flatMap(this.inside(answering), (answer) => (this.isDead ? silence : Effect.succeed(answer)))
  }

  /** Waits for the answer, or for the death of the process: then it is undefined. The answering itself goes on on its own. */
  awaited(answering: Effect.Effect<Answer>): Effect.Effect<Answer | undefined> {
    return Effect.gen(this, function*() {
      const reply = yield* Deferred.make<Answer | undefined>()
      this.owed.add(reply)
      yield* Effect.forkDaemon(Effect.intoDeferred(answering, reply))
      const answer = yield* Deferred.await(reply)
      this.owed.delete(reply)
      return answer
    })
  }

  run<A, E>(effect: Effect.Effect<A, E, Engine>): A {
    return this.around.time.run(this.inside(this.harness.provide(effect)))
  }

  /** Starts something that then runs on its own. */
  begin<A, E>(effect: Effect.Effect<A, E, Engine>): void {
    this.around.time.fork(this.inside(this.harness.provide(effect)))
  }

  /** Has the workers take what is due of these kinds. */
  work(kinds: ReadonlyArray<JobKind>): void {
    for (const kind of kinds) {
      const running = (this.working.get(kind) ?? []).filter((fiber) => fiber.unsafePoll() === null)
      // Work that fails is taken again later, like everything that is due.
      const working = Effect.catchAllCause(this.harness.provide(this.works[kind]), () => Effect.void)
      this.working.set(kind, [...running, this.around.time.fork(this.inside(working))])
    }
  }

  /** Stops the workers gracefully: they finish what they have begun. */
  rest(): void {
    this.isWorking = false
    for (const fiber of [...this.working.values()].flat()) this.around.time.fork(Fiber.interruptFork(fiber))
  }

  /** Kills the process; nobody gets another answer from it. */
  kill(): void {
    this.isDead = true
    for (const reply of this.owed) this.around.time.run(Deferred.succeed(reply, undefined))
  }

  private inside<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return effect.pipe(
      Effect.withClock(this.clock),
      Effect.locally(FiberRef.currentLoggers, HashSet.make(this.around.logger)),
    )
  }
}
