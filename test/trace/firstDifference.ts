import type { Answer } from "../../runtimes/memory/exchange.ts"

/** Headers that a server adds for its connection's sake, and the length that it tells. */
const ofTransport = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"])

const told = ({ headers }: Answer): ReadonlyArray<string> =>
  Object.entries(headers).filter(([name]) => !ofTransport.has(name)).map(([name, value]) => `${name}: ${value}`).toSorted()

/** In what two answers differ first; undefined when they are the same but for the connection. */
export const firstDifference = (expected: Answer, found: Answer): string | undefined => {
  if (expected.status !== found.status) return `status ${expected.status}, there ${found.status} ${found.text.slice(0, 200)}`
  const [ours, theirs] = [told(expected), told(found)]
  const header = ours.find((line) => !theirs.includes(line)) ?? theirs.find((line) => !ours.includes(line))
  if (header !== undefined) return `header ${header} only on one side`
  if (expected.bytes.length === found.bytes.length && Buffer.compare(expected.bytes, found.bytes) === 0) return undefined
  const at = [...expected.text].findIndex((letter, place) => letter !== found.text[place])
  const around = (text: string): string => text.slice(Math.max(0, at - 60), at + 100)
  return `body at ${at}: …${around(expected.text)}… there …${around(found.text)}…`
}
