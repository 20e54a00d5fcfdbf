import { Effect, Layer } from "effect"
import { PdfPrinter, type PrintableDocument, PrinterBusy } from "../../core/ports/PdfPrinter.ts"
import { PdfPlatform } from "./PdfPlatform.ts"

/** How much work the printer takes on beside the document that it is printing. */
export interface PrintQueue {
  /** Documents that may wait. */
  readonly waiting: number
  /** Characters that all accepted documents may have together; a document alone is never too long. */
  readonly charactersMax: number
}

/** A printer with a queue of a given size: one document at a time. What it prints with is loaded with the first one. */
export const layerWith = (queue: PrintQueue): Layer.Layer<PdfPrinter, never, PdfPlatform> =>
  Layer.effect(PdfPrinter, Effect.gen(function*() {
    const platform = yield* PdfPlatform
    const load = Effect.promise(() => import("./printDocument.ts")).pipe(
      Effect.flatMap(({ makePrint }) => makePrint),
      Effect.provideService(PdfPlatform, platform),
    )
    const printer = yield* Effect.cached(Effect.uninterruptible(load))
    const place = yield* Effect.makeSemaphore(1)
    let accepted = 0
    let characters = 0
    const enter = (own: number) =>
      Effect.suspend(() => {
        const full = accepted > queue.waiting || characters + own > queue.charactersMax
        if (accepted > 0 && full) return new PrinterBusy()
        accepted++
        characters += own
        return Effect.succeed(own)
      })
    const leave = (own: number) =>
      Effect.sync(() => {
        accepted--
        characters -= own
      })
    return {
      print: (document) =>
        Effect.acquireUseRelease(
          enter(charactersOf(document)),
          () => place.withPermits(1)(Effect.flatMap(printer, (print) => print(document))),
          leave,
        ),
    }
  }))

/** What makes a document long; its other texts count as if they were always the same. */
const charactersOf = ({ lines, notes }: PrintableDocument): number => {
  let characters = 500
  for (const { descripcion } of lines) characters += descripcion.length + 50
  for (const { text } of notes) characters += text.length
  return characters
}

/** Work of about a second for one processor: 64 ordinary invoices, or one of the longest. */
export const layer = layerWith({ waiting: 64, charactersMax: 200_000 })
