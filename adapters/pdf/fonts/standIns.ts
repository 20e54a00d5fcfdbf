import { decimal, hex } from "../file/numbers.ts"
import { type EmbeddedFace, showPlain } from "./embeddedFace.ts"
import { widthOf } from "./face.ts"

/*
 * What no font at hand can draw becomes a box with the code point in it, as browsers do. It is a glyph of a
 * document-made font (Type 3), so that a reader who copies the text still gets the original characters.
 */

/** A box with the code point in it. */
export interface StandIn {
  /** Four or six hexadecimal digits. */
  readonly digits: string
  readonly text: string
}

/** The stand-ins of one document, one per distinct grapheme. */
export interface StandIns {
  readonly numbers: Map<string, number>
  readonly all: Array<StandIn>
}

/** None yet. */
export const noStandIns = (): StandIns => ({ numbers: new Map(), all: [] })

/** A Type 3 font has one-byte codes. */
export const standInsPerFont = 256

/** Advance of a stand-in, in thousandths of the size. */
export const standInWidth = ({ digits }: StandIn): number => (digits.length === 4 ? 760 : 980)

/** The number of a grapheme's stand-in: font `number / 256`, code `number % 256`. */
export const standInFor = (standIns: StandIns, grapheme: string): number => {
  const known = standIns.numbers.get(grapheme)
  if (known !== undefined) return known
  const codePoint = grapheme.codePointAt(0) ?? 0
  const number = standIns.all.push({
    digits: hex(codePoint, codePoint > 0xffff ? 6 : 4).toUpperCase(),
    // Neither is a character that a file may claim to hold.
    text: grapheme.replace(/[\p{Cc}\p{Noncharacter_Code_Point}]/gu, "\ufffd"),
  }) - 1
  standIns.numbers.set(grapheme, number)
  return number
}

const digitSize = 390

/** The glyph's drawing in thousandths: two rows of digits in a box. Font /F2 is the bold cut. */
export const standInProcedure = (bold: EmbeddedFace, standIn: StandIn): string => {
  const advance = standInWidth(standIn)
  const half = standIn.digits.length / 2
  const row = (digits: string, y: number): string => {
    const x = (advance - (widthOf(bold.face, digits) * digitSize) / 1000) / 2
    return `1 0 0 1 ${decimal(x)} ${y} Tm ${showPlain(bold, digits)} `
  }
  const rows = row(standIn.digits.slice(0, half), 360) + row(standIn.digits.slice(half), -20)
  return `${advance} 0 d0 40 w 60 -130 ${advance - 120} 880 re S `
    + `BT /F2 ${digitSize} Tf ${rows}ET`
}
