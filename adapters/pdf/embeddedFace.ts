import type { Face, Glyph } from "./dejaVu.ts"
import { decimal, hex } from "./numbers.ts"

/** The part of a face that one document uses. A code is a glyph together with the text that it stands for. */
export interface EmbeddedFace {
  readonly face: Face
  readonly codes: Map<string, number>
  /** By code; code 0 is never shown. */
  readonly glyphs: Array<Glyph | null>
}

export const emptyFace = (face: Face): EmbeddedFace => ({ face, codes: new Map(), glyphs: [null] })

const codeOf = (embedded: EmbeddedFace, glyph: Glyph): number => {
  const key = `${glyph.id} ${glyph.text}`
  const known = embedded.codes.get(key)
  if (known !== undefined) return known
  const code = embedded.glyphs.push(glyph) - 1
  embedded.codes.set(key, code)
  return code
}

/** The operators that show the glyphs at a size, and how far the pen moves in thousandths of it. */
export const showGlyphs = (
  embedded: EmbeddedFace,
  glyphs: ReadonlyArray<Glyph>,
  size: number,
): { readonly show: string; readonly width: number } => {
  let show = "["
  let width = 0
  let rise = 0
  // Where the reader's pen stands, less where it should stand.
  let drift = 0
  for (const glyph of glyphs) {
    if (glyph.dy !== rise) {
      show += `]TJ ${decimal((glyph.dy * size) / 1000)} Ts [`
      rise = glyph.dy
    }
    const back = Math.round(drift - glyph.dx)
    if (back !== 0) show += back
    show += `<${hex(codeOf(embedded, glyph), 4)}>`
    drift += glyph.width - glyph.advance - back
    width += glyph.advance
  }
  const back = Math.round(drift)
  show += `${back === 0 ? "" : back}]TJ`
  return { show: (rise === 0 ? show : `${show} 0 Ts`).replaceAll("><", ""), width }
}
