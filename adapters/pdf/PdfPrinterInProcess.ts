import { Effect, Layer } from "effect"
import { PdfPrinter, type PrintableDocument } from "../../core/ports/PdfPrinter.ts"
import { boundedCache } from "./boundedCache.ts"
import { type LogoImage, logoImage } from "./figures/logoImage.ts"
import { loadedCode, loadedOnce } from "./loadedOnce.ts"
import { PdfPlatform } from "./PdfPlatform.ts"
import { makePrintQueue, type QueueBounds } from "./printQueue.ts"

/** How much a printer takes on and keeps. */
export interface PrinterBounds extends QueueBounds {
  /** How many bytes of finished files are kept, to be answered again. */
  readonly cacheBytes: number
}

const logoCacheBytes = 8 * 1024 * 1024

/**
 * A printer in this process. It prints one document at a time, and lets everything else have its turn between the pages. The
 * files of issued documents are kept. The code and fonts that it prints with are loaded for the first document.
 */
export const layerWith = (bounds: PrinterBounds): Layer.Layer<PdfPrinter, never, PdfPlatform> =>
  Layer.effect(PdfPrinter, Effect.gen(function*() {
    const platform = yield* PdfPlatform
    const printer = yield* loadedOnce(Effect.provideService(loadPrinter, PdfPlatform, platform))
    const enqueue = yield* makePrintQueue(bounds)
    const files = boundedCache<Uint8Array>(bounds.cacheBytes)
    const imageOf = logoImages(platform)
    return {
      print: (document, logo) =>
        Effect.suspend(() => {
          const name = document.lifecycle === "draft" ? null : JSON.stringify(document)
          const kept = name === null ? undefined : files.get(name)
          if (kept !== undefined) return Effect.succeed(kept)
          const printing = Effect.flatMap(Effect.zip(imageOf(document, logo), printer), ([image, print]) => print(document, image))
          return enqueue(document, Effect.tap(printing, (file) => {
            if (name !== null) files.set(name, file, file.length)
          }))
        }),
    }
  }))

const loadPrinter = loadedCode(() => Promise.all([import("./printDocument.ts"), import("./words/wordDocument.ts")])).pipe(
  Effect.flatMap(([{ makePrint }, { wordDocument }]) =>
    Effect.map(makePrint, (print) => (document: PrintableDocument, image: LogoImage | null) =>
      print(wordDocument(document), image))),
)

/** Gives the image of a document's logo, if it has one; `read` reads the logo's file where the image is not kept. */
const logoImages = (platform: PdfPlatform["Type"]) => {
  const kept = boundedCache<LogoImage>(logoCacheBytes)
  return <E>({ logo }: PrintableDocument, read: Effect.Effect<Uint8Array, E>) =>
    Effect.suspend((): Effect.Effect<LogoImage | null, E> => {
      if (logo === null) return Effect.succeed(null)
      const known = kept.get(logo.id)
      if (known !== undefined) return Effect.succeed(known)
      return Effect.map(read, (file) => {
        const image = logoImage(logo, file, platform)
        if (image !== null) kept.set(logo.id, image, image.bytes.length)
        return image
      })
    })
}

/**
 * Up to half a second of one processor's work may wait: 64 ordinary invoices, or a few of the longest; more where several
 * companies share it. 32 MiB of files are kept.
 */
export const layer = layerWith({ waiting: 64, charactersMax: 200_000, cacheBytes: 32 * 1024 * 1024 })
