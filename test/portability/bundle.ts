import { build, type BuildOptions, type Metafile } from "esbuild"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** Minified ES modules for no particular platform, with neither the Node nor the browser version of packages. */
const forEverywhere = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  format: "esm",
  platform: "neutral",
  target: "es2022",
  logLevel: "silent",
  write: false,
  metafile: true,
} satisfies BuildOptions

/** A bundle, and what it still imports. */
export interface Bundle {
  readonly text: string
  readonly imports: ReadonlySet<string>
}

const bundle = async (options: BuildOptions): Promise<Bundle> => {
  const { metafile, outputFiles: [file] } = await build({ ...options, ...forEverywhere })
  if (file === undefined) throw new Error("esbuild gave no file")
  return { text: file.text, imports: importsOf(metafile) }
}

const importsOf = ({ outputs }: Metafile): ReadonlySet<string> =>
  new Set(Object.values(outputs).flatMap(({ imports }) => imports.map(({ path }) => path)))

/** The smoke program with everything it needs. */
export const bundleSmoke = (): Promise<Bundle> => bundle({ entryPoints: ["test/portability/smoke.ts"] })

/** The folders of the rules: from amounts and taxes to issued, corrected and verified invoices. */
const rules = ["calendar", "commit", "fields", "identifiers", "invoices", "drafts", "quotes", "issuing", "corrections", "money",
  "numbering", "organizations", "pagination", "payments", "refusals", "registry", "signing", "tax"]

/** Similar folders side by side, which makes their bundle compress better. */
const others = ["verification", "submission", "certificates", "webhooks", "deliveries"]

/** Everything that the folders of the rules export, with what they need of the others. */
export const bundleRules = (): Promise<Bundle> => bundleCore({}, (room) => rules.includes(room))

/** Everything that files of the core export, with @noble/hashes; without effect, which the host provides. */
export const bundleCore = async (options: BuildOptions = {}, chosen: (room: string) => boolean = () => true): Promise<Bundle> => {
  const exported = await coreExports()
  const rooms = new Set([...rules, ...others, ...exported.map(([file]) => roomOf(file))])
  const lines = [...rooms].filter(chosen).flatMap((room) => exported.filter(([file]) => roomOf(file) === room))
    .map(([file, name], i) => `export { ${name} as e${i} } from "./${file}"`)
  return bundle({ stdin: { contents: lines.join("\n"), resolveDir: root }, external: ["effect"], ...options })
}

/** "tax" for "core/tax/rates.ts". */
const roomOf = (file: string): string => file.split("/")[1] ?? ""

/** File and name of each export of the core that exists at run time. */
const coreExports = async (): Promise<ReadonlyArray<readonly [file: string, name: string]>> => {
  const eachAlone = { entryPoints: ["core/**/*.ts"], bundle: false, outdir: "not written" }
  const { metafile } = await build({ ...forEverywhere, ...eachAlone })
  // The package's entry only re-exports.
  return Object.values(metafile.outputs).filter(({ entryPoint }) => entryPoint !== "core/index.ts")
    .flatMap(({ entryPoint = "", exports }) => exports.map((name) => [entryPoint, name] as const))
}
