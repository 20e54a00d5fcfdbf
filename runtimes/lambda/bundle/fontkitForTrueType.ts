import type { Plugin } from "esbuild"
import { readFile } from "node:fs/promises"

/** Tables of East Asian encodings, of which the names of some fonts are written in. */
const encodings = ["shiftjis", "eucjp", "cp936", "gbkAdded", "cp949", "cp950", "big5Added"]

/** Unpacks the dictionary of WOFF2 when it is loaded. */
const dictionary = /^var init = function init\(BrotliDecompressBuffer\) \{$.*?^\};$/ms

/**
 * Leaves out of fontkit what no TrueType font of ours needs, a third of it. Fails where it does not find that: another
 * version is to be looked at.
 */
export const fontkitForTrueType: Plugin = {
  name: "fontkit for TrueType",
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]@pdf-lib[\\/]fontkit[\\/]dist[\\/]fontkit\.es\.js$/ }, async ({ path }) => {
      let contents = await readFile(path, "utf8")
      const leaveOut = (part: RegExp, rest: string): void => {
        const less = contents.replace(part, rest)
        if (less === contents) throw new Error(`not found in fontkit: ${part}`)
        contents = less
      }
      for (const name of encodings) leaveOut(new RegExp(`^var ${name} = \\[$.*?^\\];$`, "ms"), `var ${name} = [];`)
      leaveOut(dictionary, "var init = () => new Uint8Array();")
      return { contents, loader: "js" }
    })
  },
}
