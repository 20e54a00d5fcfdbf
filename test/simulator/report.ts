import type { History } from "./History.ts"
import { Life } from "./Life.ts"
import type { Told } from "./world/Clients.ts"

const cut = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text)

const requestLine = ({ answer, call: { ask, process, step } }: Told): string => {
  const body = ask.body === undefined ? "" : ` ${JSON.stringify(ask.body)}`
  const key = ask.once === null ? "" : ` key ${ask.once}`
  const came = answer === undefined ? "no answer" : `${answer.status} ${answer.text}`
  return `  step ${step}, process ${process}, ${ask.as}${key}: ${ask.method} ${ask.path}${cut(body)}\n    → ${cut(came)}`
}

/** A history as JSON with one step per line, for a file or a message. */
export const historyText = ({ steps, ...terms }: History): string => {
  const lines = steps.map((step) => `    ${JSON.stringify(step)}`)
  const head = Object.entries(terms).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`)
  return `{\n${head.join("\n")}\n  "steps": [\n${lines.join(",\n")}\n  ]\n}`
}

/** What is found in a history, and the last requests before it. */
export const findingText = (history: History, requests = 40): string => {
  const life = new Life(history)
  const found = life.live()
  if (found === undefined) return "nothing is found"
  const told = life.log.slice(-requests).map(requestLine)
  return [
    `found after step ${found.step} of ${history.steps.length}: ${found.problem}`,
    `the last ${told.length} of ${life.log.length} requests:`,
    ...told,
    "the history:",
    historyText(history),
  ].join("\n")
}
