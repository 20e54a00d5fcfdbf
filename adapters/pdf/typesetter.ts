import type { Faces } from "./dejaVu.ts"
import { type EmbeddedFace, emptyFace } from "./embeddedFace.ts"
import type { Cut, Helvetica } from "./helvetica.ts"
import { noStandIns, type StandIns } from "./standIns.ts"

/** How a text is set. Lengths in points; `gray` runs from 0, black, to 1, white. */
export interface Style {
  readonly size: number
  /** Distance from one line to the next. */
  readonly leading: number
  readonly bold: boolean
  readonly gray: number
  /** Sets in DejaVu what Helvetica could set, beside lines that need it. */
  readonly dejaVu: boolean
}

/** Text of one font and one direction, ready to be shown. Lengths in points. */
export interface Run {
  /** Embedding level of the bidirectional algorithm: odd from right to left. */
  readonly level: number
  readonly width: number
  /** Name of the font among the page's resources. */
  readonly font: string
  readonly size: number
  /** WinAnsi codes of a Helvetica run, so that neighbours can join; else empty. */
  readonly codes: string
  /** Operators of a run in another font. */
  readonly show: string
}

/** The fonts of one document, and what it has used of them so far. */
export interface Typesetter {
  readonly helvetica: Helvetica
  /** Null while every text is WinAnsi. */
  readonly faces: { readonly regular: EmbeddedFace; readonly bold: EmbeddedFace } | null
  readonly standIns: StandIns
  /** Runs already shaped, by face, size, direction and text. */
  readonly shown: Map<string, { readonly show: string; readonly width: number }>
}

export const makeTypesetter = (helvetica: Helvetica, faces: Faces | null): Typesetter => ({
  helvetica,
  faces: faces === null ? null : { regular: emptyFace(faces.regular), bold: emptyFace(faces.bold) },
  standIns: noStandIns(),
  shown: new Map(),
})

/** DejaVu is drawn a little smaller, so that its lower case is as high as that of Helvetica. */
export const dejaVuScale = 0.955

export const cutOf = (typesetter: Typesetter, bold: boolean): Cut =>
  bold ? typesetter.helvetica.bold : typesetter.helvetica.regular
