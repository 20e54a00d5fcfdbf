/** A named value: "Número" and "A-12". */
export interface WordedFact {
  readonly label: string
  readonly value: string
}

/** Issuer or recipient: the heading, and then name, tax id and address, one text for each line. */
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

/** An amount below the lines. `strong` is set in bold; `final` is what is to be paid, and is set off by rules as well. */
export interface WordedTotal {
  readonly label: string
  readonly value: string
  readonly weight: "plain" | "strong" | "final"
}

/** The tax authority's QR and the texts that the law wants around it (Orden HAC/1177/2024, arts. 20, 21). */
export interface WordedQr {
  readonly url: string
  readonly above: string
  /** Empty when there is nothing below. */
  readonly below: string
  /** For those who do not see it. */
  readonly alt: string
}

/** A document in its language: every text as it is printed. Any text may have any Unicode characters. */
export interface WordedDocument {
  /** BCP 47: "es". */
  readonly language: string
  /** "Factura", "Factura simplificada", "Presupuesto". */
  readonly title: string
  /** What has to be known before everything else, such as that it is a draft. */
  readonly warnings: ReadonlyArray<string>
  /** The title in the file's metadata and at the head of further pages: "Factura A-12". */
  readonly fileTitle: string
  /** The issuer, in the same places. */
  readonly author: string
  /** Drawn large across every page ("BORRADOR"), or null. */
  readonly stamp: string | null
  /** When the file was made, for its metadata; milliseconds since 1970. */
  readonly createdMillis: number
  readonly facts: ReadonlyArray<WordedFact>
  readonly issuer: WordedParty
  readonly recipient: WordedParty | null
  /** The text for those who do not see the logo. */
  readonly logoAlt: string
  /** A column whose cells are all empty is left out with its heading. */
  readonly lineHeadings: WordedLine
  readonly lines: ReadonlyArray<WordedLine>
  /** The label of the sum so far at the foot of a page, when the lines go on on the next. */
  readonly carriedForward: string
  /** The label of the same sum at the head of that next page. */
  readonly broughtForward: string
  /** The sum of the first so many lines. */
  readonly sumOf: (lines: number) => string
  /** The sign between the whole and the fraction of a decimal. */
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
