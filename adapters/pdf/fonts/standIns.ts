import { decimal, hex } from "../file/numbers.ts"
import { type EmbeddedFace, showPlain } from "./embeddedFace.ts"
import { widthOf } from "./face.ts"

/*
 * A character that no font at hand can draw becomes a box with its code point, as in browsers. The box is a glyph of a font
 * that is made for the document (Type 3), so that whoever copies the text still gets the original characters.
 */

/** A box with the code point in it. */
export interface StandIn {
  /** Four or six hexadecimal digits. */
  readonly digits: string
  readonly text: string
}

/** The stand-ins of one document, one for each different grapheme. */
export interface StandIns {
  /** The index in `all` of each grapheme's stand-in. */
  readonly numbers: Map<string, number>
  readonly all: Array<StandIn>
}

/** No stand-ins yet. */
export const noStandIns = (): StandIns => ({ numbers: new Map(), all: [] })

/** How many stand-ins a font can have: a Type 3 font has codes of one byte. */
export const standInsPerFont = 256

/** How far a stand-in moves the pen, in thousandths of the size. */
export const standInWidth = ({ digits }: StandIn): number => (digits.length === 4 ? 760 : 980)

/** The number of a grapheme's stand-in: font `number / 256`, code `number % 256`. */
export const standInFor = (standIns: StandIns, grapheme: string): number => {
  const known = standIns.numbers.get(grapheme)
  if (known !== undefined) return known
  const codePoint = grapheme.codePointAt(0) ?? 0
  const number = standIns.all.push({
    digits: hex(codePoint, codePoint > 0xffff ? 6 : 4).toUpperCase(),
    // A file may not claim to hold control characters or noncharacters.
    text: grapheme.replace(/[\p{Cc}\p{Noncharacter_Code_Point}]/gu, "\ufffd"),
  }) - 1
  standIns.numbers.set(grapheme, number)
  return number
}

const digitSize = 390

/**
 * The operators that draw a stand-in, in thousandths of the size: two rows of digits in a box. The font /F2 is the bold face.
 */
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
