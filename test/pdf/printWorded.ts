import { Effect } from "effect"
import * as PdfPlatformNode from "../../adapters/pdf/PdfPlatformNode.ts"
import { makePrint, type Print } from "../../adapters/pdf/printDocument.ts"
import type { WordedDocument } from "../../adapters/pdf/words/wordedDocument.ts"

/** Prints worded documents one after another, without queue and cache. */
export const worded: Effect.Effect<Print> = Effect.provide(makePrint, PdfPlatformNode.layer)

/** Prints one document without a logo, with a printer of its own. */
export const printWorded = (document: WordedDocument): Effect.Effect<Uint8Array> =>
  Effect.flatMap(worded, (print) => print(document, null))
