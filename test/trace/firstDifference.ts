import type { Answer } from "../../runtimes/memory/exchange.ts"

/** Headers that belong to the connection rather than the answer. */
const ofTransport = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"])

const comparedHeaders = ({ headers }: Answer): ReadonlyArray<string> =>
  Object.entries(headers).filter(([name]) => !ofTransport.has(name)).map(([name, value]) => `${name}: ${value}`).toSorted()

/** The first difference between two answers, the connection's headers aside; undefined when there is none. */
export const firstDifference = (expected: Answer, found: Answer): string | undefined => {
  if (expected.status !== found.status) return `expected status ${expected.status}, found ${found.status} ${found.text.slice(0, 200)}`
  const [ours, theirs] = [comparedHeaders(expected), comparedHeaders(found)]
  const header = ours.find((line) => !theirs.includes(line)) ?? theirs.find((line) => !ours.includes(line))
  if (header !== undefined) return `only one of both has the header ${header}`
  if (expected.bytes.length === found.bytes.length && Buffer.compare(expected.bytes, found.bytes) === 0) return undefined
  const at = [...expected.text].findIndex((letter, place) => letter !== found.text[place])
  const around = (text: string): string => text.slice(Math.max(0, at - 60), at + 100)
  return `body at ${at}: expected …${around(expected.text)}…, found …${around(found.text)}…`
}
