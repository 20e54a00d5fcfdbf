import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"

/**
 * The process that now runs under `pid`, as `pid.start.boot`: one that gets the number of a dead process,
 * also after a reboot, has another identity. Undefined when nothing runs; a zombie runs no more.
 */
export const identityOf = (pid: number): string | undefined =>
  process.platform === "linux" ? identityFromProc(pid) : identityFromPs(pid)

/** Whether the process of an identity, or of a name that starts with one and a dot, still runs. */
export const isAlive = (name: string): boolean => {
  const identity = identityOf(Number.parseInt(name, 10))
  return identity !== undefined && `${name}.`.startsWith(`${identity}.`)
}

const identityFromProc = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // proc(5): the second field, the program's name in parentheses, may hold spaces and parentheses itself.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    const [state, start] = [fields[0], fields[19]]
    return state === "Z" || state === "X" ? undefined : `${pid}.${start}.${bootId()}`
  } catch {
    return undefined
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
  } catch {
    return ""
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
