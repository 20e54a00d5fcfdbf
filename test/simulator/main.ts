import { keepHistory, keptIn } from "./keptHistories.ts"
import { type Options, readOptions } from "./options.ts"
import { findingText } from "./report.ts"
import { shrinkHistory } from "./shrinkHistory.ts"
import { type Run, simulate } from "./simulate.ts"

// `npm run simulate`: see docs/simulator.md.

const begun = performance.now()
const pace = ({ lives, requests, steps }: Run): string => {
  const seconds = (performance.now() - begun) / 1_000
  return `${steps} steps, ${requests} requests in ${lives} lives, ${Math.round(steps / seconds)} steps/s`
}

const replayed = (file: string): void => {
  const { history, name } = keptIn(file)
  console.log(`${name}: ${findingText(history)}`)
}

const run = async ({ keep, longest, seed, shrink, steps }: Options): Promise<void> => {
  console.log(`seed ${seed}`)
  let told = begun
  const ran = await simulate(seed, steps, longest, (sofar) => {
    if (performance.now() - told < 5_000) return
    told = performance.now()
    console.log(pace(sofar))
  })
  console.log(pace(ran))
  if (ran.found === undefined) return
  process.exitCode = 1
  const { finding, history } = ran.found
  console.log(`seed ${ran.found.seed}: ${finding.problem}\nshrinking, for ${shrink} seconds at most …`)
  const small = shrinkHistory(history, finding, shrink * 1_000)
  console.log(findingText(small))
  if (keep !== undefined) console.log(`kept as ${keepHistory(keep, finding.problem, small)}`)
}

const options = readOptions(process.argv.slice(2))
if ("text" in options) {
  console.log(options.text)
  process.exitCode = options.exitCode
} else if (options.history === undefined) await run(options)
else replayed(options.history)
