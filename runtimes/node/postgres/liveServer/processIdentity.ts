import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { hasCode } from "../../hasCode.ts"

/**
 * The process that now runs under `pid`, as `pid.start.boot`: one that gets the number of a dead process,
 * also after a reboot, has another identity. Undefined when nothing runs; a zombie runs no more. Throws when that cannot be
 * told, such as by a process that has too many files open.
 */
export const identityOf = (pid: number): string | undefined =>
  process.platform === "linux" ? identityFromProc(pid) : identityFromPs(pid)

/**
 * Whether the process of an identity, or of a name that starts with one and a dot, still runs. In doubt yes: locks of the
 * living are not broken, nor is a server started beside theirs.
 */
export const isAlive = (name: string): boolean => {
  try {
    const identity = identityOf(Number.parseInt(name, 10))
    return identity !== undefined && `${name}.`.startsWith(`${identity}.`)
  } catch {
    return true
  }
}

/** Whether a file under /proc was not there, or its process ended while it was read. */
export const isGone = (error: unknown): boolean => hasCode(error, "ENOENT") || hasCode(error, "ESRCH")

const identityFromProc = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // proc(5): the second field, the program's name in parentheses, may hold spaces and parentheses itself.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    const [state, start] = [fields[0], fields[19]]
    return state === "Z" || state === "X" ? undefined : `${pid}.${start}.${bootId()}`
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

const identityFromPs = (pid: number): string | undefined => {
  const [state = "", ...start] = psColumns(pid, "state=,lstart=").split(/\s+/)
  return state === "" || state.startsWith("Z") ? undefined : `${pid}.${start.join("-")}`
}

/** What `ps` tells of a process, empty when there is none. For systems without /proc. */
export const psColumns = (pid: number, columns: string): string => {
  try {
    return execFileSync("ps", ["-o", columns, "-p", String(pid)], {
      encoding: "utf8",
      env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" },
      stdio: ["ignore", "pipe", "ignore"],
    }).trim()
  } catch (error) {
    // With a status it has run, and found nothing.
    if (error instanceof Error && "status" in error && typeof error.status === "number") return ""
    throw error
  }
}

const readBootId = (): string => {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").slice(0, 8)
  } catch {
    return "0" // some sandboxes have none
  }
}

let bootIdRead: string | undefined

const bootId = (): string => bootIdRead ??= readBootId()
