import { Effect } from "effect"
import type { Job } from "../../core/jobs/Job.ts"
import { Storage } from "../../core/ports/Storage.ts"

/** The same storage, which tells of the jobs that a commit has put, before it answers. */
export const tellingStorage = (
  storage: Storage["Type"],
  tell: (jobs: ReadonlyArray<Job>) => Effect.Effect<void>,
): Storage["Type"] =>
  Storage.of({
    ...storage,
    transact: (opening, body) =>
      Effect.suspend(() => {
        let put: ReadonlyArray<Job> = []
        const noted: typeof body = (rows, load) =>
          Effect.tap(body(rows, load), ({ jobs = [] }) => {
            put = jobs
          })
        return Effect.tap(storage.transact(opening, noted), () => (put.length === 0 ? Effect.void : tell(put)))
      }),
  })
