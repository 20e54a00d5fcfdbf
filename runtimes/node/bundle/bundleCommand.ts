import { build, type Metafile, type Plugin } from "esbuild"
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

/**
 * Bundles the compiled command `talonario` with Effect into a few files, beside which it writes the licences of what is in them.
 * Otherwise Node spends most of a start on finding more than a thousand modules. Other packages that Talonario names are left
 * out, as the deployment has them.
 */
export const bundleCommand = async (folder: string = installed): Promise<void> => {
  const named = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(root, "dist", "runtimes", "node", "talonario.js")],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    sourcemap: true,
    // The maps are for stack traces. Node reads them whole at the start.
    sourcesContent: false,
    metafile: true,
    write: false,
    logLevel: "warning",
    banner: { js: requireForPackages },
    plugins: [leftOut(named.filter((name) => !gathered.test(name)))],
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

/** Leaves imports of these packages, and of their modules, to be found at run time. */
const leftOut = (packages: ReadonlyArray<string>): Plugin => ({
  name: "left out",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path }) => packages.some((name) => path === name || path.startsWith(`${name}/`))
      ? { path, external: true }
      : undefined)
  },
})

/** The licences of the packages from which a bundle has modules. */
const licencesOf = async ({ inputs }: Metafile): Promise<string> => {
  const packages = Object.keys(inputs).flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [])
  const texts = [...new Set(packages)].toSorted().map(async (path) => {
    const names = (await readdir(join(root, path))).filter((name) => /^licen[cs]e/i.test(name))
    const licences = await Promise.all(names.map((name) => readFile(join(root, path, name), "utf8")))
    return `${path.replace(/^.*node_modules\//, "")}\n\n${licences.join("\n").trim()}\n`
  })
  return (await Promise.all(texts)).join(`\n${"-".repeat(72)}\n\n`)
}
