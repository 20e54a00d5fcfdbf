import { joinedBytes } from "../file/joinedBytes.ts"
import type { TrueType } from "./trueType.ts"

/** Flags of the parts of a composite outline (ISO/IEC 14496-22, glyf). */
const wordArguments = 0x0001
const oneScale = 0x0008
const moreParts = 0x0020
const twoScales = 0x0040
const fourScales = 0x0080
const instructions = 0x0100

/**
 * A TrueType file of some glyphs, in their order, followed by the parts of composite ones. It has no hints, which neither print
 * nor today's screens use, and only the tables that a PDF needs (ISO 32000-1, 9.9).
 */
export const subsetOf = (font: TrueType, glyphs: ReadonlyArray<number>): Uint8Array => {
  const kept = [...glyphs]
  const places = new Map<number, number>()
  kept.forEach((glyph, place) => {
    if (!places.has(glyph)) places.set(glyph, place)
  })
  const placeOf = (glyph: number): number => {
    const known = places.get(glyph)
    if (known !== undefined) return known
    places.set(glyph, kept.length)
    return kept.push(glyph) - 1
  }
  const outlines: Array<Uint8Array> = []
  // `kept` grows meanwhile: composite glyphs add their parts.
  for (let at = 0; at < kept.length; at++) outlines.push(unhinted(font.outlineOf(kept[at] ?? 0), placeOf))
  return fileOf([
    ["glyf", joinedBytes(outlines)],
    ["head", headOf(font)],
    ["hhea", patched(font.table("hhea"), (view) => view.setUint16(34, kept.length))],
    ["hmtx", metricsOf(font, kept)],
    ["loca", offsetsOf(outlines)],
    ["maxp", maximaOf(font, kept.length)],
  ])
}

const patched = (table: DataView, patch: (view: DataView) => void): Uint8Array => {
  const bytes = new Uint8Array(table.buffer, table.byteOffset, table.byteLength).slice()
  patch(new DataView(bytes.buffer))
  return bytes
}

// Without a checksum of the whole file, which no PDF reader looks at, and with long offsets in `loca`.
const headOf = (font: TrueType): Uint8Array => patched(font.table("head"), (view) => {
  view.setUint32(8, 0)
  view.setInt16(50, 1)
})

const maximaOf = (font: TrueType, count: number): Uint8Array => patched(font.table("maxp"), (view) => {
  view.setUint16(4, count)
  // Nothing that instructions take: storage, functions, stack, size.
  for (const at of [16, 18, 20, 22, 24, 26]) view.setUint16(at, 0)
})

const metricsOf = (font: TrueType, kept: ReadonlyArray<number>): Uint8Array => {
  const hmtx = font.table("hmtx")
  const metrics = font.table("hhea").getUint16(34)
  const view = new DataView(new ArrayBuffer(4 * kept.length))
  kept.forEach((glyph, place) => {
    view.setUint16(4 * place, hmtx.getUint16(4 * Math.min(glyph, metrics - 1)))
    view.setInt16(4 * place + 2, hmtx.getInt16(glyph < metrics ? 4 * glyph + 2 : 2 * (metrics + glyph)))
  })
  return new Uint8Array(view.buffer)
}

const offsetsOf = (outlines: ReadonlyArray<Uint8Array>): Uint8Array => {
  const view = new DataView(new ArrayBuffer(4 * outlines.length + 4))
  let at = 0
  outlines.forEach((outline, place) => {
    view.setUint32(4 * place, at)
    at += outline.length
  })
  view.setUint32(4 * outlines.length, at)
  return new Uint8Array(view.buffer)
}

/** An outline without its instructions; its parts are named by their places in the subset. */
const unhinted = (outline: Uint8Array, placeOf: (glyph: number) => number): Uint8Array => {
  if (outline.length === 0) return outline
  const view = new DataView(outline.buffer, outline.byteOffset, outline.byteLength)
  const contours = view.getInt16(0)
  return contours < 0 ? composite(outline, placeOf) : simple(outline, view, contours)
}

const simple = (outline: Uint8Array, view: DataView, contours: number): Uint8Array => {
  const at = 10 + 2 * contours
  const length = view.getUint16(at)
  const bytes = new Uint8Array(even(outline.length - length))
  bytes.set(outline.subarray(0, at))
  bytes.set(outline.subarray(at + 2 + length), at + 2)
  return bytes
}

const composite = (outline: Uint8Array, placeOf: (glyph: number) => number): Uint8Array => {
  const bytes = outline.slice()
  const view = new DataView(bytes.buffer)
  let at = 10
  for (let more = true; more;) {
    const flags = view.getUint16(at)
    view.setUint16(at, flags & ~instructions)
    view.setUint16(at + 2, placeOf(view.getUint16(at + 2)))
    at += 4 + (flags & wordArguments ? 4 : 2) + scaleBytes(flags)
    more = (flags & moreParts) !== 0
  }
  const cut = new Uint8Array(even(at))
  cut.set(bytes.subarray(0, at))
  return cut
}

const scaleBytes = (flags: number): number => {
  if (flags & fourScales) return 8
  if (flags & twoScales) return 4
  return flags & oneScale ? 2 : 0
}

const even = (length: number): number => length + (length % 2)

const checksum = (bytes: Uint8Array): number => {
  let sum = 0
  for (let at = 0; at < bytes.length; at += 4) {
    sum += ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
    sum >>>= 0
  }
  return sum
}

const fileOf = (tables: ReadonlyArray<readonly [name: string, bytes: Uint8Array]>): Uint8Array => {
  const directory = 12 + 16 * tables.length
  const padded = (length: number): number => (length + 3) & ~3
  const file = new Uint8Array(tables.reduce((sum, [, bytes]) => sum + padded(bytes.length), directory))
  const view = new DataView(file.buffer)
  const power = Math.floor(Math.log2(tables.length))
  view.setUint32(0, 0x0001_0000)
  view.setUint16(4, tables.length)
  view.setUint16(6, 16 << power)
  view.setUint16(8, power)
  view.setUint16(10, 16 * tables.length - (16 << power))
  let at = directory
  tables.forEach(([name, bytes], index) => {
    const entry = 12 + 16 * index
    for (let letter = 0; letter < 4; letter++) view.setUint8(entry + letter, name.charCodeAt(letter))
    view.setUint32(entry + 4, checksum(bytes))
    view.setUint32(entry + 8, at)
    view.setUint32(entry + 12, bytes.length)
    file.set(bytes, at)
    at += padded(bytes.length)
  })
  return file
}
