import { parseArgs } from "node:util"
import { keepHistory, keptIn } from "./keptHistories.ts"
import { findingText } from "./report.ts"
import { shrinkHistory } from "./shrinkHistory.ts"
import { type Run, simulate } from "./simulate.ts"

// `npm run simulate -- [--seed n] [--steps n] [--keep name] [--history file]`: docs/simulator.md.

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Math.floor(Date.now() / 1_000) % 1_000_000) },
    steps: { type: "string", default: "20000" },
    longest: { type: "string", default: "600" },
    keep: { type: "string" },
    history: { type: "string" },
    shrink: { type: "string", default: "60" },
  },
})

const begun = performance.now()
const pace = ({ lives, requests, steps }: Run): string => {
  const seconds = (performance.now() - begun) / 1_000
  return `${steps} steps, ${requests} requests in ${lives} lives, ${Math.round(steps / seconds)} steps/s`
}

const replayed = (file: string): void => {
  const { history, name } = keptIn(file)
  console.log(`${name}: ${findingText(history)}`)
}

const run = (): void => {
  const seed = Number(values.seed)
  console.log(`seed ${seed}`)
  let told = begun
  const ran = simulate(seed, Number(values.steps), Number(values.longest), (sofar) => {
    if (performance.now() - told < 5_000) return
    told = performance.now()
    console.log(pace(sofar))
  })
  console.log(pace(ran))
  if (ran.found === undefined) return
  process.exitCode = 1
  const { finding, history } = ran.found
  console.log(`seed ${ran.found.seed}: ${finding.problem}\nshrinking, for ${values.shrink} seconds at most …`)
  const small = shrinkHistory(history, finding, Number(values.shrink) * 1_000)
  console.log(findingText(small))
  if (values.keep !== undefined) console.log(`kept as ${keepHistory(values.keep, finding.problem, small)}`)
}

if (values.history === undefined) run()
else replayed(values.history)
