import { Cause, Effect, type Scope } from "effect"
import { transform } from "esbuild"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { temporaryFolder } from "../support/temporaryFolder.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** The compiled package: the repository's, unless TALONARIO_DIST names another. */
const compiled = process.env["TALONARIO_DIST"] ?? join(root, "dist")

/** Whether the repository has this package installed. */
export const isInstalled = (name: string): boolean => existsSync(join(root, "node_modules", name))

/** A folder with the examples and Talonario as npm installs it, removed when the scope closes. */
export const consumer: Effect.Effect<string, never, Scope.Scope> = Effect.tap(
  temporaryFolder("talonario-examples-"),
  (folder) =>
    Effect.promise(async () => {
      await Promise.all([
        cp(join(root, "docs", "examples"), folder, { recursive: true }),
        install(join(folder, "node_modules")),
      ])
      await javascript(folder)
    }),
)

/** Installs the package's own files, and links to everything else that the repository has installed. */
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

/** Whether a path is that of a module or a folder. */
const isProgram = (file: string): boolean => /\.js$|\/[^.]+$/.test(file)

/** Strips the types once, as doing so at every start would take longer than the tests. */
const javascript = async (folder: string): Promise<void> => {
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    file.endsWith(".ts") && !file.startsWith("node_modules"))
  await Promise.all(files.map(async (name) => {
    const file = join(folder, name)
    const { code } = await transform(await readFile(file, "utf8"), { loader: "ts" })
    await writeFile(file, code.replaceAll(/(?<=from "\..*)\.ts(?=")/g, ".js"))
    await rename(file, file.replace(/ts$/, "js"))
  }))
  // With it, Next would look for the types.
  await rm(join(folder, "next", "tsconfig.json"))
}

/** A running program of an example. */
export interface Program {
  /** Waits until the program prints this, and returns the first group. */
  readonly printed: (text: RegExp) => Effect.Effect<string>
  /** Asks it to end and returns its exit code. */
  readonly end: Effect.Effect<number | null>
}

/** Runs a program with Node, and kills it with all of its children when the scope closes. */
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
