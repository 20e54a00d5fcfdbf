import { Schema } from "effect"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { type History, KeptHistory } from "./History.ts"
import { historyText } from "./report.ts"

const folder = new URL("histories/", import.meta.url)
const decode = Schema.decodeUnknownSync(Schema.parseJson(KeptHistory))

/** A history of a file; its path as it stands, or relative to here. */
export const keptIn = (file: string | URL): typeof KeptHistory.Type => decode(readFileSync(file, "utf8"))

/** Every history that is kept. */
export const keptHistories = (): ReadonlyArray<typeof KeptHistory.Type> =>
  readdirSync(folder).filter((file) => file.endsWith(".json")).map((file) => keptIn(new URL(file, folder)))

/** Keeps a history under a name; answers the file. */
export const keepHistory = (name: string, found: string, history: History): string => {
  const file = new URL(`${name.replaceAll(/\W+/g, "-")}.json`, folder)
  const head = `{\n"name": ${JSON.stringify(name)},\n"found": ${JSON.stringify(withoutStack(found))},\n`
  writeFileSync(file, `${head}"history": ${historyText(history)}\n}\n`)
  return file.pathname
}

/** Where it broke names folders of the machine that found it. */
const withoutStack = (problem: string): string => problem.replace(/(?:\n\s+at .*)+/g, "")
