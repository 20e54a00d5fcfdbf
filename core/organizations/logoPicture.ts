import { Either } from "effect"

/** The formats of a logo. */
export type LogoKind = "png" | "jpeg"

/** What a logo's file says of itself. */
export interface LogoPicture {
  readonly tipo: LogoKind
  /** Pixels. */
  readonly ancho: number
  readonly alto: number
}

/** Bytes of a logo's file at most. */
export const logoBytesMax = 256 * 1024

/** Pixels of a logo at most: what it takes to print it stays within some MiB and milliseconds, however small the file. */
const logoPixelsMax = 1_000_000

/**
 * Reads a logo by its bytes, whatever its name: PNG (8 bits or fewer a channel, not interlaced) or JPEG (grey or RGB,
 * baseline or progressive). Answers why it cannot be one, in Spanish.
 */
export const readLogoPicture = (file: Uint8Array): Either.Either<LogoPicture, string> => {
  if (file.length > logoBytesMax) return Either.left(`no puede pasar de ${logoBytesMax / 1024} KiB`)
  const picture = pictureOf(file)
  if (typeof picture === "string") return Either.left(picture)
  const pixels = picture.alto * picture.ancho
  if (pixels < 1 || pixels > logoPixelsMax) return Either.left("debe tener un millón de píxeles como mucho")
  return Either.right(picture)
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

/** The bit depths of each colour type (PNG, 11.2.2), 16 left out. */
const depths: ReadonlyMap<number, ReadonlyArray<number>> = new Map([
  [0, [1, 2, 4, 8]],
  [2, [8]],
  [3, [1, 2, 4, 8]],
  [4, [8]],
  [6, [8]],
])

// Chunks: length, name, data, checksum.
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

// Segments: 0xff, marker, length. The frame header tells the size; what is before it is skipped.
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
      return { tipo: "jpeg", ancho: view.getUint16(at + 7), alto: view.getUint16(at + 5) }
    }
    at += 2 + view.getUint16(at + 2)
  }
  return broken
}
