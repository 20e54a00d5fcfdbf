import { readFileSync, statSync } from "node:fs"
import { basename } from "node:path"
import { hasCode } from "../../hasCode.ts"
import { isGone, psColumns } from "./processIdentity.ts"

/** An argument that means nothing to the server; on its command line it tells us which data it serves. */
export const serverMark = (data: string): string => {
  const { dev, ino } = statSync(data)
  return `${mark}${dev}.${ino}`
}

const mark = "--talonario.data="

/** Whether the live process `pid` is a server of these data. In doubt yes, or it throws: two servers destroy them. */
export const servesData = (pid: number, data: string): boolean => {
  const words = commandLine(pid)
  const marked = words.find((word) => word.startsWith(mark))
  if (marked !== undefined) return marked === serverMark(data)
  return basename(words[0] ?? "") === "postgres" && mayWorkIn(pid, data) // started by hand
}

const commandLine = (pid: number): ReadonlyArray<string> => {
  if (process.platform !== "linux") return psColumns(pid, "command=").split(" ")
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")
  } catch (error) {
    if (isGone(error)) return [] // it has ended meanwhile
    throw error
  }
}

/** Every server works in its data folder. Root in a container may not be allowed to look (CAP_SYS_PTRACE). */
const mayWorkIn = (pid: number, data: string): boolean => {
  if (process.platform !== "linux") return true
  try {
    const [there, here] = [statSync(`/proc/${pid}/cwd`), statSync(data)]
    return there.dev === here.dev && there.ino === here.ino
  } catch (error) {
    return hasCode(error, "EACCES")
  }
}
