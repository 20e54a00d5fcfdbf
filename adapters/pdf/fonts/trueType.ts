/** A TrueType file, as far as it is needed to measure, to draw and to cut a subset. Lengths in thousandths of the size. */
export interface TrueType {
  readonly postscriptName: string
  readonly ascent: number
  readonly descent: number
  readonly boundingBox: ReadonlyArray<number>
  /** The glyph of a character; 0 when there is none. */
  readonly glyphOf: (codePoint: number) => number
  /** How far a glyph moves the pen. */
  readonly advanceOf: (glyph: number) => number
  /** How far a pair moves together (negative) or apart. */
  readonly kern: (left: number, right: number) => number
  /** The outline as the file has it; empty for a space. */
  readonly outlineOf: (glyph: number) => Uint8Array
  /** A table by its name, such as "head". */
  readonly table: (name: string) => DataView
}

const tagOf = (view: DataView, at: number): string =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))

/** Opens a TrueType file (ISO/IEC 14496-22) with the tables that DejaVu has. The bytes are kept, not copied. */
export const openTrueType = (file: Uint8Array): TrueType => {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const tables = new Map<string, DataView>()
  for (let index = 0; index < view.getUint16(4); index++) {
    const at = 12 + 16 * index
    const start = file.byteOffset + view.getUint32(at + 8)
    tables.set(tagOf(view, at), new DataView(file.buffer, start, view.getUint32(at + 12)))
  }
  const table = (name: string): DataView => {
    const found = tables.get(name)
    if (found === undefined) throw new Error(`a font without table ${name}`)
    return found
  }
  const [head, hhea, hmtx, loca, glyf] = ["head", "hhea", "hmtx", "loca", "glyf"].map(table)
  if (!head || !hhea || !hmtx || !loca || !glyf) throw new Error("not a TrueType font")
  const perMille = 1000 / head.getUint16(18)
  const metrics = hhea.getUint16(34)
  const longOffsets = head.getInt16(50) === 1
  const offset = (glyph: number): number => longOffsets ? loca.getUint32(4 * glyph) : 2 * loca.getUint16(2 * glyph)
  const glyphs = characterMap(table("cmap"))
  const pairs = kernPairs(tables.get("kern"), perMille)
  return {
    postscriptName: nameOf(table("name")),
    ascent: hhea.getInt16(4) * perMille,
    descent: hhea.getInt16(6) * perMille,
    boundingBox: [36, 38, 40, 42].map((at) => Math.round(head.getInt16(at) * perMille)),
    glyphOf: (codePoint) => glyphs.get(codePoint) ?? 0,
    advanceOf: (glyph) => hmtx.getUint16(4 * Math.min(glyph, metrics - 1)) * perMille,
    kern: (left, right) => pairs.get(left * 65_536 + right) ?? 0,
    outlineOf: (glyph) =>
      new Uint8Array(glyf.buffer, glyf.byteOffset + offset(glyph), offset(glyph + 1) - offset(glyph)),
    table,
  }
}

// The glyph of each character. Format 12: groups of consecutive characters with consecutive glyphs.
const characterMap = (cmap: DataView): ReadonlyMap<number, number> => {
  const glyphs = new Map<number, number>()
  for (let index = 0; index < cmap.getUint16(2); index++) {
    const at = cmap.getUint32(8 + 8 * index)
    if (cmap.getUint16(at) !== 12) continue
    for (let group = 0; group < cmap.getUint32(at + 12); group++) {
      const [first, last, glyph] = [16, 20, 24].map((field) => cmap.getUint32(at + field + 12 * group))
      for (let code = first ?? 0; code <= (last ?? -1); code++) glyphs.set(code, (glyph ?? 0) + code - (first ?? 0))
    }
    return glyphs
  }
  throw new Error("a font without a character map of format 12")
}

// How far each pair of glyphs moves. Format 0: a list of pairs.
const kernPairs = (kern: DataView | undefined, perMille: number): ReadonlyMap<number, number> => {
  const pairs = new Map<number, number>()
  if (kern === undefined || kern.getUint16(2) === 0) return pairs
  for (let pair = 0; pair < kern.getUint16(10); pair++) {
    const at = 18 + 6 * pair
    pairs.set(kern.getUint32(at), Math.round(kern.getInt16(at + 4) * perMille))
  }
  return pairs
}

const postscriptNameId = 6

const nameOf = (name: DataView): string => {
  for (let index = 0; index < name.getUint16(2); index++) {
    const at = 6 + 12 * index
    // Platform 1, Macintosh: one byte for each character.
    if (name.getUint16(at) !== 1 || name.getUint16(at + 6) !== postscriptNameId) continue
    const start = name.getUint16(4) + name.getUint16(at + 10)
    const bytes = Array.from({ length: name.getUint16(at + 8) }, (_, index) => name.getUint8(start + index))
    return String.fromCharCode(...bytes)
  }
  throw new Error("a font without a name")
}
