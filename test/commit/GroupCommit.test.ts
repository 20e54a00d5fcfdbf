import { assert, describe, it } from "@effect/vitest"
import { Cause, Clock, Context, Deferred, Effect, Either, Exit, Fiber, Layer, Logger, Option, Ref, Scope, TestClock } from "effect"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { instant } from "../../core/calendar/instant.ts"
import { type Command, type Decision, unchanged } from "../../core/commit/Command.ts"
import * as GroupCommit from "../../core/commit/GroupCommit.ts"
import { key } from "../../core/commit/tables.ts"
import { onceOnly } from "../../core/idempotency/onceOnly.ts"
import type { OrganizationId } from "../../core/identifiers/organizationId.ts"
import { fanOutJob } from "../../core/jobs/Job.ts"
import {
  Storage,
  StorageConflict,
  StorageOutcomeUnknown,
  StorageUnavailable,
  type TransactionFailure,
} from "../../core/ports/Storage.ts"
import { conflict } from "../../core/refusals/refusal.ts"
import { sampleContact, sampleId, sampleOrganizationId } from "../support/samples.ts"

/** Storage in memory whose `transact` the test replaces. */
const transacting = (transact: (inner: Storage["Type"]) => Storage["Type"]["transact"]): Layer.Layer<Storage> =>
  Layer.effect(Storage, Effect.map(Storage, (inner) => Storage.of({ ...inner, transact: transact(inner) }))).pipe(
    Layer.provide(StorageMemory.layer),
  )

/**
 * Storage in memory that counts its transactions and fails those the test wants to fail: before carrying them out, or after,
 * where the outcome is then unknown.
 */
const storageWith = (fail: (attempt: number) => TransactionFailure | undefined) =>
  Layer.effect(
    Storage,
    Effect.gen(function*() {
      const inner = yield* Storage
      const attempts = yield* Ref.make(0)
      return Storage.of({
        ...inner,
        transact: (opening, body) =>
          Effect.gen(function*() {
            const failure = fail(yield* Ref.updateAndGet(attempts, (count) => count + 1))
            if (failure !== undefined && failure._tag !== "StorageOutcomeUnknown") return yield* Effect.fail(failure)
            const value = yield* inner.transact(opening, body)
            return failure === undefined ? value : yield* Effect.fail(failure)
          }),
      })
    }),
  ).pipe(Layer.provide(StorageMemory.layer))

/** Storage in memory that signals when a transaction is asked for, waits until it may open it, and notes its companies. */
const openingWhen = (
  isOpening: Deferred.Deferred<void>,
  mayOpen: Deferred.Deferred<void>,
  opened: Array<ReadonlyArray<string>>,
) =>
  transacting((inner) => (opening, body) =>
    Effect.suspend(() => {
      opened.push(opening.organizationIds)
      return Deferred.succeed(isOpening, undefined).pipe(
        Effect.zipRight(Deferred.await(mayOpen)),
        Effect.zipRight(inner.transact(opening, body)),
      )
    }))

const systemWith = (storage: Layer.Layer<Storage>, settings = { lanes: 2, batchSizeMax: 64 }) =>
  GroupCommit.layerWith(settings).pipe(Layer.provideMerge(storage), Layer.provideMerge(EntropyWebCrypto.layer))

const system = systemWith(StorageMemory.layer)

/** Adds one to a counter kept in a contact's `irpf`, so that each command must see what the one before it wrote. */
const increment = (organizationId: OrganizationId, id: string): Command<number> => ({
  organizationId,
  reads: () => [key("contact", organizationId, id)],
  decide: (view) => {
    const row = view.get("contact", organizationId, id) ?? { ...sampleContact(organizationId, 1), id, irpf: 0 }
    const next = { ...row, irpf: row.irpf + 1 }
    return Either.right({ result: next.irpf, rows: [{ table: "contact", row: next }], events: [] })
  },
})

const refusing = (organizationId: OrganizationId): Command<never> => ({
  organizationId,
  reads: () => [],
  decide: () => Either.left(conflict("no", "No.")),
})

const throwing = (organizationId: OrganizationId): Command<never> => ({
  organizationId,
  reads: () => [],
  decide: () => {
    throw new Error("broken command")
  },
})

const run = <A>(command: Command<A>) => Effect.flatMap(GroupCommit.GroupCommit, (commit) => commit.run(command))

describe("GroupCommit", () => {
  it.effect("shows each command what those before it wrote", () =>
    Effect.gen(function*() {
      const organization = sampleOrganizationId()
      const id = sampleId()
      const answers = yield* Effect.all(Array.from({ length: 200 }, () => run(increment(organization, id))), {
        concurrency: "unbounded",
      })
      assert.deepStrictEqual(answers, Array.from({ length: 200 }, (_, i) => i + 1))
    }).pipe(Effect.provide(system)))

  it.effect("gathers what arrives while a transaction is under way", () =>
    Effect.gen(function*() {
      const transactions = yield* Ref.make(0)
      const counted = transacting((inner) => (opening, body) =>
        Ref.update(transactions, (count) => count + 1).pipe(
          Effect.zipRight(Effect.yieldNow()),
          Effect.zipRight(inner.transact(opening, body)),
        ))
      const organization = sampleOrganizationId()
      const id = sampleId()
      yield* Effect.all(Array.from({ length: 100 }, () => run(increment(organization, id))), { concurrency: "unbounded" }).pipe(
        Effect.provide(systemWith(counted)),
      )
      assert.isAtMost(yield* Ref.get(transactions), 4)
    }))

  it.effect("lets commands join a transaction of their company while its rows are being loaded, as far as there is room", () =>
    Effect.gen(function*() {
      const [isOpening, mayOpen] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const opened: Array<ReadonlyArray<string>> = []
      const [held, other] = [sampleOrganizationId(), sampleOrganizationId()]
      const id = sampleId()
      yield* Effect.gen(function*() {
        const first = yield* Effect.fork(run(increment(held, id)))
        yield* Deferred.await(isOpening)
        const more = [other, held, held, held].map((company) => Effect.fork(run(increment(company, id))))
        const later = yield* Effect.all(more)
        yield* Effect.yieldNow()
        yield* Deferred.succeed(mayOpen, undefined)
        assert.deepStrictEqual(yield* Effect.forEach([first, ...later], Fiber.join), [1, 1, 2, 3, 4])
        assert.deepStrictEqual(opened, [[held], [other, held]], "three were all that it could take")
      }).pipe(Effect.provide(systemWith(openingWhen(isOpening, mayOpen, opened), { lanes: 1, batchSizeMax: 3 })))
    }))

  it.effect("lets nobody join where most of those waiting need another transaction anyway", () =>
    Effect.gen(function*() {
      const [isOpening, mayOpen] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const opened: Array<ReadonlyArray<string>> = []
      const [held, other, third] = [sampleOrganizationId(), sampleOrganizationId(), sampleOrganizationId()]
      yield* Effect.gen(function*() {
        const first = yield* Effect.fork(run(increment(held, sampleId())))
        yield* Deferred.await(isOpening)
        const later = yield* Effect.forEach([other, held, third], (company) => Effect.fork(run(increment(company, sampleId()))))
        yield* Effect.yieldNow()
        yield* Deferred.succeed(mayOpen, undefined)
        yield* Effect.forEach([first, ...later], Fiber.join)
        assert.deepStrictEqual(opened, [[held], [other, held, third]])
      }).pipe(Effect.provide(systemWith(openingWhen(isOpening, mayOpen, opened), { lanes: 1, batchSizeMax: 64 })))
    }))

  it.live("carries out commands that joined a transaction that failed, when it is tried again", () =>
    Effect.gen(function*() {
      const attempts = yield* Ref.make(0)
      const storage = transacting((inner) => (opening, body) =>
        Effect.flatMap(Ref.updateAndGet(attempts, (count) => count + 1), (attempt) =>
          attempt > 1
            ? inner.transact(opening, body)
            : Effect.delay(
              inner.transact(opening, (rows, load) => Effect.zipRight(body(rows, load), Effect.fail(new StorageUnavailable()))),
              "10 millis",
            )))
      const organization = sampleOrganizationId()
      const id = sampleId()
      yield* Effect.gen(function*() {
        const first = yield* Effect.fork(run(increment(organization, id)))
        yield* Effect.sleep("1 millis")
        assert.strictEqual(yield* run(increment(organization, id)), 2)
        assert.strictEqual(yield* Fiber.join(first), 1)
        assert.strictEqual(yield* Ref.get(attempts), 2)
      }).pipe(Effect.provide(systemWith(storage)))
    }))

  it.effect("does not let a refused or broken command harm the others", () =>
    Effect.gen(function*() {
      const organization = sampleOrganizationId()
      const id = sampleId()
      const [one, refused, broken, two] = yield* Effect.all([
        Effect.exit(run(increment(organization, id))),
        Effect.exit(run(refusing(organization))),
        Effect.exit(run(throwing(organization))),
        Effect.exit(run(increment(organization, id))),
      ], { concurrency: "unbounded" })
      assert.deepStrictEqual([one, two], [Exit.succeed(1), Exit.succeed(2)])
      assert.deepStrictEqual(refused, Exit.fail(conflict("no", "No.")))
      assert.isTrue(Exit.isFailure(broken) && Cause.isDie(broken.cause))
    }).pipe(Effect.provide(system)))

  it.effect("reports why a batch failed whose commands succeed one by one", () =>
    Effect.gen(function*() {
      const organization = sampleOrganizationId()
      const id = sampleId()
      const told: Array<string> = []
      const logger = Logger.make<unknown, void>(({ cause, message }) => void told.push(`${String(message)} ${Cause.pretty(cause)}`))
      const dyingTogether = transacting((inner) => {
        let attempts = 0
        return (opening, body) =>
          attempts++ === 0 ? Effect.die(new Error("two rows at once")) : inner.transact(opening, body)
      })
      const both = Effect.all([run(increment(organization, id)), run(increment(organization, id))], { concurrency: "unbounded" })
      const counted = yield* both.pipe(
        Effect.provide(systemWith(dyingTogether)),
        Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
      )
      assert.deepStrictEqual(counted, [1, 2])
      assert.lengthOf(told, 1)
      assert.match(told[0] ?? "", /one by one[^]*two rows at once/)
    }))

  it.effect("loads what the rows it read refer to, in as many rounds as it takes", () =>
    Effect.gen(function*() {
      const organization = sampleOrganizationId()
      const last = sampleContact(organization, 1, { nombre: "tercero" })
      const middle = sampleContact(organization, 2, { nombre: last.id })
      const first = sampleContact(organization, 3, { nombre: middle.id })
      const put: Command<void> = {
        organizationId: organization,
        reads: () => [first, middle, last].map(({ id }) => key("contact", organization, id)),
        decide: () =>
          Either.right({
            result: undefined,
            rows: [first, middle, last].map((row) => ({ table: "contact" as const, row })),
            events: [],
          }),
      }
      yield* run(put)
      const chain = (view: Parameters<Command<void>["reads"]>[0], id: string): ReadonlyArray<string> =>
        view.has("contact", organization, id)
          ? [id, ...chain(view, view.get("contact", organization, id)?.nombre ?? "")]
          : [id]
      const follow: Command<ReadonlyArray<string>> = {
        organizationId: organization,
        reads: (view) => chain(view, first.id).filter((id) => id.length === 32).map((id) => key("contact", organization, id)),
        decide: (view) => Either.right({ result: chain(view, first.id), rows: [], events: [] }),
      }
      assert.deepStrictEqual(yield* run(follow), [first.id, middle.id, last.id, "tercero"])
    }).pipe(Effect.provide(system)))

  it.effect("gives each company increasing places of its own, and instants that never go back", () =>
    Effect.gen(function*() {
      const organization = sampleOrganizationId()
      const readClock: Command<number> = {
        organizationId: organization,
        reads: () => [],
        decide: (_, supply) => Either.right({ result: supply.clock, rows: [], events: [] }),
      }
      const stamp: Command<readonly [number, number]> = {
        organizationId: organization,
        reads: () => [],
        decide: (_, supply) => {
          const row = sampleContact(organization, supply.sequence(), { id: supply.id(), creado: supply.now })
          const result = [supply.now, row.createdSequence] as const
          const events = [{ suceso: "contact.created" as const, datos: {} }]
          return Either.right({ result, rows: [{ table: "contact", row }], events })
        },
      }
      yield* TestClock.setTime(5_000)
      assert.deepStrictEqual(yield* run(stamp), [instant(5_000), 1])
      yield* TestClock.setTime(1_000)
      yield* Effect.ignore(run(refusing(organization)))
      assert.strictEqual(yield* run(readClock), 1_000, "civil days follow the real clock")
      assert.deepStrictEqual(yield* run(stamp), [instant(5_000), 3], "one place went to the event, none to the refusal")
      yield* TestClock.setTime(9_000)
      assert.deepStrictEqual(yield* run(stamp), [instant(9_000), 5])
    }).pipe(Effect.provide(system)))

  it.live("decides again after a conflict, and writes once", () =>
    Effect.gen(function*() {
      const organization = sampleOrganizationId()
      const id = sampleId()
      assert.strictEqual(yield* run(increment(organization, id)), 1)
      assert.strictEqual(yield* run(increment(organization, id)), 2)
    }).pipe(Effect.provide(systemWith(storageWith((attempt) => (attempt % 3 === 0 ? undefined : new StorageConflict()))))))

  it.effect("decides again where the storage itself repeats its transaction", () =>
    Effect.gen(function*() {
      const again = transacting((inner) => (opening, body) =>
        inner.transact(opening, (rows, load) => Effect.zipRight(body(rows, load), body(rows, load))))
      yield* Effect.gen(function*() {
        const organization = sampleOrganizationId()
        const id = sampleId()
        assert.strictEqual(yield* run(increment(organization, id)), 1)
        assert.strictEqual(yield* run(increment(organization, id)), 2)
      }).pipe(Effect.provide(systemWith(again)))
    }))

  it.live("gives up after a while, then works again", () =>
    Effect.gen(function*() {
      const organization = sampleOrganizationId()
      const id = sampleId()
      const failed = yield* Effect.exit(run(increment(organization, id)))
      assert.isTrue(Exit.isFailure(failed) && Option.getOrNull(Cause.failureOption(failed.cause))?._tag === "StorageConflict")
      assert.strictEqual(yield* run(increment(organization, id)), 1)
    }).pipe(Effect.provide(systemWith(storageWith((attempt) => (attempt <= 8 ? new StorageConflict() : undefined))))))

  it.live("does not let a company that somebody else holds delay the others in its lane or batch", () =>
    Effect.gen(function*() {
      const [held, ...others] = Array.from({ length: 5 }, sampleOrganizationId)
      if (held === undefined) return assert.fail("no company")
      const isHeld = yield* Ref.make(true)
      const storage = transacting((inner) => (opening, body) =>
        Effect.gen(function*() {
          if (!opening.organizationIds.includes(held) || !(yield* Ref.get(isHeld))) return yield* inner.transact(opening, body)
          // Like waiting for a lock.
          yield* Effect.sleep("150 millis")
          return yield* new StorageConflict()
        }))
      yield* Effect.gen(function*() {
        const id = sampleId()
        const waiting = yield* Effect.fork(Effect.replicateEffect(run(increment(held, id)), 1))
        const began = performance.now()
        yield* Effect.all(others.map((other) => run(increment(other, sampleId()))), { concurrency: "unbounded" })
        for (let i = 0; i < 20; i++) {
          yield* Effect.fork(run(increment(held, id)))
          yield* Effect.all(others.map((other) => run(increment(other, sampleId()))), { concurrency: "unbounded" })
        }
        assert.isBelow(performance.now() - began, 600, "they wait once")
        assert.isNull(waiting.unsafePoll())
        yield* Ref.set(isHeld, false)
        assert.strictEqual(yield* run(increment(held, id)), 22, "in the order in which they came")
      }).pipe(Effect.provide(systemWith(storage, { lanes: 1, batchSizeMax: 64 })))
    }))

  it.effect("answers a command once it is durable, without waiting for the next transaction", () =>
    Effect.gen(function*() {
      for (const isAsked of [false, true]) {
        const nextFails = yield* Deferred.make<never, TransactionFailure>()
        const next = (asked = (): void => assert.fail("nobody is told that the storage was asked")) =>
          isAsked
            ? Effect.zipRight(Effect.sync(asked), Deferred.await(nextFails))
            : Effect.fail(new StorageUnavailable())
        const [isUnderWay, mayEnd] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const attempts = yield* Ref.make(0)
        const storage = transacting((inner) => (opening, body) =>
          Effect.flatMap(Ref.updateAndGet(attempts, (count) => count + 1), (attempt) =>
            attempt === 1
              ? Deferred.succeed(isUnderWay, undefined).pipe(
                Effect.zipRight(Deferred.await(mayEnd)),
                Effect.zipRight(inner.transact(opening, body)),
              )
              : next(opening.asked)))
        yield* Effect.gen(function*() {
          const first = yield* Effect.fork(run(increment(sampleOrganizationId(), sampleId())))
          yield* Deferred.await(isUnderWay)
          // Another company's, which cannot join.
          const second = yield* Effect.fork(run(increment(sampleOrganizationId(), sampleId())))
          yield* Effect.yieldNow()
          yield* Deferred.succeed(mayEnd, undefined)
          assert.strictEqual(yield* Fiber.join(first), 1)
          assert.isTrue(Option.isNone(yield* Fiber.poll(second)))
          yield* Deferred.fail(nextFails, new StorageUnavailable())
          yield* TestClock.adjust("10 seconds")
          assert.isTrue(Exit.isFailure(yield* Fiber.await(second)))
        }).pipe(Effect.provide(systemWith(storage, { lanes: 1, batchSizeMax: 64 })))
      }
    }))

  it.live("never repeats a commit whose outcome is unknown, nor after a conflict", () =>
    Effect.forEach([0, 1], (conflicts) => {
      const storage = storageWith((attempt) => {
        if (attempt <= conflicts) return new StorageConflict()
        return attempt === conflicts + 1 ? new StorageOutcomeUnknown() : undefined
      })
      return Effect.gen(function*() {
        const organization = sampleOrganizationId()
        const id = sampleId()
        const lost = yield* Effect.exit(run(increment(organization, id)))
        assert.isTrue(Exit.isFailure(lost) && Option.getOrNull(Cause.failureOption(lost.cause))?._tag === "StorageOutcomeUnknown")
        assert.strictEqual(yield* run(increment(organization, id)), 2, "the first one had happened, once")
      }).pipe(Effect.provide(systemWith(storage)))
    }, { discard: true }))

  it.effect("refuses commands after its end instead of leaving them waiting", () =>
    Effect.gen(function*() {
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(system, scope)
      const { run: late } = Context.get(context, GroupCommit.GroupCommit)
      yield* Scope.close(scope, Exit.void)
      const organization = sampleOrganizationId()
      const failed = yield* Effect.exit(late(increment(organization, sampleId())))
      assert.isTrue(Exit.isFailure(failed) && Option.getOrNull(Cause.failureOption(failed.cause))?._tag === "StorageUnavailable")
    }))

  it.live("survives a clock that throws as a batch begins", () =>
    Effect.gen(function*() {
      const live = Clock.make()
      let isBroken = false
      const clock: Clock.Clock = {
        [Clock.ClockTypeId]: Clock.ClockTypeId,
        currentTimeMillis: live.currentTimeMillis,
        currentTimeNanos: live.currentTimeNanos,
        unsafeCurrentTimeMillis: () => live.unsafeCurrentTimeMillis(),
        sleep: (duration) => live.sleep(duration),
        unsafeCurrentTimeNanos: () => {
          if (isBroken) throw new Error("no time")
          return live.unsafeCurrentTimeNanos()
        },
      }
      yield* Effect.gen(function*() {
        const organization = sampleOrganizationId()
        const id = sampleId()
        isBroken = true
        const failed = yield* Effect.exit(Effect.timeout(run(increment(organization, id)), "1 second"))
        assert.isTrue(Exit.isFailure(failed) && Cause.isDie(failed.cause))
        isBroken = false
        assert.strictEqual(yield* Effect.timeout(run(increment(organization, id)), "1 second"), 1)
      }).pipe(Effect.provide(system), Effect.withClock(clock))
    }))

  it.effect("lets a command write rows, remove rows and put jobs of its own company only", () =>
    Effect.gen(function*() {
      const [mine, other] = [sampleOrganizationId(), sampleOrganizationId()]
      const row = sampleContact(other, 1)
      const own = key("contact", other, row.id)
      const made = { ...unchanged(undefined), rows: [{ table: "contact", row }] } as const
      yield* run({ organizationId: other, reads: () => [], decide: () => Either.right(made) })
      const strays: ReadonlyArray<Partial<Decision<void>>> = [
        { rows: [{ table: "contact", row: { ...row, nombre: "de otra" } }] },
        { removed: [own] },
        { jobs: [fanOutJob(other, instant(0))] },
      ]
      for (const stray of strays) {
        const straying: Command<void> = {
          organizationId: mine,
          reads: () => [own],
          decide: () => Either.right({ ...unchanged(undefined), ...stray }),
        }
        const strayed = yield* Effect.exit(run(straying))
        assert.isTrue(Exit.isFailure(strayed) && Cause.isDie(strayed.cause))
      }
      assert.strictEqual(yield* run(increment(mine, sampleId())), 1)
      assert.strictEqual(yield* run(increment(other, row.id)), row.irpf + 1)
    }).pipe(Effect.provide(system)))

  it.effect("shows a command a row that an earlier command of its batch has only just referred to", () =>
    Effect.gen(function*() {
      const organization = sampleOrganizationId()
      const target = sampleContact(organization, 1, { nombre: "destino" })
      const pointer = sampleContact(organization, 2, { nombre: "" })
      const put = (...rows: ReadonlyArray<typeof target>): Command<void> => ({
        organizationId: organization,
        reads: () => rows.map(({ id }) => key("contact", organization, id)),
        decide: () => Either.right({ result: undefined, rows: rows.map((row) => ({ table: "contact" as const, row })), events: [] }),
      })
      const follow: Command<string | undefined> = {
        organizationId: organization,
        reads: (view) => {
          const own = key("contact", organization, pointer.id)
          const named = view.has("contact", organization, pointer.id) ? view.get("contact", organization, pointer.id)?.nombre ?? "" : ""
          return named === "" ? [own] : [own, key("contact", organization, named)]
        },
        decide: (view) => {
          const named = view.get("contact", organization, pointer.id)?.nombre ?? ""
          const found = named === "" ? undefined : view.get("contact", organization, named)?.nombre
          return Either.right({ result: found, rows: [], events: [] })
        },
      }
      yield* run(put(target, pointer))
      const [, found] = yield* Effect.all([run(put({ ...pointer, nombre: target.id })), run(follow)], { concurrency: "unbounded" })
      assert.strictEqual(found, "destino")
    }).pipe(Effect.provide(system)))

  it.effect("carries out simultaneous requests under one idempotency key once, and refuses a different request under it", () =>
    Effect.gen(function*() {
      const organization = sampleOrganizationId()
      const id = sampleId()
      const once = (fingerprint: string, command: Command<number>) =>
        run(onceOnly(command, { accessKeyId: "k", key: "una", fingerprint }, (count) => ({ status: 201, location: null, body: `${count}` })))
      const twins = yield* Effect.all(Array.from({ length: 5 }, () => once("f", increment(organization, id))), {
        concurrency: "unbounded",
      })
      assert.deepStrictEqual(twins.map(({ reply }) => reply.body), ["1", "1", "1", "1", "1"])
      assert.deepStrictEqual(twins.map(({ replayed }) => replayed), [false, true, true, true, true])
      const other = yield* Effect.flip(once("g", increment(organization, id)))
      assert.deepInclude(other, { _tag: "Conflict", motivo: "clave_reutilizada" })
      assert.strictEqual(yield* run(increment(organization, id)), 2, "nothing was written by the repetitions")
      yield* TestClock.adjust("24 hours")
      assert.strictEqual((yield* once("g", increment(organization, id))).reply.body, "3", "after a day the key is free")
    }).pipe(Effect.provide(system)))

  it.effect("decides a refused request again under the same idempotency key", () =>
    Effect.gen(function*() {
      const organization = sampleOrganizationId()
      const request = { accessKeyId: "k", key: "dos", fingerprint: "f" }
      const answer = () => ({ status: 201, location: null, body: "" })
      assert.deepInclude(yield* Effect.flip(run(onceOnly(refusing(organization), request, answer))), { motivo: "no" })
      const done = yield* run(onceOnly(increment(organization, sampleId()), request, answer))
      assert.isFalse(done.replayed)
    }).pipe(Effect.provide(system)))
})
