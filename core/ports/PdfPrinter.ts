import { Context, Data, type Effect } from "effect"

/** The print queue is full. Nothing was printed; ask again soon (contract: 503 error_interno). */
export class PrinterBusy extends Data.TaggedError("PrinterBusy") {}

/** A named value: "Número" and "A-12". */
export interface PrintableFact {
  readonly label: string
  readonly value: string
}

/** Issuer or recipient: what they are called on the page, then name, tax id, address, one text per line. */
export interface PrintableParty {
  readonly heading: string
  /** The first line is the name and is set in bold. */
  readonly lines: ReadonlyArray<string>
}

/** One line of the document, or the headings above them. */
export interface PrintableLine {
  readonly descripcion: string
  readonly cantidad: string
  readonly precio: string
  readonly descuento: string
  readonly tipo_iva: string
  readonly importe: string
}

/** An amount under the lines; `strong` marks the one that the reader looks for. */
export interface PrintableTotal {
  readonly label: string
  readonly value: string
  readonly strong: boolean
}

/** The tax authority's QR and the texts that the law wants around it (Orden HAC/1177/2024, arts. 20, 21). */
export interface PrintableQr {
  readonly url: string
  readonly above: string
  /** Empty when nothing stands below. */
  readonly below: string
}

/**
 * A document as it shall be read: every text already in its language and format, nothing left to compute.
 * Any Unicode text may stand in any field; a line break in a text is a line break on the page.
 */
export interface PrintableDocument {
  /** Language of the document, BCP 47: "es". */
  readonly idioma: string
  /** "FACTURA", "FACTURA SIMPLIFICADA", "PRESUPUESTO". */
  readonly title: string
  /** Title in the file's metadata, and at the foot of documents with several pages: "Factura A-12". */
  readonly fileTitle: string
  /** Drawn large across every page ("BORRADOR"), or null. */
  readonly stamp: string | null
  /** Creation date in the file's metadata, milliseconds since 1970: same input, same bytes. */
  readonly createdMillis: number
  readonly facts: ReadonlyArray<PrintableFact>
  readonly issuer: PrintableParty
  readonly recipient: PrintableParty | null
  /** A column whose cells are all empty is left out with its heading. */
  readonly lineHeadings: PrintableLine
  readonly lines: ReadonlyArray<PrintableLine>
  readonly breakdownHeadings: ReadonlyArray<string>
  /** One row per tax rate, cells in the order of the headings. */
  readonly breakdown: ReadonlyArray<ReadonlyArray<string>>
  readonly totals: ReadonlyArray<PrintableTotal>
  readonly notes: ReadonlyArray<{ readonly heading: string; readonly text: string }>
  readonly qr: PrintableQr | null
  /** "Página 1 de 2"; pages count from 1. */
  readonly pageLabel: (page: number, pages: number) => string
}

/** Makes the PDF file of a document. */
export class PdfPrinter extends Context.Tag("talonario/PdfPrinter")<
  PdfPrinter,
  {
    /** The bytes of the file; the same document gives the same bytes. Only a full queue refuses. */
    readonly print: (document: PrintableDocument) => Effect.Effect<Uint8Array, PrinterBusy>
  }
>() {}
