import { build, type BuildOptions, type Metafile } from "esbuild"
import { cp, mkdir, rename, rm, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { fontkitForTrueType } from "./fontkitForTrueType.ts"
import { leavingOut } from "./leavingOut.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

/** Files of packages that are read at run time, beside the packages' licences. */
const fonts = ["dejavu-fonts-ttf/package.json", "dejavu-fonts-ttf/LICENSE", "dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf",
  "dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf"]
const swagger = ["package.json", "LICENSE", "NOTICE", "swagger-ui.css", "swagger-ui-bundle.js",
  "swagger-ui-bundle.js.LICENSE.txt", "favicon-32x32.png"].map((name) => `swagger-ui-dist/${name}`)

/** The functions: each is a module of this folder's parent, and what it reads. */
const functions = { http: [...fonts, ...swagger], sqs: fonts, schedule: fonts, migrate: [] }
export type FunctionName = keyof typeof functions

/** The functions that a deployment can have. */
export const functionNames: ReadonlyArray<FunctionName> = ["http", "sqs", "schedule", "migrate"]

/** What a function weighs, in bytes. */
export interface BundledFunction {
  readonly name: FunctionName
  /** JavaScript that is loaded before the first event. */
  readonly atLoad: number
  /** All JavaScript, with what is loaded when it is first needed. */
  readonly all: number
}

/** Packages written for CommonJS ask for Node's own modules at run time. */
const requireForPackages = "import{createRequire as createRequireOfNode}from\"node:module\";"
  + "const require=createRequireOfNode(import.meta.url);"

const options = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  outExtension: { ".js": ".mjs" },
  // ES modules where a package has both: names that nobody uses fall away, and `import()` finds those of CommonJS.
  mainFields: ["module", "main"],
  // The native driver is not used. Nor is the SDK: functions do not receive messages by themselves, and send them without
  // it.
  external: ["pg-native", "@aws-sdk/client-sqs"],
  // Later versions of Node have it. Asked for it, the driver need not try what else the platform could be, with all of fetch.
  define: { navigator: "{\"userAgent\":\"Node.js\"}" },
  banner: { js: requireForPackages },
  legalComments: "external",
  sourcemap: "external",
  metafile: true,
  logLevel: "warning",
  plugins: [fontkitForTrueType, leavingOut],
} satisfies BuildOptions

/**
 * Writes a folder for each function, to be deployed as a zip whose handler is `index.handler`, and the source maps beside
 * them under `source-maps`.
 */
export const bundleFunctions = async (folder: string): Promise<ReadonlyArray<BundledFunction>> => {
  const bundled: Array<BundledFunction> = []
  for (const name of functionNames) bundled.push(await bundleFunction(name, folder))
  return bundled
}

const bundleFunction = async (name: FunctionName, folder: string): Promise<BundledFunction> => {
  const target = join(folder, name)
  const maps = join(folder, "source-maps", name)
  for (const made of [target, maps]) await rm(made, { recursive: true, force: true })
  await mkdir(maps, { recursive: true })
  const entryPoints = [{ in: join(root, "runtimes", "lambda", `${name}.ts`), out: "index" }]
  const { metafile } = await build({ ...options, entryPoints, outdir: target })
  for (const file of Object.keys(metafile.outputs).filter((output) => output.endsWith(".map"))) {
    await rename(join(root, file), join(maps, basename(file)))
  }
  for (const file of functions[name]) {
    await mkdir(dirname(join(target, "node_modules", file)), { recursive: true })
    await cp(join(root, "node_modules", file), join(target, "node_modules", file))
  }
  await writeFile(join(target, "package.json"), JSON.stringify({ type: "module" }))
  return { name, ...weights(metafile) }
}

/** Follows what the entry imports at once. */
const weights = ({ outputs }: Metafile): Pick<BundledFunction, "atLoad" | "all"> => {
  const scripts = Object.entries(outputs).filter(([file]) => file.endsWith(".mjs"))
  const seen = new Set(scripts.map(([file]) => file).filter((file) => basename(file) === "index.mjs"))
  for (const file of seen) {
    for (const { kind, path } of outputs[file]?.imports ?? []) {
      if (kind === "import-statement" && path in outputs) seen.add(path)
    }
  }
  const sum = (files: ReadonlyArray<string>): number =>
    files.reduce((total, file) => total + (outputs[file]?.bytes ?? 0), 0)
  return { atLoad: sum([...seen]), all: sum(scripts.map(([file]) => file)) }
}
