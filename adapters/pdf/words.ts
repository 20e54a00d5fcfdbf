import { type Atom, atomsOf } from "./atoms.ts"
import type { Glyph } from "./dejaVu.ts"
import { type EmbeddedFace, showGlyphs } from "./embeddedFace.ts"
import { widthOf, winAnsi } from "./helvetica.ts"
import { standInFor, standInsPerFont, standInWidth } from "./standIns.ts"
import { cutOf, dejaVuScale, type Run, type Style, type Typesetter } from "./typesetter.ts"

/** What stays on one line, and the spaces after it, which go when the line ends there. */
export interface Word {
  readonly runs: ReadonlyArray<Run>
  /** Points, without the spaces. */
  readonly width: number
  readonly spaces: Run | null
  /** Null for a word of one Helvetica run. */
  readonly atoms: ReadonlyArray<Atom> | null
}

const helveticaRun = (typesetter: Typesetter, codes: string, style: Style, level: number): Run => ({
  level,
  width: (widthOf(cutOf(typesetter, style.bold), codes) * style.size) / 1000,
  font: style.bold ? "F2" : "F1",
  size: style.size,
  codes,
  show: "",
})

const boxRun = ({ standIns }: Typesetter, atom: Atom, { size }: Style): Run => {
  const number = standInFor(standIns, atom.text)
  const standIn = standIns.all[number]
  return {
    level: atom.level,
    width: standIn === undefined ? 0 : (standInWidth(standIn) * size) / 1000,
    font: `B${Math.floor(number / standInsPerFont)}`,
    size,
    codes: "",
    show: `<${(number % standInsPerFont).toString(16).padStart(2, "0")}>Tj`,
  }
}

const glyphsOf = ({ face }: EmbeddedFace, text: string, { level, reads }: Atom): ReadonlyArray<Glyph> => {
  if (text.trim() === "" && text.includes(" ")) return Array.from(text, () => face.space)
  const glyphs = face.shape(text, level % 2 === 1)
  // A mirrored bracket is alone in its run.
  return text.length === 1 && reads !== text ? glyphs.map((glyph) => ({ ...glyph, text: reads })) : glyphs
}

const faceRun = (typesetter: Typesetter, text: string, style: Style, atom: Atom): Run => {
  const bold = atom.kind === "bold"
  const size = style.size * dejaVuScale
  const key = `${atom.kind} ${size} ${atom.level % 2} ${text}`
  let shown = typesetter.shown.get(key)
  if (shown === undefined && typesetter.faces !== null) {
    const face = bold ? typesetter.faces.bold : typesetter.faces.regular
    shown = showGlyphs(face, glyphsOf(face, text, atom), size)
    typesetter.shown.set(key, shown)
  }
  const width = ((shown?.width ?? 0) * size) / 1000
  return { level: atom.level, width, font: bold ? "F4" : "F3", size, codes: "", show: shown?.show ?? "" }
}

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
      first.kind === "box" ? boxRun(typesetter, first, style)
      : first.kind === "helvetica" ? helveticaRun(typesetter, text, style, first.level)
      : faceRun(typesetter, text, style, first),
    )
  }
  return runs
}

// Spaces are one run, however many and whatever their direction.
const spaceRun = (typesetter: Typesetter, spaces: ReadonlyArray<Atom>, style: Style): Run | null => {
  const first = spaces[0]
  if (first === undefined) return null
  const text = " ".repeat(spaces.length)
  return first.kind === "helvetica" ? helveticaRun(typesetter, text, style, first.level)
    : faceRun(typesetter, text, style, first)
}

/** One word of these atoms; `spaces` is what follows it. */
export const wordOf = (
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

// A line may end at an invisible break, before a stand-in (mostly ideographs and emoji), and after a hyphen
// or slash between letters, never after the sign of a number.
const endsBefore = (next: Atom, atoms: ReadonlyArray<Atom>): boolean =>
  next.kind === "break"
  || next.kind === "box"
  || (/^[-/\u2010\u2013\u2014]$/.test(atoms.at(-1)?.text ?? "")
    && letter.test(next.text) && letter.test(atoms.at(-2)?.text ?? ""))

// The same rule, for a text that is WinAnsi throughout.
const helveticaWord = /(?<= )(?=[^ ])|(?<=\p{L}[-/])(?=\p{L})/u

const helveticaWords = (typesetter: Typesetter, codes: string, style: Style): ReadonlyArray<Word> =>
  codes.split(helveticaWord).map((part) => {
    let end = part.length
    while (part.charCodeAt(end - 1) === 0x20) end--
    const run = helveticaRun(typesetter, part.slice(0, end), style, 0)
    return {
      runs: end === 0 ? [] : [run],
      width: run.width,
      spaces: end === part.length ? null : helveticaRun(typesetter, part.slice(end), style, 0),
      atoms: null,
    }
  })

/** The whole text as one run of Helvetica, or null when it needs another font or ends in spaces. */
export const wholeRun = (typesetter: Typesetter, text: string, style: Style): Run | null => {
  const codes = style.dejaVu || text.endsWith(" ") ? null : winAnsi(typesetter.helvetica, text)
  return codes === null ? null : helveticaRun(typesetter, codes, style, 0)
}

/** The words of one line of clean text, in logical order. */
export const wordsOf = (typesetter: Typesetter, text: string, style: Style): ReadonlyArray<Word> => {
  const codes = style.dejaVu ? null : winAnsi(typesetter.helvetica, text)
  if (codes !== null) return helveticaWords(typesetter, codes, style)
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

/** A word that is wider than a line in pieces that are not; they end after a dot or the like if they can. */
export const piecesOf = (
  typesetter: Typesetter,
  word: Word,
  style: Style,
  max: number,
): ReadonlyArray<Word> => {
  const atoms = word.atoms ?? Array.from(word.runs[0]?.codes ?? "", helveticaAtom)
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
    // Letters that join can be wider together than each alone.
    while (piece.width > max && to - from > 1) piece = wordOf(typesetter, atoms.slice(from, --to), style, [])
    pieces.push(piece)
    from = to
  }
  return pieces.map((piece, index) => index === pieces.length - 1 ? { ...piece, spaces: word.spaces } : piece)
}

const helveticaAtom = (codes: string): Atom =>
  ({ kind: "helvetica", text: codes, reads: codes, level: 0, cursive: false })
