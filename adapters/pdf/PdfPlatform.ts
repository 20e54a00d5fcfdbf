import { Context, type Effect } from "effect"

/** The cuts that documents are set in, by the file name that the DejaVu distribution gives them. */
export type FontFile = "DejaVuSansCondensed.ttf" | "DejaVuSansCondensed-Bold.ttf"

/** What the printer takes from the runtime around it: a server reads files, a bundle or browser does not. */
export class PdfPlatform extends Context.Tag("talonario/PdfPlatform")<
  PdfPlatform,
  {
    /** The TrueType file. Asked for once, by the first document. */
    readonly fontFile: (name: FontFile) => Effect.Effect<Uint8Array>
    /** Compresses to the zlib format (RFC 1950). */
    readonly deflate: (bytes: Uint8Array) => Uint8Array
    /** Undoes that; null when the bytes are no such thing, or make more than `most`. */
    readonly inflate: (bytes: Uint8Array, most: number) => Uint8Array | null
    /** Lets everything else that waits have its turn, sockets too: between the pages of a document. */
    readonly pause: Effect.Effect<void>
  }
>() {}
