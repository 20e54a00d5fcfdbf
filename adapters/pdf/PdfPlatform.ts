import { Context, type Effect } from "effect"

/** The fonts that documents are set in, by their file names in the DejaVu distribution. */
export type FontFile = "DejaVuSansCondensed.ttf" | "DejaVuSansCondensed-Bold.ttf"

/** What the printer needs from the runtime around it: a server reads files, while a bundle or a browser has none. */
export class PdfPlatform extends Context.Tag("talonario/PdfPlatform")<
  PdfPlatform,
  {
    /** The TrueType file; the first document asks for it. */
    readonly fontFile: (name: FontFile) => Effect.Effect<Uint8Array>
    /** Compresses to the zlib format (RFC 1950). */
    readonly deflate: (bytes: Uint8Array) => Uint8Array
    /** Decompresses the zlib format; null when the bytes are not in it, or would make more than `most` bytes. */
    readonly inflate: (bytes: Uint8Array, most: number) => Uint8Array | null
    /** Lets everything else that waits have its turn, including sockets; called between the pages of a document. */
    readonly pause: Effect.Effect<void>
  }
>() {}
