import { hex } from "../file/numbers.ts"
import { showGlyphs } from "../fonts/embeddedFace.ts"
import { hasAll, plainGlyphs, widthOf } from "../fonts/face.ts"
import type { Glyph } from "../fonts/shaper.ts"
import { standInFor, standInsPerFont, standInWidth } from "../fonts/standIns.ts"
import { type Atom, atomsOf } from "./atoms.ts"
import { embeddedFaceOf, type Run, type Style, type Typesetter } from "./typesetter.ts"

/** What stays on one line, and the spaces after it, which are dropped when the line ends there. */
export interface Word {
  readonly runs: ReadonlyArray<Run>
  /** In points, without the spaces. */
  readonly width: number
  readonly spaces: Run | null
  /** Null for a word of plain text, which has not been divided into atoms. */
  readonly atoms: ReadonlyArray<Atom> | null
}

const fontName = (bold: boolean): string => bold ? "F2" : "F1"

const plainRun = (typesetter: Typesetter, plain: string, { bold, size }: Style): Run => ({
  level: 0,
  width: (widthOf(embeddedFaceOf(typesetter, bold).face, plain) * size) / 1000,
  font: fontName(bold),
  plain,
  show: "",
})

const boxRun = ({ standIns }: Typesetter, atom: Atom, { size }: Style): Run => {
  const number = standInFor(standIns, atom.text)
  const standIn = standIns.all[number]
  return {
    level: atom.level,
    width: standIn === undefined ? 0 : (standInWidth(standIn) * size) / 1000,
    font: `B${Math.floor(number / standInsPerFont)}`,
    plain: "",
    show: `<${hex(number % standInsPerFont, 2)}>Tj`,
  }
}

/**
 * Matches text that cannot be set character by character: scripts whose letters join, marks that stack. Variation selectors
 * count as marks in Unicode, but are not drawn.
 */
const shaped = /(?![\ufe00-\ufe0f])[\p{M}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Lao}]/u

/** Whether a text needs a shaper to be set well. */
export const needsShaping = (text: string): boolean => shaped.test(text)

const glyphsOf = (typesetter: Typesetter, text: string, { kind, level, reads }: Atom): ReadonlyArray<Glyph> => {
  const { face } = embeddedFaceOf(typesetter, kind === "bold")
  const leftward = level % 2 === 1
  const shaper = needsShaping(text) ? typesetter.shapers?.[kind === "bold" ? "bold" : "regular"] : undefined
  if (shaper !== undefined) return shaper(text, leftward)
  const glyphs = plainGlyphs(face, text.replace(/\p{Default_Ignorable_Code_Point}/gu, ""))
  // A mirrored bracket is alone in its run.
  if (text.length === 1 && reads !== text) return glyphs.map((glyph) => ({ ...glyph, text: reads }))
  return leftward ? glyphs.toReversed() : glyphs
}

const faceRun = (typesetter: Typesetter, text: string, { size }: Style, atom: Atom): Run => {
  const bold = atom.kind === "bold"
  const key = `${atom.kind} ${size} ${atom.level % 2} ${atom.reads === atom.text ? "" : atom.reads} ${text}`
  let shown = typesetter.shown.get(key)
  if (shown === undefined) {
    shown = showGlyphs(embeddedFaceOf(typesetter, bold), glyphsOf(typesetter, text, atom), size)
    typesetter.shown.set(key, shown)
  }
  return { level: atom.level, width: (shown.width * size) / 1000, font: fontName(bold), plain: "", show: shown.show }
}

/** Whether two neighbours are in one run. */
const together = (a: Atom, b: Atom): boolean =>
  a.kind === b.kind && a.kind !== "box" && a.level === b.level
  && (a.level % 2 === 0 || (a.cursive && b.cursive))

const runsOf = (typesetter: Typesetter, atoms: ReadonlyArray<Atom>, style: Style): ReadonlyArray<Run> => {
  const runs: Array<Run> = []
  for (let from = 0, to = 1; from < atoms.length; from = to, to++) {
    const first = atoms[from]
    if (first === undefined) break
    let text = first.text
    for (let next = atoms[to]; next !== undefined && together(first, next); next = atoms[++to]) {
      text += next.text
    }
    runs.push(
      first.kind === "box" ? boxRun(typesetter, first, style) : faceRun(typesetter, text, style, first),
    )
  }
  return runs
}

// All spaces after a word are one run, whatever their direction.
const spaceRun = (typesetter: Typesetter, spaces: ReadonlyArray<Atom>, style: Style): Run | null => {
  const first = spaces[0]
  if (first === undefined) return null
  return faceRun(typesetter, " ".repeat(spaces.length), style, first)
}

/** A word of these atoms; `spaces` are those that follow it. */
const wordOf = (
  typesetter: Typesetter,
  atoms: ReadonlyArray<Atom>,
  style: Style,
  spaces: ReadonlyArray<Atom>,
): Word => {
  const runs = runsOf(typesetter, atoms, style)
  return {
    runs,
    width: runs.reduce((sum, run) => sum + run.width, 0),
    spaces: spaceRun(typesetter, spaces, style),
    atoms,
  }
}

const letter = /^\p{L}/u

// Whether a line may end before `next`: at an invisible break, before a stand-in (mostly ideographs and emoji), and after a
// hyphen or slash between letters, but never after the sign of a number.
const endsBefore = (next: Atom, atoms: ReadonlyArray<Atom>): boolean =>
  next.kind === "break"
  || next.kind === "box"
  || (/^[-/\u2010\u2013\u2014]$/.test(atoms.at(-1)?.text ?? "")
    && letter.test(next.text) && letter.test(atoms.at(-2)?.text ?? ""))

// The same rule, for plain text.
const plainWord = /(?<= )(?=[^ ])|(?<=\p{L}[-/])(?=\p{L})/u

const plainWords = (typesetter: Typesetter, text: string, style: Style): ReadonlyArray<Word> =>
  text.split(plainWord).map((part) => {
    let end = part.length
    while (part.charCodeAt(end - 1) === 0x20) end--
    const run = plainRun(typesetter, part.slice(0, end), style)
    return {
      runs: end === 0 ? [] : [run],
      width: run.width,
      spaces: end === part.length ? null : plainRun(typesetter, part.slice(end), style),
      atoms: null,
    }
  })

// Text in Latin, Greek and Cyrillic letters, figures and signs, which can be set character by character, from the left.
const plainText = new RegExp(
  "^[\\x20-\\x7e\\xa0-\\u02af\\u0370-\\u0482\\u048a-\\u052f\\u1e00-\\u1fff"
    + "\\u2010-\\u2027\\u2030-\\u205e\\u20a0-\\u20bf\\u2100-\\u22ff]*$",
)

const isPlain = (typesetter: Typesetter, text: string, { bold }: Style): boolean =>
  plainText.test(text) && hasAll(embeddedFaceOf(typesetter, bold).face, text)

/** The whole text as one run; null when it is not plain, or ends in a space. */
export const wholeRun = (typesetter: Typesetter, text: string, style: Style): Run | null =>
  text.endsWith(" ") || !isPlain(typesetter, text, style) ? null : plainRun(typesetter, text, style)

/** The words of one line of clean text, in logical order. */
export const wordsOf = (typesetter: Typesetter, text: string, style: Style): ReadonlyArray<Word> => {
  if (isPlain(typesetter, text, style)) return plainWords(typesetter, text, style)
  const words: Array<Word> = []
  let atoms: Array<Atom> = []
  let spaces: Array<Atom> = []
  const end = (): void => {
    if (atoms.length + spaces.length > 0) words.push(wordOf(typesetter, atoms, style, spaces))
    atoms = []
    spaces = []
  }
  for (const atom of atomsOf(typesetter, text, style)) {
    if (atom.text === " ") spaces.push(atom)
    else {
      if (spaces.length > 0 || endsBefore(atom, atoms)) end()
      if (atom.kind !== "break") atoms.push(atom)
    }
  }
  end()
  return words
}

const partsWell = /[-/@._,;:=?&]$/

/** Divides a word that is wider than a line into pieces that are not. They end after a dot or the like where possible. */
export const piecesOf = (
  typesetter: Typesetter,
  word: Word,
  style: Style,
  max: number,
): ReadonlyArray<Word> => {
  const kind = style.bold ? "bold" : "regular"
  const atoms = word.atoms
    ?? Array.from(word.runs[0]?.plain ?? "", (text): Atom => ({ kind, text, reads: text, level: 0, cursive: false }))
  const widths = atoms.map((atom) => runsOf(typesetter, [atom], style)[0]?.width ?? 0)
  const pieces: Array<Word> = []
  let from = 0
  while (from < atoms.length) {
    let to = from
    let width = 0
    let well = 0
    while (to < atoms.length && (to === from || width + (widths[to] ?? 0) <= max)) {
      width += widths[to] ?? 0
      to++
      if (width > max / 2 && partsWell.test(atoms[to - 1]?.text ?? "")) well = to
    }
    if (to < atoms.length && well > 0) to = well
    let piece = wordOf(typesetter, atoms.slice(from, to), style, [])
    // Letters that join may be wider together than the sum of each alone.
    while (piece.width > max && to - from > 1) piece = wordOf(typesetter, atoms.slice(from, --to), style, [])
    pieces.push(piece)
    from = to
  }
  return pieces.map((piece, index) => index === pieces.length - 1 ? { ...piece, spaces: word.spaces } : piece)
}
