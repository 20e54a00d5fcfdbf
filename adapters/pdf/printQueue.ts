import { Effect } from "effect"
import { PrinterBusy } from "../../core/ports/PdfPrinter.ts"
import type { PrintableDocument } from "../../core/ports/PdfPrinter.ts"

/** How much work a printer takes on beside the document that it is printing. */
export interface QueueBounds {
  /** Documents that may wait. */
  readonly waiting: number
  /** Characters that all accepted documents may have together; a document alone is never too long. */
  readonly charactersMax: number
}

/** Lets one document in after the other, in the order of asking; refuses those that find the queue full. */
export type PrintQueue = <A, E>(
  document: PrintableDocument,
  printing: Effect.Effect<A, E>,
) => Effect.Effect<A, E | PrinterBusy>

/** A queue of its own. Who gives up leaves its place to the next. */
export const makePrintQueue = (bounds: QueueBounds): Effect.Effect<PrintQueue> =>
  Effect.map(Effect.makeSemaphore(1), (place): PrintQueue => {
    let accepted = 0
    let characters = 0
    const enter = (own: number) =>
      Effect.suspend(() => {
        const full = accepted > bounds.waiting || characters + own > bounds.charactersMax
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
    return (document, printing) =>
      Effect.acquireUseRelease(enter(charactersOf(document)), () => place.withPermits(1)(printing), leave)
  })

/** What makes a document long; its other texts count as if they were always the same. */
const charactersOf = ({ lineas, notas }: PrintableDocument): number => {
  let characters = 500 + (notas?.length ?? 0)
  for (const { descripcion } of lineas) characters += descripcion.length + 50
  return characters
}
