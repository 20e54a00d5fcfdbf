import bidiModule, { type Bidi } from "bidi-js"
import { hasAll } from "../fonts/face.ts"
import type { Style, Typesetter } from "./typesetter.ts"

/**
 * What is never divided: a grapheme, with its direction and the face that can draw all of it. `box` is a grapheme that neither
 * face can draw; `break` is an invisible place where a line may end.
 */
export interface Atom {
  readonly kind: "break" | "box" | "regular" | "bold"
  /** What is drawn. */
  readonly text: string
  /** What is copied: in text from right to left a bracket is drawn as its mirror image. */
  readonly reads: string
  /** Embedding level: odd from right to left. */
  readonly level: number
  /** Whether it is a letter of a script written from right to left; such neighbours are shaped together. */
  readonly cursive: boolean
}

// By its types the package is an ES module, but Node loads its CommonJS file, whose export is the factory itself.
const isFactory = (value: unknown): value is () => Bidi => typeof value === "function"
const bidi = isFactory(bidiModule) ? bidiModule() : bidiModule.default()
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" })

// Hebrew to Arabic Extended, their presentation forms, two ranges of plane 1, and the controls of direction.
const mayRunLeft = new RegExp(
  "[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}"
    + "\\u200f\\u202b\\u202e\\u2067\\u2068]",
  "u",
)
const zeroWidthSpace = "\u200b"
const invisible = /\p{Default_Ignorable_Code_Point}/gu
const control = /\p{Cc}/u
const marks = /\p{M}/gu
// More marks on a letter than any orthography needs: they would reach into the neighbouring lines.
const mostMarks = 4

/** Divides one line of clean text into atoms. Invisible characters by themselves are left out, but for breaks. */
export const atomsOf = (typesetter: Typesetter, text: string, style: Style): ReadonlyArray<Atom> => {
  const levels = mayRunLeft.test(text) ? bidi.getEmbeddingLevels(text).levels : null
  const atoms: Array<Atom> = []
  for (const { segment, index } of graphemes.segment(text)) {
    const level = levels?.[index] ?? 0
    const visible = segment.replace(invisible, "")
    if (visible === "") {
      if (segment.includes(zeroWidthSpace)) {
        atoms.push({ kind: "break", text: "", reads: "", level, cursive: false })
      }
      continue
    }
    const leftward = level % 2 === 1
    const type = leftward ? bidi.getBidiCharTypeName(visible) : "L"
    const mirrored = leftward ? bidi.getMirroredCharacter(visible) : null
    atoms.push({
      ...drawable(typesetter, mirrored ?? segment, style.bold),
      reads: segment,
      level,
      cursive: type === "R" || type === "AL",
    })
  }
  return atoms
}

/** The face that can draw a grapheme, preferably the one that is wanted. */
const drawable = (
  { bold, regular }: Typesetter,
  grapheme: string,
  wantsBold: boolean,
): Pick<Atom, "kind" | "text"> => {
  const visible = grapheme.replace(invisible, "")
  if (control.test(visible) || (visible.match(marks)?.length ?? 0) > mostMarks) return { kind: "box", text: grapheme }
  if (wantsBold && hasAll(bold.face, visible)) return { kind: "bold", text: grapheme }
  return { kind: hasAll(regular.face, visible) ? "regular" : "box", text: grapheme }
}
