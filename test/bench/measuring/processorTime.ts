import { existsSync, readFileSync } from "node:fs"

/**
 * Whether the processor time of processes can be read, which is from /proc and only on Linux, in hundredths of a second. It
 * tells what a request costs, however busy the machine is otherwise.
 */
export const isCounted = existsSync("/proc/self/stat")

const millisPerTick = 10

/** The fields of /proc/<pid>/stat after the name of the process; that name may contain anything. */
const statOf = (pid: number): ReadonlyArray<string> => {
  const text = readFileSync(`/proc/${pid}/stat`, "latin1")
  return text.slice(text.lastIndexOf(")") + 2).split(" ")
}

/** The parent of a process. */
export const parentOf = (pid: number): number => Number(statOf(pid)[1])

/** Processor time of a process so far, user and system, in milliseconds; on request with that of its ended children. */
const ownMillis = (pid: number, andChildren: boolean): number => {
  const used = statOf(pid).slice(11, andChildren ? 15 : 13)
  return used.reduce((sum, ticks) => sum + Number(ticks) * millisPerTick, 0)
}

/** Processor time of one process, in milliseconds. */
export const processMillis = (pid: number): number => (isCounted ? ownMillis(pid, false) : 0)

/** Processor time of a process and its children, even ended ones, in milliseconds: of a whole PostgreSQL server. */
export const familyMillis = (pid: number): number => {
  if (!isCounted) return 0
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ").filter((one) => one !== "")
  return children.reduce((sum, child) => sum + childMillis(Number(child)), ownMillis(pid, true))
}

/** Processor time of a child; 0 when it has just ended, as its parent then counts it. */
const childMillis = (pid: number): number => {
  try {
    return ownMillis(pid, false)
  } catch {
    return 0
  }
}
