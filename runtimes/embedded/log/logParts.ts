import { Inspectable } from "effect"

/** What was logged: its words as one sentence, and its facts by their names. */
export interface LogParts {
  readonly text: string
  readonly details: Readonly<Record<string, unknown>>
}

/** The parts of a message of Effect's log, which may be one or several: an object is details, all else is text. */
export const logPartsOf = (message: unknown): LogParts => {
  const parts: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
  const words = parts.filter((part) => !isRecord(part)).map(wordOf)
  return { text: words.join(" "), details: Object.assign({}, ...parts.filter(isRecord)) }
}

const isRecord = (part: unknown): part is object =>
  typeof part === "object" && part !== null && !Array.isArray(part) && !(part instanceof Error)

const wordOf = (part: unknown): string => (part instanceof Error ? String(part) : Inspectable.toStringUnknown(part, 0))
