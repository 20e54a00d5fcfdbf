import { type ChildProcess, spawn } from "node:child_process"
import { accessSync, constants } from "node:fs"
import { delimiter, join, resolve } from "node:path"

/** The first of these programs in node_modules/.bin or else on PATH; undefined when none is installed. */
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
 * What a program prints when it ends by itself and well; otherwise an error with what it complained of. It
 * gets nothing of the environment but PATH; its home is `folder`, and all that it leaves behind is there.
 * After 25 s it is ended, with whatever it started.
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
    const said = { stdout: "", stderr: "" }
    child.stdout.setEncoding("utf8").on("data", (text) => (said.stdout += text))
    child.stderr.setEncoding("utf8").on("data", (text) => (said.stderr += text))
    const patience = setTimeout(() => killGroup(child), patienceMillis)
    child.once("error", reject)
    child.once("close", (code, signal) => {
      clearTimeout(patience)
      if (code === 0) succeed(said.stdout)
      // Its end: a runtime may show the line at fault, and a bundle is one line.
      else reject(new Error(`${program} ended with ${code ?? signal}: ${said.stderr.slice(-2000)}`))
    })
  })

/** Some programs are scripts that start the real one. */
const killGroup = ({ pid }: ChildProcess): void => {
  if (pid !== undefined) process.kill(-pid, "SIGKILL")
}
