import { Stryker } from "@stryker-mutator/core"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readOptions, rooms } from "./options.ts"
import { scoreOf } from "./score.ts"

// Breaks a copy of the core, one small change at a time, and counts the changes that the folder's own tests notice.
// docs/mutation.md lists those that go unnoticed.

/** The lowest accepted percentage of noticed changes per folder. */
const least = 90

const mutate = (room: string, files: Array<string>) =>
  new Stryker({
    configFile: "test/mutation/stryker.config.json",
    mutate: files,
    vitest: { configFile: "test/mutation/vitest.config.ts", dir: `test/${room}` },
    // Outside the repository, where no other tool comes across the copies.
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
