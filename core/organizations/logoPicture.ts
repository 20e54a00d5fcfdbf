import { Either } from "effect"

/** The formats of a logo. */
export type LogoKind = "png" | "jpeg"

/** The format and size that a logo's file states. */
export interface LogoPicture {
  readonly tipo: LogoKind
  /** Pixels. */
  readonly ancho: number
  readonly alto: number
}

/** The most bytes of a logo's file. */
export const logoBytesMax = 256 * 1024

/** The most pixels of a logo, so that to print it takes a few MiB and milliseconds only, however well the file is packed. */
const logoPixelsMax = 1_000_000

/** The most pixels of one side, which no JPEG can exceed: some viewers show nothing of a page with a longer PNG. */
const logoSideMax = 65_535

/**
 * Reads the format and size of a logo from its bytes: PNG (up to 8 bits per channel, not interlaced) or JPEG (grey or RGB,
 * baseline or progressive). For any other file, answers in Spanish why it cannot be a logo.
 */
export const readLogoPicture = (file: Uint8Array): Either.Either<LogoPicture, string> => {
  if (file.length > logoBytesMax) return Either.left(`no puede pasar de ${logoBytesMax / 1024} KiB`)
  const picture = pictureOf(file)
  if (typeof picture === "string") return Either.left(picture)
  const { alto, ancho } = picture
  const pixels = alto * ancho
  const fits = pixels >= 1 && pixels <= logoPixelsMax && Math.max(alto, ancho) <= logoSideMax
  return fits ? Either.right(picture) : Either.left("debe tener un millón de píxeles como mucho, y 65.535 por lado")
}

const pictureOf = (file: Uint8Array): LogoPicture | string => {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (startsWith(file, pngSignature)) return readPng(view)
  return startsWith(file, jpegStart) ? readJpeg(view) : "debe ser PNG o JPEG"
}

const startsWith = (file: Uint8Array, bytes: ReadonlyArray<number>): boolean =>
  bytes.every((byte, at) => file[at] === byte)

const jpegStart = [0xff, 0xd8, 0xff]
const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const ihdr = 0x49484452
const idat = 0x49444154
const iend = 0x49454e44
const broken = "está incompleto o dañado"

/** The bit depths of each colour type (PNG specification, 11.2.2), without those of 16 bits. */
const depths: ReadonlyMap<number, ReadonlyArray<number>> = new Map([
  [0, [1, 2, 4, 8]],
  [2, [8]],
  [3, [1, 2, 4, 8]],
  [4, [8]],
  [6, [8]],
])

// A PNG is a signature and chunks, each of a length, a name, data and a checksum. The first chunk, IHDR, has the size.
const readPng = (view: DataView): LogoPicture | string => {
  if (view.byteLength < 33 || view.getUint32(8) !== 13 || view.getUint32(12) !== ihdr) return broken
  if (depths.get(view.getUint8(25))?.includes(view.getUint8(24)) !== true) return "debe tener 8 bits por canal o menos"
  if (view.getUint8(28) !== 0) return "no puede ser un PNG entrelazado"
  let pixels = false
  for (let at = 33; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const name = view.getUint32(at + 4)
    if (name === idat) pixels = true
    if (name === iend) return pixels ? { tipo: "png", ancho: view.getUint32(16), alto: view.getUint32(20) } : broken
  }
  return broken
}

// A JPEG is a row of segments, each of 0xff, a marker, a length and data. The size is in the frame header (markers c0 to cf).
const readJpeg = (view: DataView): LogoPicture | string => {
  for (let at = 2; at + 10 <= view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return broken
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    const frame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (frame) {
      if (marker > 0xc2 || view.getUint8(at + 4) !== 8) return "debe ser un JPEG corriente o progresivo de 8 bits"
      const channels = view.getUint8(at + 9)
      if (channels !== 1 && channels !== 3) return "debe ser un JPEG en gris o RGB, no en CMYK"
      if (!hasJpegEnd(view, at)) return broken
      return { tipo: "jpeg", ancho: view.getUint16(at + 7), alto: view.getUint16(at + 5) }
    }
    at += 2 + view.getUint16(at + 2)
  }
  return broken
}

/** Whether the marker of the end (EOI) follows. Among the pixels no ff is followed by d9. */
const hasJpegEnd = (view: DataView, from: number): boolean => {
  for (let at = from; at + 2 <= view.byteLength; at++) if (view.getUint16(at) === 0xffd9) return true
  return false
}
