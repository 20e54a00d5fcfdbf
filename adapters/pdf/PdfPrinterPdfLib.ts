import { Effect, Layer } from "effect"
import { PdfPrinter, PrinterBusy } from "../../core/ports/PdfPrinter.ts"
import { PdfPlatform } from "./PdfPlatform.ts"

/** How much work the printer takes on. */
export interface PrintQueue {
  /** Documents printed at once: they take turns between their pages. */
  readonly printing: number
  /** Documents that may wait; one more is refused. */
  readonly waiting: number
}

/** A printer with a queue of a given size. What it prints with is loaded with the first document. */
export const layerWith = (queue: PrintQueue): Layer.Layer<PdfPrinter, never, PdfPlatform> =>
  Layer.effect(PdfPrinter, Effect.gen(function*() {
    const platform = yield* PdfPlatform
    const load = Effect.promise(() => import("./printDocument.ts")).pipe(
      Effect.flatMap(({ makePrint }) => makePrint),
      Effect.provideService(PdfPlatform, platform),
    )
    const printer = yield* Effect.cached(Effect.uninterruptible(load))
    const places = yield* Effect.makeSemaphore(queue.printing)
    let accepted = 0
    const enter = Effect.suspend(() => {
      if (accepted >= queue.printing + queue.waiting) return new PrinterBusy()
      accepted++
      return Effect.void
    })
    const leave = Effect.sync(() => {
      accepted--
    })
    return {
      print: (document) =>
        Effect.acquireUseRelease(
          enter,
          () => places.withPermits(1)(Effect.flatMap(printer, (print) => print(document))),
          () => leave,
        ),
    }
  }))

/** Two documents at once, 64 waiting: about a fifth of a second of work for one processor. */
export const layer = layerWith({ printing: 2, waiting: 64 })
