import { existsSync, readFileSync } from "node:fs"

/**
 * Processor time that processes have used, from /proc: what a request costs, however busy the machine is otherwise.
 * It is counted in hundredths of a second. Elsewhere than on Linux there is none, and nothing is told.
 */
export const isCounted = existsSync("/proc/self/stat")

const millisPerTick = 10

/** Fields of /proc/<pid>/stat after the name of the process, which may hold anything. */
const statOf = (pid: number): ReadonlyArray<string> => {
  const text = readFileSync(`/proc/${pid}/stat`, "latin1")
  return text.slice(text.lastIndexOf(")") + 2).split(" ")
}

/** Parent process. */
export const parentOf = (pid: number): number => Number(statOf(pid)[1])

/** Milliseconds of processor, user and system, that a process has used so far; with those of its ended children. */
const ownMillis = (pid: number, andChildren: boolean): number => {
  const used = statOf(pid).slice(11, andChildren ? 15 : 13)
  return used.reduce((sum, ticks) => sum + Number(ticks) * millisPerTick, 0)
}

/** What one process has used. */
export const processMillis = (pid: number): number => (isCounted ? ownMillis(pid, false) : 0)

/** What a process and its children, ended ones too, have used: a PostgreSQL server, all in all. */
export const familyMillis = (pid: number): number => {
  if (!isCounted) return 0
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ").filter((one) => one !== "")
  return children.reduce((sum, child) => sum + childMillis(Number(child)), ownMillis(pid, true))
}

/** A child that has ended meanwhile is counted among its parent's. */
const childMillis = (pid: number): number => {
  try {
    return ownMillis(pid, false)
  } catch {
    return 0
  }
}
