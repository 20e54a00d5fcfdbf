import { Effect, Schedule } from "effect"
import type { HeldJob } from "../jobs/HeldJob.ts"
import { isTransactionFailure } from "../ports/Storage.ts"
import { GroupCommit } from "./GroupCommit.ts"

const pause = Schedule.spaced("1 second")

/**
 * The group commit for recording what a job has done in the outside world, such as a letter sent: what is not recorded would
 * be done again. So where the company stays locked, or the storage away, even for minutes, it keeps trying once a second
 * for as long as `mayNote` allows. By then another worker may have taken the job, which the commands must allow for.
 */
export const insistent = (mayNote: HeldJob["mayNote"]) =>
  Effect.map(GroupCommit, ({ run }) =>
    GroupCommit.of({
      run: (command) =>
        Effect.retry(run(command), {
          schedule: pause,
          while: (failure) => (isTransactionFailure(failure) ? mayNote : Effect.succeed(false)),
        }),
    }))
