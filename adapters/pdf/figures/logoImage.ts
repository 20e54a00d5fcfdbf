import type { PrintableLogo } from "../../../core/ports/PdfPrinter.ts"
import { joinedBytes } from "../file/joinedBytes.ts"
import { hex } from "../file/numbers.ts"
import type { PdfPlatform } from "../PdfPlatform.ts"
import { filteredRows, flattenedPng } from "./flattenedPng.ts"

/** A logo as a PDF holds it: an image without transparency. */
export interface LogoImage {
  /** Width in pixels. */
  readonly ancho: number
  /** Height in pixels. */
  readonly alto: number
  /** The entries of the image's dictionary that tell how to read its bytes. */
  readonly entries: string
  readonly bytes: Uint8Array
}

type Platform = Pick<PdfPlatform["Type"], "deflate" | "inflate">

/** Makes the image of a logo's file. Null when the file holds no such image, though its head looked right. */
export const logoImage = (logo: PrintableLogo, file: Uint8Array, platform: Platform): LogoImage | null => {
  const { alto, ancho, tipo } = logo
  if (tipo === "png") return pngImage(file, logo, platform)
  const grey = jpegChannels(file) === 1
  const entries = `/ColorSpace /${grey ? "DeviceGray" : "DeviceRGB"} /BitsPerComponent 8 /Filter /DCTDecode`
  return { ancho, alto, entries, bytes: file }
}

/** How many channels a JPEG has: the segment SOF tells. 3 when there is none. */
const jpegChannels = (file: Uint8Array): number => {
  for (let at = 2; at + 10 <= file.length;) {
    const marker = file[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xc2) return file[at + 9] ?? 3
    at += marker === 0xff ? 1 : 2 + (file[at + 2] ?? 0) * 256 + (file[at + 3] ?? 0)
  }
  return 3
}

/** The parts of a PNG that its image is made of. */
export interface PngParts {
  readonly depth: number
  /** 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGB with alpha. */
  readonly colourType: number
  readonly palette: Uint8Array
  /** The alpha of each palette entry, or the one colour that is transparent; empty when nothing is. */
  readonly transparency: Uint8Array
  /** The rows, filtered and compressed. */
  readonly data: Uint8Array
}

const pngParts = (file: Uint8Array): PngParts => {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const chunks: Record<string, Array<Uint8Array>> = { PLTE: [], tRNS: [], IDAT: [] }
  for (let at = 8; at + 12 <= file.length;) {
    const length = view.getUint32(at)
    chunks[String.fromCharCode(...file.subarray(at + 4, at + 8))]?.push(file.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  const whole = (name: string): Uint8Array => joinedBytes(chunks[name] ?? [])
  return {
    depth: view.getUint8(24),
    colourType: view.getUint8(25),
    palette: whole("PLTE"),
    transparency: whole("tRNS"),
    data: whole("IDAT"),
  }
}

// Without transparency the compressed rows go into the file as they are, since PDF knows PNG's filters. They are decompressed
// once all the same, as a check: damaged data would damage the file.
const pngImage = (file: Uint8Array, { alto, ancho }: PrintableLogo, platform: Platform): LogoImage | null => {
  const png = pngParts(file)
  if (png.colourType >= 4 || png.transparency.length > 0) {
    const rgb = flattenedPng(png, ancho, alto, platform.inflate)
    if (rgb === null) return null
    const entries = "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode"
    return { ancho, alto, entries, bytes: platform.deflate(rgb) }
  }
  if (!hasColours(png) || filteredRows(png, ancho, alto, platform.inflate) === null) return null
  const colors = png.colourType === 2 ? 3 : 1
  const space = colourSpace(png)
  const rows = `<</Predictor 15 /Colors ${colors} /BitsPerComponent ${png.depth} /Columns ${ancho}>>`
  const entries = `/ColorSpace ${space} /BitsPerComponent ${png.depth} /Filter /FlateDecode /DecodeParms ${rows}`
  return { ancho, alto, entries, bytes: png.data }
}

/** Whether the palette is valid, where there must be one: 1 to 256 entries of three bytes (PNG, 11.2.3). */
const hasColours = ({ colourType, palette: { length } }: PngParts): boolean =>
  colourType !== 3 || (length > 0 && length <= 768 && length % 3 === 0)

const colourSpace = ({ colourType, palette }: PngParts): string => {
  if (colourType === 2) return "/DeviceRGB"
  return colourType === 0 ? "/DeviceGray" : indexed(palette)
}

const indexed = (palette: Uint8Array): string => {
  const colours = Array.from(palette, (byte) => hex(byte, 2)).join("")
  return `[/Indexed /DeviceRGB ${palette.length / 3 - 1} <${colours}>]`
}
