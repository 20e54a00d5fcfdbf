import { Effect, Layer } from "effect"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { setImmediate } from "node:timers"
import { deflateSync, inflateSync } from "node:zlib"
import { type FontFile, PdfPlatform } from "./PdfPlatform.ts"

/**
 * The fonts where installed packages lie beside each other. What traces a deployment's files (@vercel/nft), and webpack, which
 * makes `createRequire` undefined, bring a file along only if it is named as a literal and read in the same expression.
 */
const beside: Readonly<Record<FontFile, () => Promise<Uint8Array>>> = {
  "DejaVuSansCondensed.ttf": async () =>
    readFile(new URL("../../../../dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf", import.meta.url)),
  "DejaVuSansCondensed-Bold.ttf": async () =>
    readFile(new URL("../../../../dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf", import.meta.url)),
}

const readFont = async (name: FontFile): Promise<Uint8Array> => {
  try {
    const { resolve } = createRequire(import.meta.url)
    return await readFile(resolve(`dejavu-fonts-ttf/ttf/${name}`))
  } catch (error) {
    // The first reason names the package.
    return beside[name]().catch(() => Promise.reject(error))
  }
}

const inflate = (bytes: Uint8Array, most: number): Uint8Array | null => {
  try {
    return inflateSync(bytes, { maxOutputLength: most })
  } catch {
    return null
  }
}

/** Node: fonts from the installed package `dejavu-fonts-ttf`, compression from zlib. */
export const layer: Layer.Layer<PdfPlatform> = Layer.succeed(PdfPlatform, {
  fontFile: (name) => Effect.promise(() => readFont(name)),
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
