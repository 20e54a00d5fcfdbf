import { Effect } from "effect"

/** Milliseconds after which a process may go on. */
const periodMillis = 8

/**
 * Lets a process of ours run only so much of the time (0 to 1) until the scope ends, as the quota of a container does: what
 * one machine shares out stands for machines of their own.
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
