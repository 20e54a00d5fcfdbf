import { decimal } from "../file/numbers.ts"
import { type Face, kernBefore } from "./face.ts"
import type { Glyph } from "./shaper.ts"

/** The part of a face that one document uses. A code stands for a glyph together with the text that is read there. */
export interface EmbeddedFace {
  readonly face: Face
  /** The code of each glyph and text. */
  readonly codes: Map<string, number>
  /** The codes of single characters of plain text, by their UTF-16 units, as a string of PDF has them. */
  readonly plain: Map<number, string>
  /** The glyph of each code; code 0 is never shown. */
  readonly glyphs: Array<Pick<Glyph, "id" | "text" | "width"> | null>
}

/** A face of which no glyph is used yet. */
export const emptyFace = (face: Face): EmbeddedFace =>
  ({ face, codes: new Map(), plain: new Map(), glyphs: [null] })

// A byte within a string of PDF. Readers would take a bare carriage return for a line feed.
const escaped = (byte: number): string => {
  const character = String.fromCharCode(byte)
  if (character === "\r") return "\\r"
  return "()\\".includes(character) ? `\\${character}` : character
}

const written = (code: number): string => escaped(code >> 8) + escaped(code & 0xff)

const codeOf = ({ codes, glyphs }: EmbeddedFace, glyph: Pick<Glyph, "id" | "text" | "width">): number => {
  const key = `${glyph.id} ${glyph.text}`
  const known = codes.get(key)
  if (known !== undefined) return known
  const code = glyphs.push(glyph) - 1
  codes.set(key, code)
  return code
}

const plainCode = (embedded: EmbeddedFace, unit: number): string => {
  const known = embedded.plain.get(unit)
  if (known !== undefined) return known
  const id = embedded.face.glyphs[unit] ?? 0
  const width = embedded.face.advances[id] ?? 0
  const code = written(codeOf(embedded, { id, text: String.fromCharCode(unit), width }))
  embedded.plain.set(unit, code)
  return code
}

/** The operator that shows plain text: `(text) Tj`, or `[(te) 18 (xt)] TJ` when pairs are kerned. */
export const showPlain = (embedded: EmbeddedFace, text: string): string => {
  let body = "("
  let kerned = false
  for (let at = 0; at < text.length; at++) {
    const amount = kernBefore(embedded.face, text, at)
    if (amount !== 0) {
      kerned = true
      body += `)${-amount}(`
    }
    body += plainCode(embedded, text.charCodeAt(at))
  }
  return kerned ? `[${body})]TJ` : `${body})Tj`
}

/** The operators that show shaped glyphs at a size, and how far the pen moves, in thousandths of the size. */
export const showGlyphs = (
  embedded: EmbeddedFace,
  glyphs: ReadonlyArray<Glyph>,
  size: number,
): { readonly show: string; readonly width: number } => {
  let show = "["
  let width = 0
  let rise = 0
  // How far the viewer's pen is ahead of where it should be.
  let drift = 0
  for (const glyph of glyphs) {
    if (glyph.dy !== rise) {
      show += `]TJ ${decimal((glyph.dy * size) / 1000)} Ts [`
      rise = glyph.dy
    }
    const back = Math.round(drift - glyph.dx)
    if (back !== 0) show += back
    show += `(${written(codeOf(embedded, glyph))})`
    drift += glyph.width - glyph.advance - back
    width += glyph.advance
  }
  const back = Math.round(drift)
  show += `${back === 0 ? "" : back}]TJ`
  return { show: rise === 0 ? show : `${show} 0 Ts`, width }
}
