import { Effect, Schedule } from "effect"
import type { HeldJob } from "../jobs/HeldJob.ts"
import { StorageConflict, StorageOutcomeUnknown, StorageUnavailable } from "../ports/Storage.ts"
import { GroupCommit } from "./GroupCommit.ts"

const pause = Schedule.spaced("1 second")

/**
 * The group commit for noting what a job has done outside: it tries again for as long as its worker lives, since what is
 * not noted would be done again. Such as where somebody holds the company for minutes, or the storage is away as long. By then
 * another worker may have the job: what is noted has to bear that.
 */
export const insistent = (mayNote: HeldJob["mayNote"]) =>
  Effect.map(GroupCommit, ({ run }) =>
    GroupCommit.of({
      run: (command) =>
        Effect.retry(run(command), {
          schedule: pause,
          while: (failure) => (isOfStorage(failure) ? mayNote : Effect.succeed(false)),
        }),
    }))

const isOfStorage = (failure: unknown): boolean =>
  failure instanceof StorageConflict || failure instanceof StorageOutcomeUnknown || failure instanceof StorageUnavailable
