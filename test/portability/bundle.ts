import { build, type BuildOptions, type Metafile } from "esbuild"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** Minified ES modules for no platform: packages are asked for neither their Node nor their browser side. */
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

/** The smoke program with all that it needs. */
export const bundleSmoke = (): Promise<Bundle> => bundle({ entryPoints: ["test/portability/smoke.ts"] })

/** The rooms of the rules: from amounts and taxes to issued, corrected and verified invoices. */
const rules = ["calendar", "commit", "fields", "identifiers", "invoices", "drafts", "quotes", "issuing", "corrections", "money",
  "numbering", "organizations", "pagination", "payments", "refusals", "registry", "signing", "tax"]

/** Rooms with much in common stand side by side: it is what a bundle of them packs well by. */
const others = ["verification", "submission", "certificates", "webhooks", "deliveries"]

/** What the rooms of the rules export, and what of the others they need. */
export const bundleRules = (): Promise<Bundle> => bundleCore({}, (room) => rules.includes(room))

/** Whatever any file of the core exports, with @noble/hashes; effect stays outside, as the host brings it. */
export const bundleCore = async (options: BuildOptions = {}, chosen: (room: string) => boolean = () => true): Promise<Bundle> => {
  const exported = await coreExports()
  const rooms = new Set([...rules, ...others, ...exported.map(([file]) => roomOf(file))])
  const lines = [...rooms].filter(chosen).flatMap((room) => exported.filter(([file]) => roomOf(file) === room))
    .map(([file, name], i) => `export { ${name} as e${i} } from "./${file}"`)
  return bundle({ stdin: { contents: lines.join("\n"), resolveDir: root }, external: ["effect"], ...options })
}

/** "core/tax/rates.ts" is in "tax". */
const roomOf = (file: string): string => file.split("/")[1] ?? ""

/** File and name of everything that the core exports and that is there at run time. */
const coreExports = async (): Promise<ReadonlyArray<readonly [file: string, name: string]>> => {
  const eachAlone = { entryPoints: ["core/**/*.ts"], bundle: false, outdir: "not written" }
  const { metafile } = await build({ ...forEverywhere, ...eachAlone })
  // The package's entry exports what others have.
  return Object.values(metafile.outputs).filter(({ entryPoint }) => entryPoint !== "core/index.ts")
    .flatMap(({ entryPoint = "", exports }) => exports.map((name) => [entryPoint, name] as const))
}
