import { Effect, Layer } from "effect"
import { Inflate, zlibSync } from "fflate/browser"
import { joinedBytes } from "./file/joinedBytes.ts"
import { type FontFile, PdfPlatform } from "./PdfPlatform.ts"

/**
 * Gives a font's TrueType file. Where there are no files the host brings its bytes along: from an import of a
 * bundler, a fetch, a bucket. `dejavu-fonts-ttf` has them under `ttf/`.
 */
export type FontLoader = (name: FontFile) => Uint8Array | ArrayBuffer | Promise<Uint8Array | ArrayBuffer>

/** Any platform with web standards alone: Workers, Deno, Bun, browsers. */
export const layer = (load: FontLoader): Layer.Layer<PdfPlatform> =>
  Layer.succeed(PdfPlatform, {
    fontFile: (name) => Effect.promise(async () => bytesOf(await load(name))),
    // The printer cannot wait for it, as it would for the platform's CompressionStream.
    deflate: (bytes) => zlibSync(bytes, { level: 6 }),
    inflate,
    pause: Effect.async((resume) => {
      const timer = setTimeout(() => resume(Effect.void), 0)
      return Effect.sync(() => clearTimeout(timer))
    }),
  })

const bytesOf = (file: Uint8Array | ArrayBuffer): Uint8Array =>
  file instanceof Uint8Array ? file : new Uint8Array(file)

/** Deflate unpacks to a thousand times its size at most: so much, and no more, is unpacked before `most` is looked at. */
const stepBytes = 8_192

const inflate = (bytes: Uint8Array, most: number): Uint8Array | null => {
  if (!hasZlibHead(bytes)) return null
  const parts: Array<Uint8Array> = []
  let size = 0
  const stream = new Inflate((part) => {
    parts.push(part)
    size += part.length
  })
  const deflated = bytes.subarray(2, -4)
  try {
    for (let from = 0; from < deflated.length; from += stepBytes) {
      stream.push(deflated.subarray(from, from + stepBytes), from + stepBytes >= deflated.length)
      if (size > most) return null
    }
  } catch {
    return null
  }
  const whole = joinedBytes(parts)
  const checksum = new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 4)
  return adler32(whole) === checksum ? whole : null
}

/** Method 8 without a preset dictionary (RFC 1950, 2.2), and bytes enough for something. */
const hasZlibHead = (bytes: Uint8Array): boolean => {
  const [method = 0, flags = 0] = bytes
  return bytes.length > 6 && (method & 15) === 8 && (method * 256 + flags) % 31 === 0 && (flags & 32) === 0
}

/** The checksum at the end (RFC 1950, 8.2). The sums stay below 2^53 for any size that there is. */
const adler32 = (bytes: Uint8Array): number => {
  let low = 1
  let high = 0
  for (const byte of bytes) {
    low = (low + byte) % 65_521
    high = (high + low) % 65_521
  }
  return high * 65_536 + low
}
