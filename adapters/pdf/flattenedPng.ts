import type { PngParts } from "./logoImage.ts"

/** Samples of each pixel by colour type. */
const samplesOf: ReadonlyMap<number, number> = new Map([[0, 1], [2, 3], [3, 1], [4, 2], [6, 4]])

/**
 * The pixels of a PNG on white paper: rows of RGB. Null when its data are not those of so many pixels; no more than
 * these take is ever unpacked.
 */
export const flattenedPng = (
  png: PngParts,
  width: number,
  height: number,
  inflate: (bytes: Uint8Array, most: number) => Uint8Array | null,
): Uint8Array | null => {
  const samples = samplesOf.get(png.colourType) ?? 1
  const rowBytes = Math.ceil((width * samples * png.depth) / 8)
  const rows = inflate(png.data, (rowBytes + 1) * height)
  if (rows === null || rows.length !== (rowBytes + 1) * height) return null
  const pixelBytes = Math.max(1, (samples * png.depth) >> 3)
  if (!unfilter(rows, rowBytes, height, pixelBytes)) return null
  const rgb = new Uint8Array(3 * width * height)
  for (let row = 0; row < height; row++) {
    const from = row * (rowBytes + 1) + 1
    for (let column = 0; column < width; column++) {
      paint(png, rows, from, column, samples, rgb, 3 * (row * width + column))
    }
  }
  return rgb
}

/** Undoes the filter of each row in place (PNG, 9.2); false when one names a filter that there is not. */
const unfilter = (rows: Uint8Array, rowBytes: number, height: number, pixelBytes: number): boolean => {
  for (let row = 0; row < height; row++) {
    const from = row * (rowBytes + 1) + 1
    const filter = rows[from - 1] ?? 0
    if (filter > 4) return false
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
  return true
}

const paeth = (left: number, above: number, corner: number): number => {
  const estimate = left + above - corner
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - above), Math.abs(estimate - corner)]
  return a <= b && a <= c ? left : b <= c ? above : corner
}

const paint = (
  { colourType, depth, palette, transparency }: PngParts,
  rows: Uint8Array,
  from: number,
  column: number,
  samples: number,
  rgb: Uint8Array,
  to: number,
): void => {
  const sample = (index: number): number => {
    const bit = (column * samples + index) * depth
    return ((rows[from + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)
  }
  const set = (red: number, green: number, blue: number, alpha: number): void => {
    for (const [index, tone] of [red, green, blue].entries()) {
      rgb[to + index] = Math.round((tone * alpha + 255 * (255 - alpha)) / 255)
    }
  }
  const first = sample(0)
  if (colourType === 3) {
    set(palette[3 * first] ?? 0, palette[3 * first + 1] ?? 0, palette[3 * first + 2] ?? 0, transparency[first] ?? 255)
  } else if (colourType === 0 || colourType === 4) {
    const tone = (first * 255) / ((1 << depth) - 1)
    const alpha = colourType === 4 ? sample(1) : isHole(transparency, [first]) ? 0 : 255
    set(tone, tone, tone, alpha)
  } else {
    const [green, blue] = [sample(1), sample(2)]
    set(first, green, blue, colourType === 6 ? sample(3) : isHole(transparency, [first, green, blue]) ? 0 : 255)
  }
}

/** Whether a colour is the one that is transparent; its samples are written in two bytes each. */
const isHole = (transparency: Uint8Array, samples: ReadonlyArray<number>): boolean =>
  transparency.length >= 2 * samples.length
  && samples.every((sample, index) => transparency[2 * index] === 0 && transparency[2 * index + 1] === sample)
