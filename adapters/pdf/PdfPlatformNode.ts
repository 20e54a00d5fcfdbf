import { Effect, Layer } from "effect"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { setImmediate } from "node:timers"
import { deflateSync, inflateSync } from "node:zlib"
import { PdfPlatform } from "./PdfPlatform.ts"

const { resolve } = createRequire(import.meta.url)

const inflate = (bytes: Uint8Array, most: number): Uint8Array | null => {
  try {
    return inflateSync(bytes, { maxOutputLength: most })
  } catch {
    return null
  }
}

/** Node: fonts from the installed package `dejavu-fonts-ttf`, compression from zlib. */
export const layer: Layer.Layer<PdfPlatform> = Layer.succeed(PdfPlatform, {
  fontFile: (name) => Effect.promise(() => readFile(resolve(`dejavu-fonts-ttf/ttf/${name}`))),
  // Level 5 makes a page as small as the default level 6 in half the time.
  deflate: (bytes) => deflateSync(bytes, { level: 5 }),
  inflate,
  // Not a timer: one of no time is due again at once, and the event loop would never come to its sockets. Imported, since a
  // host's tests may put fake timers in the place of the global ones.
  pause: Effect.async((resume) => {
    const immediate = setImmediate(() => resume(Effect.void))
    return Effect.sync(() => clearImmediate(immediate))
  }),
})
