import { deflateSync } from "node:zlib"
import { crc32 } from "./crc32.ts"

/** The plan of a PNG: its head, and its rows before compression, each after its filter byte. */
export interface PngPlan {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly colourType: number
  readonly interlaced?: boolean
  readonly palette?: ReadonlyArray<number>
  readonly transparency?: ReadonlyArray<number>
  readonly rows: ReadonlyArray<ReadonlyArray<number>>
}

const word = (value: number): ReadonlyArray<number> => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]

const chunk = (name: string, data: ReadonlyArray<number>): ReadonlyArray<number> => {
  const body = [...Array.from(name, (letter) => letter.charCodeAt(0)), ...data]
  return [...word(data.length), ...body, ...word(crc32(body))]
}

/** Builds a PNG file. */
export const png = (plan: PngPlan): Uint8Array => {
  const { colourType, depth, height, interlaced = false, palette, rows, transparency, width } = plan
  return Uint8Array.from([
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a,
    ...chunk("IHDR", [...word(width), ...word(height), depth, colourType, 0, 0, interlaced ? 1 : 0]),
    ...(palette === undefined ? [] : chunk("PLTE", palette)),
    ...(transparency === undefined ? [] : chunk("tRNS", transparency)),
    ...chunk("IDAT", [...deflateSync(Uint8Array.from(rows.flat()))]),
    ...chunk("IEND", []),
  ])
}

/** A square logo: a half-transparent ring in RGBA. */
export const ringLogo = (side: number): Uint8Array =>
  png({
    width: 3 * side,
    height: side,
    depth: 8,
    colourType: 6,
    rows: Array.from({ length: side }, (_, y) => [
      0,
      ...Array.from({ length: 3 * side }, (_, x) => {
        const away = Math.hypot((x % side) - side / 2, y - side / 2) / side
        return away > 0.25 && away < 0.48 ? [20, 120 + 40 * Math.floor(x / side), 90, 255 - 60 * Math.floor(x / side)] : [0, 0, 0, 0]
      }).flat(),
    ]),
  })
