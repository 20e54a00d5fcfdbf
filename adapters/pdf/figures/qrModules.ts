import type { BitMatrix } from "qrcode"
import qrcode from "qrcode/lib/core/qrcode.js"

/** The modules of a QR symbol, row by row; 1 is a dark one. */
export interface Modules {
  /** How many modules a side has. */
  readonly size: number
  readonly data: Uint8Array
}

/** How many bytes a QR of level M can hold (version 40). */
const mostBytes = 2331

// The eight masks (ISO/IEC 18004, table 10): 1 where a mask turns a module over that the first one does not, or the other way
// round, since the symbol has the first one already. They repeat every twelve rows and columns.
const period = 12
const masks = [
  (i: number, j: number) => (i + j) % 2,
  (i: number) => i % 2,
  (_: number, j: number) => j % 3,
  (i: number, j: number) => (i + j) % 3,
  (i: number, j: number) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2,
  (i: number, j: number) => ((i * j) % 2) + ((i * j) % 3),
  (i: number, j: number) => (((i * j) % 2) + ((i * j) % 3)) % 2,
  (i: number, j: number) => (((i * j) % 3) + ((i + j) % 2)) % 2,
].map((remainder, _, [first = remainder]) =>
  Uint8Array.from({ length: period * period }, (_, at) => {
    const [row, column] = [Math.floor(at / period), at % period]
    return (remainder(row, column) === 0) === (first(row, column) === 0) ? 0 : 1
  }))

/** The format bits of level M with each of the masks (ISO/IEC 18004, annex C). */
const formats = [0x5412, 0x5125, 0x5e7c, 0x5b4b, 0x45f9, 0x40ce, 0x4f97, 0x4aa0]

// The format is written twice (ISO/IEC 18004, 7.9): down column 8 and, from the right, along row 8. Row 6 and column 6 are
// passed over: they are timing patterns.
const writeFormat = (data: Uint8Array, size: number, format: number): void => {
  for (let bit = 0; bit < 15; bit++) {
    const module = (format >> bit) & 1
    data[formatRow(bit, size) * size + 8] = module
    data[8 * size + formatColumn(bit, size)] = module
  }
}

const formatRow = (bit: number, size: number): number => {
  if (bit < 6) return bit
  return bit < 8 ? bit + 1 : size - 15 + bit
}

const formatColumn = (bit: number, size: number): number => {
  if (bit < 8) return size - 1 - bit
  return bit === 8 ? 7 : 14 - bit
}

/** How many modules a penalty looks back along a row or column: over a finder pattern with four light ones on one side. */
const lookBack = 11
const marker = 1 << lookBack

// What a module adds to the penalty of its row or column: for a run of one colour, and for what looks like a finder pattern. Its
// index has the modules up to it as bits, after a leading 1: looking it up costs less than branches that modules make random.
const penalties = Uint8Array.from({ length: 2 * marker }, (_, index) => {
  const modules = index.toString(2).slice(1)
  const finder = modules === "10111010000" || modules === "00001011101" ? 40 : 0
  if (!/(.)\1{4}$/.test(modules)) return finder
  return finder + (/(.)\1{5}$/.test(modules) ? 1 : 3)
})

const followedBy = (before: number, module: number): number => {
  const index = (before << 1) | module
  return index < 2 * marker ? index : (index & (marker - 1)) | marker
}

// The penalty of a row and of the column with the same number. Both at once take little longer than one.
const linesPenalty = (data: Uint8Array, size: number, line: number): number => {
  let penalty = 0
  let row = 1
  let column = 1
  for (let at = 0; at < size; at++) {
    row = followedBy(row, data[line * size + at] ?? 0)
    column = followedBy(column, data[at * size + line] ?? 0)
    penalty += (penalties[row] ?? 0) + (penalties[column] ?? 0)
  }
  return penalty
}

/** The penalty of two by two modules, by how many of them are dark. */
const squares = Uint8Array.of(3, 0, 0, 0, 3)

// The penalty for squares of two by two modules of one colour, and for too many or too few dark modules.
const areaPenalty = (data: Uint8Array, size: number): number => {
  let penalty = 0
  let dark = 0
  for (let at = 0; at < data.length; at++) dark += data[at] ?? 0
  for (let row = 0; row < size - 1; row++) {
    let right = (data[row * size] ?? 0) + (data[row * size + size] ?? 0)
    for (let at = row * size + 1; at < row * size + size; at++) {
      const pair = (data[at] ?? 0) + (data[at + size] ?? 0)
      penalty += squares[pair + right] ?? 0
      right = pair
    }
  }
  return penalty + 10 * Math.abs(Math.ceil((dark * 20) / data.length) - 10)
}

/**
 * The penalty of a symbol: the higher, the harder it is to read (ISO/IEC 18004, 7.8.3). Infinity once it is no lower than
 * `limit`.
 */
const penaltyOf = (data: Uint8Array, size: number, limit: number): number => {
  let penalty = areaPenalty(data, size)
  for (let line = 0; line < size; line++) {
    penalty += linesPenalty(data, size, line)
    if (penalty >= limit) return Infinity
  }
  return penalty
}

/** Turns over what a mask may turn, where `turns` has a 1. */
const masked = ({ data, reservedBit, size }: BitMatrix, turns: Uint8Array): Uint8Array => {
  const modules = data.slice()
  for (let row = 0, at = 0; row < size; row++) {
    const phase = (row % period) * period
    for (let column = 0; column < size; column++, at++) {
      if (reservedBit[at] === 0) modules[at] = (data[at] ?? 0) ^ (turns[phase + (column % period)] ?? 0)
    }
  }
  return modules
}

/**
 * The QR symbol of level M for a text; null when it is empty or too long for one. The package `qrcode` makes it with the first
 * mask. The best mask is then looked for here, by the same rules as there but in a fraction of the time.
 */
export const qrModules = (text: string): Modules | null => {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length === 0 || bytes.length > mostBytes) return null
  const options = { errorCorrectionLevel: "M", maskPattern: 0 } as const
  const symbol = qrcode.create([{ mode: "byte", data: bytes }], options).modules
  const { size } = symbol
  let best = symbol.data
  let least = Infinity
  for (const [number, turns] of masks.entries()) {
    const data = masked(symbol, turns)
    writeFormat(data, size, formats[number] ?? 0)
    const penalty = penaltyOf(data, size, least)
    if (penalty < least) {
      least = penalty
      best = data
    }
  }
  return { size, data: best }
}
