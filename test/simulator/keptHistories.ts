import { Schema } from "effect"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { type History, KeptHistory } from "./History.ts"
import { historyText } from "./report.ts"

const folder = new URL("histories/", import.meta.url)
const decode = Schema.decodeUnknownSync(Schema.parseJson(KeptHistory))

/** Reads a history from a file. */
export const keptIn = (file: string | URL): typeof KeptHistory.Type => decode(readFileSync(file, "utf8"))

/** Every history that is kept. */
export const keptHistories = (): ReadonlyArray<typeof KeptHistory.Type> =>
  readdirSync(folder).filter((file) => file.endsWith(".json")).map((file) => keptIn(new URL(file, folder)))

/** Keeps a history under a name; returns the path of its file. */
export const keepHistory = (name: string, found: string, history: History): string => {
  const file = new URL(`${name.replaceAll(/\W+/g, "-")}.json`, folder)
  const head = `{\n"name": ${JSON.stringify(name)},\n"found": ${JSON.stringify(withoutStack(found))},\n`
  writeFileSync(file, `${head}"history": ${historyText(history)}\n}\n`)
  return file.pathname
}

/** Removes the stack, which names folders of the machine that found the problem. */
const withoutStack = (problem: string): string => problem.replace(/(?:\n\s+at .*)+/g, "")
