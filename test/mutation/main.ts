import { Stryker } from "@stryker-mutator/core"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readOptions, rooms } from "./options.ts"
import { scoreOf } from "./score.ts"

// Breaks the core on purpose, in a copy, one small change at a time,
// and counts the changes that the room's own tests notice. docs/mutation.md tells of those that none does.

/** The least share of noticed changes in each room, percent. */
const least = 90

const mutate = (room: string, files: Array<string>) =>
  new Stryker({
    configFile: "test/mutation/stryker.config.json",
    mutate: files,
    vitest: { configFile: "test/mutation/vitest.config.ts", dir: `test/${room}` },
    // Outside the tree, so that no tool that looks at the tree finds the copies.
    tempDirName: join(tmpdir(), "talonario-mutation"),
    jsonReporter: { fileName: `node_modules/.cache/mutation/${room}.json` },
  }).runMutationTest()

const mutateAll = async (named: ReadonlyArray<string>): Promise<void> => {
  const scores: Array<string> = []
  for (const room of rooms) {
    const whole = named.length === 0 || named.includes(room)
    const files = whole ? [`core/${room}/**/*.ts`] : named.filter((name) => name.startsWith(`core/${room}/`))
    if (files.length === 0) continue
    const score = scoreOf(await mutate(room, files))
    scores.push(`core/${room}: ${score.noticed} of ${score.valid} noticed, ${score.percent.toFixed(2)} %`)
    if (!(score.percent >= least)) process.exitCode = 1
  }
  console.log(`\n${scores.join("\n")}`)
}

const options = readOptions(process.argv.slice(2))
if ("text" in options) {
  console.log(options.text)
  process.exitCode = options.exitCode
} else await mutateAll(options.named)
