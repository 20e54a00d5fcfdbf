import { Effect } from "effect"
import { type PrintableDocument, PrinterBusy } from "../../core/ports/PdfPrinter.ts"

/** How much work a printer takes on beside the document that it is printing. */
export interface QueueBounds {
  /** How many documents may wait. */
  readonly waiting: number
  /** How many characters all accepted documents may have together; a single document is never too long. */
  readonly charactersMax: number
}

/** Prints one document after another, in the order in which they came; refuses a document that finds the queue full. */
export type PrintQueue = <A, E>(
  document: PrintableDocument,
  printing: Effect.Effect<A, E>,
) => Effect.Effect<A, E | PrinterBusy>

/** A new queue. A document that is given up makes room for the next. */
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

/** The length of a document: of its lines and notes. Its other texts count as 500 characters. */
const charactersOf = ({ lineas, notas }: PrintableDocument): number => {
  let characters = 500 + (notas?.length ?? 0)
  for (const { descripcion } of lineas) characters += descripcion.length + 50
  return characters
}
