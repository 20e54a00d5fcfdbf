import { textLines } from "./cleanText.ts"
import type { Run, Style, Typesetter } from "./typesetter.ts"
import { piecesOf, wholeRun, type Word, wordsOf } from "./wordBreaking.ts"

/** One line of text, broken and in visual order. */
export interface Line {
  readonly runs: ReadonlyArray<Run>
  /** Points. */
  readonly width: number
  readonly style: Style
  /** Whether its last word goes on in the next line, so that no space is between the two. */
  readonly divided: boolean
}

// Runs in visual order, by rule L2 of the bidirectional algorithm (UAX 9): from the highest level down, each sequence of runs
// at that level or above is reversed.
const visualOrder = (runs: ReadonlyArray<Run>): ReadonlyArray<Run> => {
  const ordered = [...runs]
  const highest = runs.reduce((level, run) => Math.max(level, run.level), 0)
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let to = from
      while ((ordered[to]?.level ?? -1) >= level) to++
      ordered.slice(from, to).forEach((run, index) => (ordered[to - 1 - index] = run))
      from = to
    }
  }
  return ordered
}

/** Joins neighbouring runs of plain text in one font. */
const joined = (runs: ReadonlyArray<Run>): ReadonlyArray<Run> => {
  const joint: Array<Run> = []
  for (const run of runs) {
    const last = joint.at(-1)
    if (last === undefined || last.plain === "" || run.plain === "" || last.font !== run.font) joint.push(run)
    else joint[joint.length - 1] = { ...last, width: last.width + run.width, plain: last.plain + run.plain }
  }
  return joint
}

const lineOf = (words: ReadonlyArray<Word>, style: Style, isLast: boolean): Line => {
  const runs = words.flatMap((word, index) =>
    word.spaces === null || index === words.length - 1 ? word.runs : [...word.runs, word.spaces])
  const divided = !isLast && words.at(-1)?.spaces === null
  return { runs: joined(visualOrder(runs)), width: runs.reduce((sum, run) => sum + run.width, 0), style, divided }
}

// How much wider than allowed a line may be, in points, since sums are rounded.
const tolerance = 0.01

const brokenLines = (
  typesetter: Typesetter,
  text: string,
  style: Style,
  max: number,
): ReadonlyArray<Line> => {
  const words = wordsOf(typesetter, text, style).flatMap((word) =>
    word.width <= max + tolerance ? [word] : piecesOf(typesetter, word, style, max))
  const lines: Array<Line> = []
  let from = 0
  let width = 0
  for (const [index, word] of words.entries()) {
    if (index > from && width + word.width > max + tolerance) {
      lines.push(lineOf(words.slice(from, index), style, false))
      from = index
      width = 0
    }
    width += word.width + (word.spaces?.width ?? 0)
  }
  lines.push(lineOf(words.slice(from), style, true))
  return lines
}

/** The text in lines of at most `max` points; its own line breaks are kept. A word that is too long is divided. */
export const linesOf = (
  typesetter: Typesetter,
  text: string,
  style: Style,
  max: number,
): ReadonlyArray<Line> =>
  textLines(text).flatMap((line) => {
    const run = wholeRun(typesetter, line, style)
    return run !== null && run.width <= max ? [{ runs: [run], width: run.width, style, divided: false }]
      : brokenLines(typesetter, line, style, max)
  })

/** The width of the longest line, in points. */
export const naturalWidth = (lines: ReadonlyArray<Line>): number =>
  lines.reduce((widest, line) => Math.max(widest, line.width), 0)

/** The width of the text when only its own line breaks divide it, in points. */
export const textWidth = (typesetter: Typesetter, text: string, style: Style): number => {
  let width = 0
  for (const line of textLines(text)) {
    const run = wholeRun(typesetter, line, style)
    width = Math.max(width, run?.width ?? naturalWidth(brokenLines(typesetter, line, style, Infinity)))
  }
  return width
}
