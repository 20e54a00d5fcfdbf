/** A named value: "Número" and "A-12". */
export interface WordedFact {
  readonly label: string
  readonly value: string
}

/** Issuer or recipient: what they are called on the page, then name, tax id, address, one text per line. */
export interface WordedParty {
  readonly heading: string
  /** The first line is the name and is set in bold. */
  readonly lines: ReadonlyArray<string>
}

/** One line of the document, or the headings above them. */
export interface WordedLine {
  readonly descripcion: string
  readonly cantidad: string
  readonly precio: string
  readonly descuento: string
  readonly tipo_iva: string
  readonly importe: string
}

/** An amount under the lines; `strong` marks those that the reader looks for, `final` what is to be paid. */
export interface WordedTotal {
  readonly label: string
  readonly value: string
  readonly weight: "plain" | "strong" | "final"
}

/** The tax authority's QR and the texts that the law wants around it (Orden HAC/1177/2024, arts. 20, 21). */
export interface WordedQr {
  readonly url: string
  readonly above: string
  /** Empty when nothing stands below. */
  readonly below: string
  readonly alt: string
}

/** A document in its language: every text as it is set. Any Unicode text may stand anywhere. */
export interface WordedDocument {
  /** BCP 47: "es". */
  readonly language: string
  /** "Factura", "Factura simplificada", "Presupuesto". */
  readonly title: string
  /** What has to be known of it before all else, such as that it is a draft. */
  readonly warnings: ReadonlyArray<string>
  /** Title in the file's metadata, and at the head of further pages: "Factura A-12". */
  readonly fileTitle: string
  readonly author: string
  /** Drawn large across every page ("BORRADOR"), or null. */
  readonly stamp: string | null
  /** Of the file's metadata, milliseconds since 1970. */
  readonly createdMillis: number
  readonly facts: ReadonlyArray<WordedFact>
  readonly issuer: WordedParty
  readonly recipient: WordedParty | null
  /** What the logo shows, for those who do not see it. */
  readonly logoAlt: string
  /** A column whose cells are all empty is left out with its heading. */
  readonly lineHeadings: WordedLine
  readonly lines: ReadonlyArray<WordedLine>
  /** Stand at the foot of a page that the lines go on after, and at the head of the next, with the sum so far. */
  readonly carriedForward: string
  readonly broughtForward: string
  /** The sum of so many lines. */
  readonly sumOf: (lines: number) => string
  /** What stands between the whole and the fraction of a decimal. */
  readonly decimalMark: string
  readonly breakdownHeadings: ReadonlyArray<string>
  /** One row per tax rate, cells in the order of the headings. */
  readonly breakdown: ReadonlyArray<ReadonlyArray<string>>
  readonly totals: ReadonlyArray<WordedTotal>
  readonly notes: ReadonlyArray<{ readonly heading: string; readonly text: string }>
  readonly qr: WordedQr | null
  /** "Página 1 de 2"; pages count from 1. */
  readonly pageLabel: (page: number, pages: number) => string
}
