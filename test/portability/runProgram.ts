import { type ChildProcess, spawn } from "node:child_process"
import { accessSync, constants } from "node:fs"
import { delimiter, join, resolve } from "node:path"

/** The first of these programs found in node_modules/.bin or on PATH; undefined when none is installed. */
export const findProgram = (names: ReadonlyArray<string>): string | undefined => {
  const { PATH = "" } = process.env
  const folders = [join("node_modules", ".bin"), ...PATH.split(delimiter)]
  return names.flatMap((name) => folders.map((folder) => resolve(folder, name))).find(isProgram)
}

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const patienceMillis = 25_000

/**
 * Runs a program and returns its output; throws with its error output when it fails. Its environment has only
 * PATH, and HOME set to `folder`, so that all its files land there. After 25 s it is killed, with its children.
 */
export const runProgram = (program: string, args: ReadonlyArray<string>, folder: string) =>
  new Promise<string>((succeed, reject) => {
    const { PATH = "" } = process.env
    const child = spawn(program, args, {
      cwd: folder,
      env: { PATH, HOME: folder },
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    })
    const output = { stdout: "", stderr: "" }
    child.stdout.setEncoding("utf8").on("data", (text) => (output.stdout += text))
    child.stderr.setEncoding("utf8").on("data", (text) => (output.stderr += text))
    const patience = setTimeout(() => killGroup(child), patienceMillis)
    child.once("error", reject)
    child.once("close", (code, signal) => {
      clearTimeout(patience)
      if (code === 0) succeed(output.stdout)
      // Only the end: some runtimes show the failing line first, which here is the whole bundle.
      else reject(new Error(`${program} ended with ${code ?? signal}: ${output.stderr.slice(-2000)}`))
    })
  })

/** The whole group, as some programs are scripts that start the real one. */
const killGroup = ({ pid }: ChildProcess): void => {
  if (pid !== undefined) process.kill(-pid, "SIGKILL")
}
