import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import type { Edit, PlantedFault } from "./faults/PlantedFault.ts"
import type { History } from "./History.ts"
import type * as living from "./Life.ts"
import type * as shrinking from "./shrinkHistory.ts"
import type * as simulating from "./simulate.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** What a copy needs for the simulator to run. */
const sources = [
  "package.json", "core", "adapters", "runtimes", "test/simulator", "test/support", "test/webhooks", "test/submission",
  "test/tax/totalsOracle.ts",
]

/** The text with the edit; throws unless the edit applies in exactly one place. */
const spoiled = (text: string, { file, replace, search }: Edit): string => {
  const parts = text.split(search)
  if (parts.length !== 2) throw new Error(`the fault does not apply: ${parts.length - 1} places in ${file}`)
  return parts.join(replace)
}

/** The files that the fault changes, with the fault; throws when it does not apply. */
export const planted = ({ edits }: PlantedFault): ReadonlyMap<string, string> => {
  const texts = new Map<string, string>()
  for (const edit of edits) {
    texts.set(edit.file, spoiled(texts.get(edit.file) ?? readFileSync(join(root, edit.file), "utf8"), edit))
  }
  return texts
}

/** What the trace needs besides. */
const traceSources = ["test/trace", "test/lambda"]

const makeFaulty = (folder: string, fault: PlantedFault): void => {
  for (const source of [...sources, ...(fault.by === "trace" ? traceSources : [])]) {
    cpSync(join(root, source), join(folder, source), { recursive: true })
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  for (const [file, text] of planted(fault)) writeFileSync(join(folder, file), text)
}

/** The first difference that the trace finds in a copy of the sources with the fault; undefined when it finds none. */
export const traceOfPlanted = (fault: PlantedFault): string | undefined => {
  const folder = mkdtempSync(join(tmpdir(), "talonario-planted-"))
  try {
    makeFaulty(folder, fault)
    const config = {
      root: folder,
      test: { include: ["test/trace/*.test.ts"], globalSetup: ["test/support/postgresServer.ts"] },
    }
    writeFileSync(join(folder, "vitest.config.mjs"), `export default ${JSON.stringify(config)}`)
    const vitest = join(folder, "node_modules", "vitest", "vitest.mjs")
    const env = { ...process.env, TRACE_STEPS: String(fault.within) }
    const { stderr, stdout } = spawnSync(process.execPath, [vitest, "run"], { cwd: folder, env, encoding: "utf8" })
    return /request \d+, PostgreSQL.*/.exec(`${stdout}${stderr}`)?.[0]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The simulator of a copy of the sources with the fault. */
export interface FaultySimulator {
  readonly simulate: typeof simulating.simulate
  readonly shrinkHistory: typeof shrinking.shrinkHistory
  readonly find: (history: History) => living.Finding | undefined
}

/** Uses the simulator of a copy of the sources with the fault; the copy is removed afterwards. */
export const withPlanted = async <A>(fault: PlantedFault, use: (simulator: FaultySimulator) => Promise<A>): Promise<A> => {
  const folder = mkdtempSync(join(tmpdir(), "talonario-planted-"))
  const addressOf = (name: string): string => pathToFileURL(join(folder, "test/simulator", name)).href
  try {
    makeFaulty(folder, fault)
    const { simulate }: typeof simulating = await import(addressOf("simulate.ts"))
    const { shrinkHistory }: typeof shrinking = await import(addressOf("shrinkHistory.ts"))
    const { Life }: typeof living = await import(addressOf("Life.ts"))
    return await use({ simulate, shrinkHistory, find: (history) => new Life(history).live() })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
