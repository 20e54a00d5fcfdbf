import { Effect, Schedule } from "effect"
import type { HeldJob } from "../jobs/HeldJob.ts"
import { StorageConflict, StorageOutcomeUnknown, StorageUnavailable } from "../ports/Storage.ts"
import { GroupCommit } from "./GroupCommit.ts"

const pause = Schedule.spaced("1 second")

/**
 * The group commit for noting what a job has done outside: it tries again for as long as the job is in hand, since what is
 * not noted would be done again. Such as where somebody holds the company for minutes.
 */
export const insistent = (mayBegin: HeldJob["mayBegin"]) =>
  Effect.map(GroupCommit, ({ run }) =>
    GroupCommit.of({
      run: (command) =>
        Effect.retry(run(command), {
          schedule: pause,
          while: (failure) => (isOfStorage(failure) ? mayBegin(0) : Effect.succeed(false)),
        }),
    }))

const isOfStorage = (failure: unknown): boolean =>
  failure instanceof StorageConflict || failure instanceof StorageOutcomeUnknown || failure instanceof StorageUnavailable
