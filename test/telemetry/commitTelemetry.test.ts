import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Layer, Option, Ref } from "effect"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import type { Command } from "../../core/commit/Command.ts"
import * as GroupCommit from "../../core/commit/GroupCommit.ts"
import { Storage, StorageConflict } from "../../core/ports/Storage.ts"
import { traced } from "../../core/telemetry/tracing.ts"
import { sampleOrganizationId } from "../support/samples.ts"
import { metricValue } from "./metricValue.ts"
import { spansOf } from "./recordingTracer.ts"

/** A group commit on a storage that fails that many times before it works. */
const system = (conflicts: number) => {
  const storage = Layer.effect(
    Storage,
    Effect.gen(function*() {
      const inner = yield* Storage
      const left = yield* Ref.make(conflicts)
      return Storage.of({
        ...inner,
        transact: (opening, body) =>
          Effect.flatMap(Ref.getAndUpdate(left, (count) => count - 1), (count) =>
            count > 0 ? Effect.fail(new StorageConflict()) : inner.transact(opening, body)),
      })
    }),
  )
  return GroupCommit.layer.pipe(
    Layer.provideMerge(Layer.provide(storage, StorageMemory.layer)),
    Layer.provideMerge(EntropyWebCrypto.layer),
  )
}

const nothing: Command<void> = {
  organizationId: sampleOrganizationId(),
  reads: () => [],
  decide: () => Either.right({ result: undefined, rows: [], events: [] }),
}

const run = Effect.flatMap(GroupCommit.GroupCommit, (commit) => commit.run(nothing))

const names = [
  "talonario_commit_batch_commands_sum",
  "talonario_commit_seconds_count",
  "talonario_commit_retries_total",
  "talonario_commit_failures_total",
]

/** How much the effect adds to each metric: commands, commits, retries, failures. */
const addedBy = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const before = names.map((name) => metricValue(name))
    yield* effect
    return names.map((name, i) => metricValue(name) - (before[i] ?? 0))
  })

// Under the real clock, because retries wait. The tests run one after another, because metrics belong to the process.
describe("a commit is reported", () => {
  it.live("with its commands, all at once", () =>
    Effect.gen(function*() {
      const many = Effect.all(Array.from({ length: 5 }, () => run), { concurrency: "unbounded" })
      assert.deepStrictEqual(yield* addedBy(many), [5, 1, 0, 0])
    }).pipe(Effect.provide(system(0))))

  it.live("with its retries", () =>
    Effect.map(addedBy(Effect.provide(run, system(2))), (added) => assert.deepStrictEqual(added, [1, 1, 2, 0])))

  it.live("when it fails for good", () =>
    Effect.gen(function*() {
      const given = Effect.option(Effect.provide(run, system(100)))
      assert.deepStrictEqual(yield* addedBy(Effect.map(given, Option.isNone)), [1, 1, 7, 1])
    }))

  it.live("as a span for each attempt, linked to the spans that wait for it", () =>
    Effect.gen(function*() {
      const waiting = Effect.all([traced("one")(run), traced("other")(run)], { concurrency: "unbounded" })
      const spans = yield* spansOf(Effect.provide(traced("around")(waiting), system(1)))
      const idOf = (name: string) => spans.find((span) => span.name === name)?.spanId ?? "none"
      const commits = spans.filter(({ name }) => name === "commit")
      // After a conflict the company continues by itself.
      assert.deepStrictEqual(commits.map(({ failed }) => failed), [true, false])
      for (const commit of commits) {
        assert.deepInclude(commit, {
          parentId: undefined,
          links: [idOf("one"), idOf("other")],
          attributes: { "talonario.commit.commands": 2, "talonario.commit.retries": 0 },
        })
      }
    }))
})
