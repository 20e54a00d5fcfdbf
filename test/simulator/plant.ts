import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import type { Edit, PlantedFault } from "./faults/PlantedFault.ts"
import type { Run } from "./simulate.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** What the simulator is made of. */
const sources = [
  "package.json", "core", "adapters", "runtimes", "test/simulator", "test/support", "test/webhooks", "test/submission",
  "test/tax/totalsOracle.ts",
]

/** The text with the fault; throws when it is not as the fault has it. */
const spoiled = (text: string, { file, replace, search }: Edit): string => {
  const parts = text.split(search)
  if (parts.length !== 2) throw new Error(`the fault does not apply: ${parts.length - 1} places in ${file}`)
  return parts.join(replace)
}

/** The files that the fault changes, as they are with it; throws when it does not apply. */
export const planted = ({ edits }: PlantedFault): ReadonlyMap<string, string> => {
  const texts = new Map<string, string>()
  for (const edit of edits) {
    texts.set(edit.file, spoiled(texts.get(edit.file) ?? readFileSync(join(root, edit.file), "utf8"), edit))
  }
  return texts
}

const makeFaulty = (folder: string, fault: PlantedFault): void => {
  for (const source of sources) cpSync(join(root, source), join(folder, source), { recursive: true })
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  for (const [file, text] of planted(fault)) writeFileSync(join(folder, file), text)
}

/** Runs the simulator on a copy of the sources that has the fault, from seed 1. */
export const runPlanted = async (fault: PlantedFault): Promise<Run> => {
  const folder = mkdtempSync(join(tmpdir(), "talonario-planted-"))
  try {
    makeFaulty(folder, fault)
    const copy: typeof import("./simulate.ts") = await import(pathToFileURL(join(folder, "test/simulator/simulate.ts")).href)
    return copy.simulate(1, fault.within)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
