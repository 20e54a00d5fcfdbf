import { Context, Effect, Layer } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import type { ChangeSet } from "../../core/commit/tables.ts"
import type { OutboxEvent } from "../../core/events/OutboxEvent.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { makeScene } from "../http/scene.ts"

/** What a commit wrote, with the events in it in order. */
export interface Commit {
  readonly changes: ChangeSet
  readonly events: ReadonlyArray<OutboxEvent>
}

/** A scene that records its commits. */
export const makeRecordedScene = () =>
  Effect.gen(function*() {
    const commits: Array<Commit> = []
    const storage = StorageMemory.layer.pipe(
      Layer.map((context) => Context.add(context, Storage, noting(Context.get(context, Storage), commits))),
    )
    const scene = yield* makeScene({ storage })
    return {
      ...scene,
      /** Carries out an effect and returns it with the commits that it made. */
      during: <A, E, R>(action: Effect.Effect<A, E, R>) =>
        Effect.gen(function*() {
          const before = commits.length
          const answer = yield* action
          return { answer, commits: commits.slice(before) }
        }),
    }
  })

/** What `makeRecordedScene` gives. */
export type RecordedScene = Effect.Effect.Success<ReturnType<typeof makeRecordedScene>>

/** Records only what was committed, not what a failed transaction would have written. */
const noting = (storage: Context.Tag.Service<Storage>, commits: Array<Commit>) =>
  Storage.of({
    ...storage,
    transact: (opening, body) =>
      Effect.suspend(() => {
        let written: ChangeSet | undefined
        const noted: typeof body = (rows, load) =>
          Effect.tap(body(rows, load), ({ changes }) => {
            written = changes
          })
        return Effect.tap(storage.transact(opening, noted), () => {
          if (written !== undefined) commits.push({ changes: written, events: eventsOf(written) })
        })
      }),
  })

const eventsOf = ({ outboxEvent }: ChangeSet): ReadonlyArray<OutboxEvent> =>
  outboxEvent.flatMap(({ after }) => (after === undefined ? [] : [after]))
    .toSorted((a, b) => a.sequence - b.sequence)
