import type { Glyph, Shaper } from "./shaper.ts"
import { openTrueType, type TrueType } from "./trueType.ts"

/** DejaVu Sans Condensed, regular or bold. Its tables are unpacked, so that plain text is measured by looking things up. */
export interface Face {
  readonly font: TrueType
  /** The glyph of each character of the basic plane; 0 where there is none. */
  readonly glyphs: Uint16Array
  /** How far each glyph moves the pen, in thousandths of the size. */
  readonly advances: Float64Array
  /** By glyph: 1 where pairs with it may be kerned. */
  readonly kerned: Uint8Array
}

/** The two faces. */
export interface Faces {
  readonly regular: Face
  readonly bold: Face
}

/** The shapers of the two faces, for text that cannot be set character by character. */
export interface Shapers {
  readonly regular: Shaper
  readonly bold: Shaper
}

// Figures and spaces are never kerned, so that columns of amounts stay aligned, and a line is as wide as its words together.
const neverKerned = (code: number): boolean => code <= 0x20 || (code >= 0x30 && code <= 0x39) || code === 0xa0

/** Reads a TrueType file. */
export const openFace = (file: Uint8Array): Face => {
  const font = openTrueType(file)
  const count = font.table("maxp").getUint16(4)
  const glyphs = new Uint16Array(0x1_0000)
  const kerned = new Uint8Array(count)
  for (let code = 0; code < glyphs.length; code++) glyphs[code] = font.glyphOf(code)
  for (let code = 0; code < 0x250; code++) if (!neverKerned(code)) kerned[glyphs[code] ?? 0] = 1
  return {
    font,
    glyphs,
    advances: Float64Array.from({ length: count }, (_, glyph) => font.advanceOf(glyph)),
    kerned,
  }
}

/** Whether the face has a glyph for every character. */
export const hasAll = ({ font, glyphs }: Face, text: string): boolean => {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (glyphs[unit] !== 0) continue
    const code = text.codePointAt(at) ?? 0
    if (code < 0x1_0000 || font.glyphOf(code) === 0) return false
    at++
  }
  return true
}

const kernOf = ({ font, kerned }: Face, left: number, right: number): number =>
  kerned[left] === 1 && kerned[right] === 1 ? font.kern(left, right) : 0

/** Width of plain text of the basic plane, in thousandths of the size. */
export const widthOf = (face: Face, text: string): number => {
  let width = 0
  let before = 0
  for (let at = 0; at < text.length; at++) {
    const glyph = face.glyphs[text.charCodeAt(at)] ?? 0
    width += (face.advances[glyph] ?? 0) + kernOf(face, before, glyph)
    before = glyph
  }
  return width
}

/** The kern before the character at an index of plain text; 0 for the first. */
export const kernBefore = (face: Face, text: string, at: number): number =>
  at === 0 ? 0 : kernOf(face, face.glyphs[text.charCodeAt(at - 1)] ?? 0, face.glyphs[text.charCodeAt(at)] ?? 0)

/** The glyphs of a text that is set character by character, in logical order. */
export const plainGlyphs = ({ advances, font }: Face, text: string): ReadonlyArray<Glyph> =>
  Array.from(text, (character): Glyph => {
    const id = font.glyphOf(character.codePointAt(0) ?? 0)
    const width = advances[id] ?? 0
    return { id, text: character, width, advance: width, dx: 0, dy: 0 }
  })
