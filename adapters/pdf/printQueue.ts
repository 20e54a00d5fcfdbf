import { Deferred, Effect, Exit, FiberId } from "effect"
import type { OrganizationId } from "../../core/identifiers/organizationId.ts"
import { type PrintableDocument, PrinterBusy } from "../../core/ports/PdfPrinter.ts"

/** How much work a printer takes on beside the document that it is printing. */
export interface QueueBounds {
  /** How many documents may wait. */
  readonly waiting: number
  /** How many characters all accepted documents may have together; a single document is never too long. */
  readonly charactersMax: number
}

/**
 * Prints one document after another. Companies take turns; the documents of each are printed in the order in which they came.
 * Refuses a document that finds the queue full.
 */
export type PrintQueue = <A, E>(
  document: PrintableDocument,
  printing: Effect.Effect<A, E>,
) => Effect.Effect<A, E | PrinterBusy>

/** The place of a document in the queue: done when it is its turn. */
type Place = Deferred.Deferred<void>

/** The accepted documents of a company. */
interface Share {
  accepted: number
  characters: number
  /** Those that wait, in the order in which they came. */
  readonly waiting: Array<Place>
}

/**
 * A new queue. A document that is given up makes room for the next. One company's documents keep nobody else's out: while the
 * queue is full, each company may have its equal part of it, and one document in any case. The queue gets longer by that, but
 * only as companies come that had nothing in it; of these it takes as many as documents may wait.
 */
export const makePrintQueue = (bounds: QueueBounds): Effect.Effect<PrintQueue> =>
  Effect.sync(() => {
    /** Those that have documents here, the one whose turn is next first. */
    const shares = new Map<OrganizationId, Share>()
    let accepted = 0
    let characters = 0
    let printing: Place | undefined

    const mayEnter = (share: Share | undefined, own: number): boolean => {
      if (accepted === 0 || (accepted <= bounds.waiting && characters + own <= bounds.charactersMax)) return true
      if (share === undefined) return shares.size <= bounds.waiting
      return share.accepted * shares.size < bounds.waiting
        && (share.characters + own) * shares.size <= bounds.charactersMax
    }

    const beginNext = (): void => {
      printing = undefined
      for (const { waiting } of shares.values()) {
        printing = waiting.shift()
        if (printing !== undefined) return Deferred.unsafeDone(printing, Exit.void)
      }
    }

    const enter = (company: OrganizationId, own: number) =>
      Effect.suspend(() => {
        const share = shares.get(company) ?? { accepted: 0, characters: 0, waiting: [] }
        if (!mayEnter(shares.get(company), own)) return new PrinterBusy()
        const place: Place = Deferred.unsafeMake(FiberId.none)
        shares.set(company, share)
        accepted++
        characters += own
        share.accepted++
        share.characters += own
        share.waiting.push(place)
        if (printing === undefined) beginNext()
        return Effect.succeed({ place, share })
      })

    const leave = (company: OrganizationId, own: number, { place, share }: { readonly place: Place; readonly share: Share }) =>
      Effect.sync(() => {
        accepted--
        characters -= own
        share.accepted--
        share.characters -= own
        if (printing !== place) share.waiting.splice(share.waiting.indexOf(place), 1)
        if (printing === place || share.accepted === 0) shares.delete(company)
        if (printing !== place) return
        // Behind those that came while it was printed.
        if (share.accepted > 0) shares.set(company, share)
        beginNext()
      })

    return (document, printed) => {
      const { organizationId } = document
      const own = charactersOf(document)
      return Effect.acquireUseRelease(
        enter(organizationId, own),
        ({ place }) => Effect.zipRight(Deferred.await(place), printed),
        (entered) => leave(organizationId, own, entered),
      )
    }
  })

/** The length of a document: of its lines and notes. Its other texts count as 500 characters. */
const charactersOf = ({ lineas, notas }: PrintableDocument): number => {
  let characters = 500 + (notas?.length ?? 0)
  for (const { descripcion } of lineas) characters += descripcion.length + 50
  return characters
}
