import { Cause, Effect, type Scope } from "effect"
import { transform } from "esbuild"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** The compiled package; another than the repository's while that one is in use. */
const compiled = process.env["TALONARIO_DIST"] ?? join(root, "dist")

/** Whether a package is installed here. */
export const isInstalled = (name: string): boolean => existsSync(join(root, "node_modules", name))

/** The examples in a folder of their own, with Talonario as npm installs it; it is gone with the scope. */
export const consumer: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(async () => {
    const folder = await mkdtemp(join(tmpdir(), "talonario-examples-"))
    await Promise.all([
      cp(join(root, "docs", "examples"), folder, { recursive: true }),
      install(join(folder, "node_modules")),
    ])
    await javascript(folder)
    return folder
  }),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true, maxRetries: 5 })),
)

/** The package's own files, and links to all that this repository has installed. */
const install = async (modules: string): Promise<void> => {
  const names = (await readdir(join(root, "node_modules"))).filter((name) => !name.startsWith("."))
  const scoped = await Promise.all(names.filter((name) => name.startsWith("@")).map(async (scope) =>
    (await readdir(join(root, "node_modules", scope))).map((name) => `${scope}/${name}`)))
  const packages = [...names.filter((name) => !name.startsWith("@")), ...scoped.flat()]
  await mkdir(join(modules, "talonario"), { recursive: true })
  await Promise.all([
    cp(join(root, "package.json"), join(modules, "talonario", "package.json")),
    cp(compiled, join(modules, "talonario", "dist"), { recursive: true, filter: isProgram }),
    ...packages.filter((name) => name !== "talonario").map(async (name) => {
      await mkdir(dirname(join(modules, name)), { recursive: true })
      await symlink(join(root, "node_modules", name), join(modules, name))
    }),
  ])
}

/** A module, or a folder. */
const isProgram = (file: string): boolean => /\.js$|\/[^.]+$/.test(file)

/** Takes the types off: a tool that does so at every start would cost more than all that is tried. */
const javascript = async (folder: string): Promise<void> => {
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    file.endsWith(".ts") && !file.startsWith("node_modules"))
  await Promise.all(files.map(async (name) => {
    const file = join(folder, name)
    const { code } = await transform(await readFile(file, "utf8"), { loader: "ts" })
    await writeFile(file, code.replaceAll(/(?<=from "\..*)\.ts(?=")/g, ".js"))
    await rename(file, file.replace(/ts$/, "js"))
  }))
  // Next would look for the types that are gone.
  await rm(join(folder, "next", "tsconfig.json"))
}

/** A program of an example, running. */
export interface Program {
  /** Waits until it has printed this, and gives what it catches. */
  readonly printed: (text: RegExp) => Effect.Effect<string>
  /** Asks it to end, and gives its exit code. */
  readonly end: Effect.Effect<number | null>
}

/** Runs it with Node until the scope closes; then it is gone, with all that it has started. */
export const start = (
  folder: string,
  args: ReadonlyArray<string>,
  variables: Readonly<Record<string, string>>,
): Effect.Effect<Program, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const { PATH = "" } = process.env
        const env = { PATH, HOME: folder, NEXT_TELEMETRY_DISABLED: "1", ...variables }
        const options = { cwd: folder, env, detached: true } as const
        return spawn(process.execPath, args, { ...options, stdio: ["ignore", "pipe", "pipe"] })
      }),
      (child) => Effect.sync(() => killGroup(child)),
    ),
    (child) => {
      let output = ""
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text) => (output += text))
      }
      const ended = once(child, "close")
      return {
        printed: (text) =>
          Effect.async<string>((resume) => {
            const look = (): void => {
              const [, caught] = text.exec(output) ?? []
              if (caught !== undefined) resume(Effect.succeed(caught))
              else if (child.exitCode !== null) resume(Effect.dieMessage(`it has ended:\n${output}`))
            }
            const timer = setInterval(look, 20)
            return Effect.sync(() => clearInterval(timer))
          }).pipe(Effect.timeoutFailCause({ duration: "50 seconds", onTimeout: () => Cause.die(output) })),
        end: Effect.promise(async () => {
          child.kill("SIGTERM")
          const [code] = await ended
          return code
        }),
      }
    },
  )

const killGroup = ({ exitCode, pid, signalCode }: ChildProcess): void => {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, "SIGKILL")
}
