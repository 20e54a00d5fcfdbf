/*
 * A file's colours are those of sRGB, and PDF/A demands a profile that says so. It is made here, of the primaries and the white
 * point of IEC 61966-2-1, adapted to D50, and of its tone curve, as parameters of ICC's parametric curve.
 */

const signature = (text: string): ReadonlyArray<number> => Array.from(text, (letter) => letter.charCodeAt(0))

const word = (value: number): ReadonlyArray<number> =>
  [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff]

/** A signed number with 16 bits after the point. */
const fixed = (value: number): ReadonlyArray<number> => word(Math.round(value * 65_536) >>> 0)

const xyz = (...values: ReadonlyArray<number>): ReadonlyArray<number> =>
  [...signature("XYZ "), ...word(0), ...values.flatMap(fixed)]

const text = (value: string): ReadonlyArray<number> => [
  ...signature("mluc"), ...word(0), ...word(1), ...word(12), ...signature("enUS"),
  ...word(2 * value.length), ...word(28),
  ...signature(value).flatMap((letter) => [0, letter]),
]

const curve = [
  ...signature("para"), ...word(0), 0, 3, 0, 0, ...[2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed),
]

const adaptation = [1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168]

const d50 = [0.9642, 1, 0.8249]

const elements: ReadonlyArray<readonly [name: string, value: ReadonlyArray<number>]> = [
  ["desc", text("sRGB")],
  ["cprt", text("No copyright")],
  ["wtpt", xyz(...d50)],
  ["chad", [...signature("sf32"), ...word(0), ...adaptation.flatMap(fixed)]],
  ["rXYZ", xyz(0.43607, 0.22249, 0.01392)],
  ["gXYZ", xyz(0.38515, 0.71687, 0.09708)],
  ["bXYZ", xyz(0.14307, 0.06061, 0.7141)],
  ["rTRC", curve],
  ["gTRC", curve],
  ["bTRC", curve],
]

const padded = (bytes: ReadonlyArray<number>): ReadonlyArray<number> =>
  [...bytes, ...Array.from({ length: (4 - (bytes.length % 4)) % 4 }, () => 0)]

const made = (): Uint8Array => {
  const table: Array<number> = [...word(elements.length)]
  const data: Array<number> = []
  const start = 128 + 4 + 12 * elements.length
  for (const [name, value] of elements) {
    table.push(...signature(name), ...word(start + data.length), ...word(value.length))
    data.push(...padded(value))
  }
  const size = start + data.length
  const head = [
    ...word(size), ...word(0), ...word(0x04300000), ...signature("mntrRGB XYZ "),
    // A fixed day (1 January 2026), so that the profile is the same every time.
    0x07, 0xea, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0,
    ...signature("acsp"), ...word(0), ...word(0), ...word(0), ...word(0), ...word(0), ...word(0), ...word(0),
    ...d50.flatMap(fixed),
  ]
  const bytes = new Uint8Array(size)
  bytes.set(head)
  bytes.set(table, 128)
  bytes.set(data, start)
  return bytes
}

/** An ICC profile (version 4.3) of sRGB. */
export const colourProfile: Uint8Array = made()
