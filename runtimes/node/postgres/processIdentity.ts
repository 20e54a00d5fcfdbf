import { execFileSync } from "node:child_process"
import { readFileSync, statSync } from "node:fs"

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

/** Whether the live process `pid` works in `folder`, as every PostgreSQL server does in its data folder. */
export const worksIn = (pid: number, folder: string): boolean => {
  try {
    if (process.platform !== "linux") return ps(pid, "command=").includes(folder)
    const [there, here] = [statSync(`/proc/${pid}/cwd`), statSync(folder)]
    return there.dev === here.dev && there.ino === here.ino
  } catch {
    return false // gone meanwhile, or of a user whose processes we may not inspect, hence not ours
  }
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
  try {
    const [state = "", ...start] = ps(pid, "state=,lstart=").trim().split(/\s+/)
    return state.startsWith("Z") ? undefined : `${pid}.${start.join("-")}`
  } catch {
    return undefined
  }
}

const ps = (pid: number, columns: string): string =>
  execFileSync("ps", ["-o", columns, "-p", String(pid)], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" },
    stdio: ["ignore", "pipe", "ignore"],
  })

const bootId = (): string => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").slice(0, 8)
