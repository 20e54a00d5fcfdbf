import { Effect } from "effect"

/** In each period of this many milliseconds the process runs for its share. */
const periodMillis = 8

/**
 * Lets a process of ours run only for a share of the time (0 to 1) until the scope ends, like the quota of a container: several
 * such processes on one machine behave as if each had its own.
 */
export const allotted = (pid: number, share: number) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const pause = () => void process.kill(pid, "SIGSTOP")
      const proceed = () => {
        process.kill(pid, "SIGCONT")
        pausing = setTimeout(pause, periodMillis * share)
      }
      let pausing = setTimeout(proceed)
      const proceeding = setInterval(proceed, periodMillis)
      return () => {
        clearTimeout(pausing)
        clearInterval(proceeding)
        process.kill(pid, "SIGCONT")
      }
    }),
    (release) => Effect.sync(release),
  )
