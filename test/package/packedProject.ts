import { Effect, Schema } from "effect"
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { inject } from "vitest"
import { withLock } from "../../runtimes/node/postgres/folder/folderLock.ts"

export const root = fileURLToPath(new URL("../../", import.meta.url))

const Manifest = Schema.parseJson(Schema.Struct({
  dependencies: Schema.Record({ key: Schema.String, value: Schema.String }),
  peerDependencies: Schema.Record({ key: Schema.String, value: Schema.String }),
  peerDependenciesMeta: Schema.Record({ key: Schema.String, value: Schema.Struct({ optional: Schema.Boolean }) }),
}))

/** The packages that the manifest names: those that npm installs with it, and the optional ones. */
export const neededPackages = async () => {
  const manifest = Schema.decodeUnknownSync(Manifest)(await readFile(join(root, "package.json"), "utf8"))
  const optional = Object.keys(manifest.peerDependenciesMeta)
  const peers = Object.keys(manifest.peerDependencies).filter((name) => !optional.includes(name))
  return { installed: [...Object.keys(manifest.dependencies), ...peers], optional }
}

/** How a program ended, and its output. */
export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const ProgramError = Schema.Struct({ code: Schema.Number, stdout: Schema.String, stderr: Schema.String })

/** An empty host project outside the repository, with the packed package installed. */
export interface PackedProject {
  readonly folder: string
  /** The tarball that npm would publish. */
  readonly tarball: string
  /** Runs Node in the project, with these variables and PATH. */
  readonly node: (args: ReadonlyArray<string>, variables?: Readonly<Record<string, string>>) => Promise<Ran>
  /** Installs these packages while `use` runs. */
  readonly withPackages: <A>(names: ReadonlyArray<string>, use: () => Promise<A>) => Promise<A>
  /** Leaves out this package while `use` runs. */
  readonly withoutPackage: <A>(name: string, use: () => Promise<A>) => Promise<A>
  readonly remove: () => Promise<void>
}

const ran = async (program: string, args: ReadonlyArray<string>, cwd: string, env: NodeJS.ProcessEnv): Promise<Ran> => {
  try {
    return { code: 0, ...await promisify(execFile)(program, [...args], { cwd, env, maxBuffer: 1 << 26 }) }
  } catch (error) {
    return Schema.decodeUnknownSync(ProgramError)(error)
  }
}

/** What npm would publish of the built package. The first test of the run that needs it packs it, in whichever process. */
const packedOnce = async (): Promise<string> => {
  const folder = join(inject("postgresFolder"), "packed")
  await Effect.runPromise(withLock(`${folder}.lock`)(Effect.promise(async () => {
    if (existsSync(folder)) return
    const packing = await mkdtemp(`${folder}.`)
    const pack = ["pack", "--ignore-scripts", "--silent", "--pack-destination", packing]
    const { code, stderr } = await ran("npm", pack, root, { ...process.env })
    if (code !== 0) throw new Error(`npm pack: ${stderr}`)
    await rename(packing, folder)
  })))
  const [tarball = ""] = await readdir(folder)
  return join(folder, tarball)
}

/**
 * Installs the packed package in a project as npm would. Of other packages the project has only these, linked to our own
 * node_modules, as tests have no network.
 */
export const packedProject = async (packages: ReadonlyArray<string>): Promise<PackedProject> => {
  const folder = await mkdtemp(join(tmpdir(), "talonario-packed-"))
  const { PATH = "" } = process.env
  const modules = join(folder, "node_modules")
  await mkdir(join(modules, "talonario"), { recursive: true })
  const tarball = await packedOnce()
  const unpacked = await ran("tar", ["-xzf", tarball, "-C", join(modules, "talonario"), "--strip-components=1"], folder, { PATH })
  if (unpacked.code !== 0) throw new Error(`tar: ${unpacked.stderr}`)
  const install = async (name: string): Promise<void> => {
    await mkdir(dirname(join(modules, name)), { recursive: true })
    await symlink(join(root, "node_modules", name), join(modules, name))
  }
  await Promise.all(packages.map(install))
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "host", private: true, type: "module" }))
  return {
    folder,
    tarball,
    node: (args, variables = {}) => ran(process.execPath, args, folder, { PATH, ...variables }),
    withPackages: async (names, use) => {
      await Promise.all(names.map(install))
      try {
        return await use()
      } finally {
        await Promise.all(names.map((name) => rm(join(modules, name))))
      }
    },
    withoutPackage: async (name, use) => {
      await rm(join(modules, name))
      try {
        return await use()
      } finally {
        await install(name)
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Copies the documented examples into the project. */
export const withExamples = (project: PackedProject): Promise<void> =>
  cp(join(root, "docs", "examples"), join(project.folder, "examples"), { recursive: true })

/** The guides with their own programs; those of the embedding guide are parts of the examples. */
const guides = ["README.md", "docs/aeat-stand-in.md", "docs/client.md", "docs/web.md"]

/** What those programs expect the host to have. */
const hostsOwn = `
  declare const secret: string
  declare const software: import("talonario").SoftwareNames
  declare module "*.ttf" { const bytes: Uint8Array; export default bytes }
`

/** Writes each code block of the guides that imports the package as a separate program, next to the examples. */
export const withGuides = async (project: PackedProject): Promise<void> => {
  const folder = join(project.folder, "examples", "guides")
  await mkdir(folder)
  await writeFile(join(folder, "host.d.ts"), hostsOwn)
  for (const guide of guides) {
    const shown = (await readFile(join(root, guide), "utf8")).matchAll(/^ *```ts\n(.*?)^ *```$/gms)
    const programs = Array.from(shown, ([, part = ""]) => part).filter((part) => part.includes(`from "talonario`))
    if (programs.length === 0) throw new Error(`${guide} shows no program`)
    await Promise.all(programs.map((program, i) => writeFile(join(folder, `${guide.replace(/\W/g, "-")}-${i}.ts`), program)))
  }
}
