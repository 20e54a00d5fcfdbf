import { type EmbeddedFace, emptyFace } from "../fonts/embeddedFace.ts"
import type { Faces, Shapers } from "../fonts/face.ts"
import { noStandIns, type StandIns } from "../fonts/standIns.ts"

/** How a text is set. Lengths in points; `gray` runs from 0, black, to 1, white. */
export interface Style {
  readonly size: number
  /** Distance from one line to the next. */
  readonly leading: number
  readonly bold: boolean
  readonly gray: number
}

/** Text of one font and one direction, ready to be shown. Lengths in points. */
export interface Run {
  /** Embedding level of the bidirectional algorithm: odd from right to left. */
  readonly level: number
  readonly width: number
  /** The font's name among the page's resources. */
  readonly font: string
  /** Plain text, which can still be joined with its neighbours; otherwise empty. */
  readonly plain: string
  /** The operators that show any other text. */
  readonly show: string
}

/** The fonts of one document, and what the document has used of them so far. */
export interface Typesetter {
  readonly regular: EmbeddedFace
  readonly bold: EmbeddedFace
  /** Null when no text of the document needs them. */
  readonly shapers: Shapers | null
  readonly standIns: StandIns
  /** Runs that were shaped already, by face, size, direction and text. */
  readonly shown: Map<string, { readonly show: string; readonly width: number }>
}

/** A typesetter of these faces, with nothing set yet. */
export const makeTypesetter = ({ bold, regular }: Faces, shapers: Shapers | null): Typesetter => ({
  regular: emptyFace(regular),
  bold: emptyFace(bold),
  shapers,
  standIns: noStandIns(),
  shown: new Map(),
})

/** The face of a style. */
export const embeddedFaceOf = (typesetter: Typesetter, bold: boolean): EmbeddedFace =>
  bold ? typesetter.bold : typesetter.regular
