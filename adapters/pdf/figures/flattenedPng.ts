import type { PngParts } from "./logoImage.ts"

/** How many samples a pixel has, by colour type. */
const samplesOf: ReadonlyMap<number, number> = new Map([[0, 1], [2, 3], [3, 1], [4, 2], [6, 4]])

/** Decompresses (`PdfPlatform.inflate`). */
type Inflate = (bytes: Uint8Array, most: number) => Uint8Array | null

/** How many bytes a row has, without the byte before it that names its filter. */
const rowBytesOf = ({ colourType, depth }: PngParts, width: number): number =>
  Math.ceil((width * (samplesOf.get(colourType) ?? 1) * depth) / 8)

/**
 * The decompressed rows of a PNG, still filtered, each after the byte that names its filter. Null when they are not exactly
 * those of so many pixels, or name a filter that does not exist; no more bytes than these are ever decompressed.
 */
export const filteredRows = (png: PngParts, width: number, height: number, inflate: Inflate): Uint8Array | null => {
  const step = rowBytesOf(png, width) + 1
  const rows = inflate(png.data, step * height)
  if (rows === null || rows.length !== step * height) return null
  for (let at = 0; at < rows.length; at += step) if ((rows[at] ?? 0) > 4) return null
  return rows
}

/**
 * The pixels of a PNG as they look on white paper, as rows of RGB. Null when it holds no image of this size (`filteredRows`).
 */
export const flattenedPng = (png: PngParts, width: number, height: number, inflate: Inflate): Uint8Array | null => {
  const samples = samplesOf.get(png.colourType) ?? 1
  const rowBytes = rowBytesOf(png, width)
  const rows = filteredRows(png, width, height, inflate)
  if (rows === null) return null
  unfilter(rows, rowBytes, height, Math.max(1, (samples * png.depth) >> 3))
  const rgb = new Uint8Array(3 * width * height)
  for (let row = 0, to = 0; row < height; row++) {
    const from = row * (rowBytes + 1) + 1
    for (let column = 0; column < width; column++, to += 3) {
      const colour = colourOf(png, rows, from, column * samples)
      const alpha = colour & 0xff
      rgb[to] = onWhite(colour >>> 24, alpha)
      rgb[to + 1] = onWhite((colour >>> 16) & 0xff, alpha)
      rgb[to + 2] = onWhite((colour >>> 8) & 0xff, alpha)
    }
  }
  return rgb
}

/** A tone, of the given opacity, as it looks on white. */
const onWhite = (tone: number, alpha: number): number =>
  alpha === 255 ? tone : Math.round((tone * alpha + 255 * (255 - alpha)) / 255)

/** Undoes the filters of all rows, in place (PNG, 9.2). */
const unfilter = (rows: Uint8Array, rowBytes: number, height: number, pixelBytes: number): void => {
  for (let row = 0; row < height; row++) {
    const from = row * (rowBytes + 1) + 1
    const filter = rows[from - 1] ?? 0
    if (filter === 0) continue
    for (let at = 0; at < rowBytes; at++) {
      const left = at < pixelBytes ? 0 : rows[from + at - pixelBytes] ?? 0
      const above = row === 0 ? 0 : rows[from + at - rowBytes - 1] ?? 0
      const corner = row === 0 || at < pixelBytes ? 0 : rows[from + at - rowBytes - 1 - pixelBytes] ?? 0
      const guess = filter === 1 ? left
        : filter === 2 ? above
        : filter === 3 ? (left + above) >> 1
        : paeth(left, above, corner)
      rows[from + at] = (rows[from + at] ?? 0) + guess
    }
  }
}

/** The neighbour that is nearest to the estimate, in this order when two are as near (PNG, filter type 4). */
const paeth = (left: number, above: number, corner: number): number => {
  const estimate = left + above - corner
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - above), Math.abs(estimate - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? above : corner
}

// Red, green, blue and alpha as one number, and not as an object: there may be a million pixels.
const packed = (red: number, green: number, blue: number, alpha: number): number =>
  (red << 24) | (green << 16) | (blue << 8) | alpha

/** A sample of a row; several may share a byte. */
const sampleOf = (rows: Uint8Array, from: number, index: number, depth: number): number => {
  if (depth === 8) return rows[from + index] ?? 0
  const bit = index * depth
  return ((rows[from + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)
}

/** The colour, `packed`, of the pixel whose first sample has this index in its row. */
const colourOf = (png: PngParts, rows: Uint8Array, from: number, index: number): number => {
  const { colourType, depth, palette, transparency } = png
  const first = sampleOf(rows, from, index, depth)
  if (colourType === 3) {
    const entry = 3 * first
    return packed(palette[entry] ?? 0, palette[entry + 1] ?? 0, palette[entry + 2] ?? 0, transparency[first] ?? 255)
  }
  const second = sampleOf(rows, from, index + 1, depth)
  if (colourType === 0 || colourType === 4) {
    const tone = Math.round((first * 255) / ((1 << depth) - 1))
    const opaque = isHole(transparency, 0, first) ? 0 : 255
    return packed(tone, tone, tone, colourType === 4 ? second : opaque)
  }
  const third = sampleOf(rows, from, index + 2, depth)
  if (colourType === 6) return packed(first, second, third, sampleOf(rows, from, index + 3, depth))
  const hole = isHole(transparency, 0, first) && isHole(transparency, 2, second) && isHole(transparency, 4, third)
  return packed(first, second, third, hole ? 0 : 255)
}

/** Whether a sample equals that of the one transparent colour, whose samples take two bytes each. */
const isHole = (transparency: Uint8Array, at: number, sample: number): boolean =>
  transparency[at] === 0 && transparency[at + 1] === sample
