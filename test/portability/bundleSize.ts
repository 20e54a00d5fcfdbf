import type { Plugin } from "esbuild"
import { readFile } from "node:fs/promises"
import { basename, dirname, extname } from "node:path"
import { gzipSync } from "node:zlib"
import { bundleCore } from "./bundle.ts"

/** Bytes of the minified text and of its gzip. */
export interface Size {
  readonly raw: number
  readonly gzip: number
}

export const sizeOf = (text: string): Size => ({
  raw: new TextEncoder().encode(text).length,
  gzip: gzipSync(text, { level: 9 }).length,
})

/**
 * The share of the bundle that each folder of the core, and @noble/hashes, takes; largest first. Each is compressed
 * alone, so the sum exceeds the whole. A file's imports may count towards the one before it.
 */
export const sizesByRoom = async (): Promise<ReadonlyArray<readonly [room: string, size: Size]>> => {
  const { text } = await bundleCore({ plugins: [markRooms], legalComments: "inline" })
  const rooms = new Map<string, string>()
  for (const [, room = "", piece = ""] of text.matchAll(/\/\*! room (\S+) \*\/(.*?)(?=\/\*! room |$)/gs)) {
    rooms.set(room, (rooms.get(room) ?? "") + piece)
  }
  return [...rooms]
    .map(([room, texts]) => [room, sizeOf(texts)] as const)
    .toSorted(([, a], [, b]) => b.gzip - a.gzip)
}

/** Marks where each folder starts; esbuild keeps legal comments in place. */
const markRooms: Plugin = {
  name: "mark rooms",
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]core[\\/][^\\/]+[\\/][^\\/]+\.ts$|@noble[\\/]hashes/ }, async ({ path }) => {
      const isNoble = extname(path) === ".js"
      const room = isNoble ? "@noble/hashes" : `core/${basename(dirname(path))}`
      const contents = `/*! room ${room} */\n${await readFile(path, "utf8")}`
      return { contents, loader: isNoble ? "js" : "ts" }
    })
  },
}
