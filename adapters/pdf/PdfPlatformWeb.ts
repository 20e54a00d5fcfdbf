import { Effect, Layer } from "effect"
import { Inflate, zlibSync } from "fflate/browser"
import { joinedBytes } from "./file/joinedBytes.ts"
import { type FontFile, PdfPlatform } from "./PdfPlatform.ts"

/**
 * Gives a font's TrueType file. Where there are no files the host supplies its bytes, by an import of its bundler, a fetch,
 * or from a bucket. The package `dejavu-fonts-ttf` has the files under `ttf/`.
 */
export type FontLoader = (name: FontFile) => Uint8Array | ArrayBuffer | Promise<Uint8Array | ArrayBuffer>

/** For any platform, by web standards alone: Workers, Deno, Bun, browsers. */
export const layer = (load: FontLoader): Layer.Layer<PdfPlatform> =>
  Layer.succeed(PdfPlatform, {
    fontFile: (name) => Effect.promise(async () => bytesOf(await load(name))),
    // Not by the platform's CompressionStream, for which the printer would have to wait.
    deflate: (bytes) => zlibSync(bytes, { level: 6 }),
    inflate,
    pause: Effect.async((resume) => {
      const timer = setTimeout(() => resume(Effect.void), 0)
      return Effect.sync(() => clearTimeout(timer))
    }),
  })

const bytesOf = (file: Uint8Array | ArrayBuffer): Uint8Array =>
  file instanceof Uint8Array ? file : new Uint8Array(file)

/**
 * How much is decompressed before the size is compared with `most`, in compressed bytes. Deflate makes a thousand times as
 * many at most, so no more than 8 MiB come in a step.
 */
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

/** Whether the bytes begin as zlib does: method 8 without a preset dictionary (RFC 1950, 2.2); and are not too few. */
const hasZlibHead = (bytes: Uint8Array): boolean => {
  const [method = 0, flags = 0] = bytes
  return bytes.length > 6 && (method & 15) === 8 && (method * 256 + flags) % 31 === 0 && (flags & 32) === 0
}

/** The checksum at the end (RFC 1950, 8.2). */
const adler32 = (bytes: Uint8Array): number => {
  let low = 1
  let high = 0
  for (const byte of bytes) {
    low = (low + byte) % 65_521
    high = (high + low) % 65_521
  }
  return high * 65_536 + low
}
