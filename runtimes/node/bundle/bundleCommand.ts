import { build, type BuildOptions, type Metafile, type Plugin } from "esbuild"
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import manifest from "../../../package.json" with { type: "json" }

const root = fileURLToPath(new URL("../../../", import.meta.url))

/** As deep in `dist` as the modules that it is made of, which look for files of packages from where they are. */
const installed = join(root, "dist", "runtimes", "command")

/** How long files of former builds are kept: an hour. */
const keptMillis = 3_600_000

/** Packages whose hundreds of modules Node would otherwise find one by one. */
const gathered = /^(?:@?effect|fast-check|pure-rand)(?:\/|$)/

/** Packages written for CommonJS ask for Node's own modules at run time. */
const requireForPackages = "import{createRequire as createRequireOfNode}from\"node:module\";"
  + "const require=createRequireOfNode(import.meta.url);"

/** The packages that Talonario names, which are beside it wherever it runs, but for those that are gathered. */
const others = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).filter((name) => !gathered.test(name))

/** Leaves imports of those packages, and of their modules, to be found at run time. */
const leavingOutOthers: Plugin = {
  name: "leaving out others",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path }) =>
      others.some((name) => path === name || path.startsWith(`${name}/`)) ? { path, external: true } : undefined)
  },
}

/**
 * How to bundle compiled programs with Effect into a few files. Otherwise Node spends most of a start on finding more than a
 * thousand modules.
 */
export const bundling = {
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  logLevel: "warning",
  banner: { js: requireForPackages },
  plugins: [leavingOutOthers],
} satisfies BuildOptions

/** Bundles the compiled command `talonario` into a folder, with the licences of the packages that are in it. */
export const bundleCommand = async (folder: string = installed): Promise<void> => {
  const { metafile, outputFiles } = await build({
    ...bundling,
    absWorkingDir: root,
    entryPoints: [join(root, "dist", "runtimes", "node", "talonario.js")],
    outdir: folder,
    sourcemap: true,
    // The maps are for stack traces. Node reads them whole at the start.
    sourcesContent: false,
    metafile: true,
    write: false,
  })
  const licences = { path: join(folder, "LICENSES.txt"), contents: await licencesOf(metafile) }
  await mkdir(folder, { recursive: true })
  for (const file of [...outputFiles, licences]) await write(file)
  await removeUnused(folder, new Set([...outputFiles, licences].map(({ path }) => path)))
}

/** Leaves a file alone that is the same already: a service may just be loading it. Its time tells when a build last had it. */
const write = async ({ contents, path }: { readonly contents: Uint8Array | string; readonly path: string }): Promise<void> => {
  const isThere = await readFile(path).then((former) => former.equals(Buffer.from(contents)), () => false)
  const now = new Date()
  await (isThere ? utimes(path, now, now) : writeFile(path, contents))
}

/** Removes files of former builds, except those from which a service may still run that is yet to be restarted. */
const removeUnused = async (folder: string, used: ReadonlySet<string>): Promise<void> => {
  const paths = (await readdir(folder)).map((name) => join(folder, name)).filter((path) => !used.has(path))
  for (const path of paths) if (Date.now() - (await stat(path)).mtimeMs > keptMillis) await rm(path)
}

/** The licences of the packages from which a bundle has modules. */
const licencesOf = async ({ inputs }: Metafile): Promise<string> => {
  const packages = Object.keys(inputs).flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [])
  const texts = [...new Set(packages)].toSorted().map(async (path) => {
    const names = (await readdir(join(root, path))).filter((name) => /^licen[cs]e/i.test(name))
    if (names.length === 0) throw new Error(`${path} has no licence to ship beside the bundle`)
    const licences = await Promise.all(names.map((name) => readFile(join(root, path, name), "utf8")))
    return `${path.replace(/^.*node_modules\//, "")}\n\n${licences.join("\n").trim()}\n`
  })
  return (await Promise.all(texts)).join(`\n${"-".repeat(72)}\n\n`)
}
