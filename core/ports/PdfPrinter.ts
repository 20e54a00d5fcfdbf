import { Context, Data, type Effect } from "effect"
import type { CivilDate } from "../calendar/civilDate.ts"
import type { Issuer, Lifecycle, PaymentForm, Recipient } from "../invoices/Invoice.ts"
import type { RectificationMethod } from "../invoices/Rectification.ts"
import type { Cents } from "../money/cents.ts"
import type { LogoKind } from "../organizations/logoPicture.ts"
import type { Mention } from "../printing/mentions.ts"
import type { PrintLanguage } from "../printing/printLanguage.ts"
import type { Tax } from "../tax/regions.ts"

/** The print queue is full. Nothing was printed; ask again soon (contract: 503 error_interno). */
export class PrinterBusy extends Data.TaggedError("PrinterBusy") {}

/** What a document is called. */
export type PrintableKind =
  | "invoice"
  | "simplified"
  | "rectifying"
  | "simplified_rectifying"
  | "quote"
  | "delivery"
  | "proforma"

/** Whether a rate is charged, or why none is. */
export type Treatment = "taxed" | "exempt" | "not_subject"

/** One line. Decimals as plain text ("1.5"), percentages too. */
export interface PrintableLine {
  readonly descripcion: string
  readonly cantidad: string
  readonly unidad: string | null
  readonly precio: string
  readonly descuento: string
  readonly treatment: Treatment
  readonly tipo_iva: string
  readonly base: Cents
}

/** The sums of one rate, or of what is untaxed for one reason. */
export interface PrintableRate {
  readonly treatment: Treatment
  readonly tipo_iva: string
  readonly base: Cents
  readonly cuota: Cents
  readonly tipo_recargo: string
  readonly cuota_recargo: Cents
}

/** The sums of the document. */
export interface PrintableTotals {
  readonly base_imponible: Cents
  readonly cuota_iva: Cents
  readonly cuota_recargo: Cents
  /** What the registry calls ImporteTotal: base, tax and surcharge. */
  readonly factura: Cents
  /** Whole percent. */
  readonly irpf: number
  readonly cuota_irpf: Cents
  readonly suplidos: Cents
  /** To be paid: less withholding, and disbursements added. */
  readonly total: Cents
}

/** What an invoice in another currency is in EUR; `tipo_cambio` is what one unit is worth. */
export interface PrintableEuros extends Pick<PrintableTotals, "cuota_iva" | "cuota_recargo" | "factura"> {
  readonly tipo_cambio: string
}

/** Who issues, with the intra-EU VAT id where the operations are under it. */
export interface PrintableIssuer extends Omit<Issuer, "region_fiscal" | "regimen_igic"> {
  readonly nif_iva: string | null
}

/** An invoice that another one names. */
export interface NamedInvoice {
  readonly numserie: string
  readonly fecha: CivilDate
}

/** What a rectifying invoice says of it (RD 1619/2012 art. 15). */
export interface PrintableRectification extends NamedInvoice {
  readonly metodo: RectificationMethod
  readonly motivo: string
  /** The amounts that a substitution replaces, and those by which it changes them, in EUR; null by differences. */
  readonly sustituido: RectifiedAmounts | null
  readonly importe: RectifiedAmounts | null
}

/** Base, and taxes with their surcharge. */
export interface RectifiedAmounts {
  readonly base: Cents
  readonly cuota: Cents
}

/** The logo as the document shows it; its bytes are asked for only when they are needed. */
export interface PrintableLogo {
  /** SHA-256 of the file, lower-case hex. */
  readonly id: string
  readonly tipo: LogoKind
  /** Pixels. */
  readonly ancho: number
  readonly alto: number
}

/**
 * A document as it shall be read, as plain data (it survives JSON): facts and figures, nothing to be computed. Their
 * words and formats are the printer's. Any Unicode text may stand in any text; a line break is one on the page.
 */
export interface PrintableDocument {
  readonly idioma: PrintLanguage
  readonly kind: PrintableKind
  readonly lifecycle: Lifecycle
  /** An invoice that a test key issued: it has no record. */
  readonly prueba: boolean
  /** Why it was annulled. */
  readonly motivo_anulacion: string | null
  /** Series and number; null while draft. */
  readonly referencia: string | null
  /** Of the file's metadata, milliseconds since 1970: same input, same bytes. */
  readonly createdMillis: number
  readonly tax: Tax
  /** ISO 4217, of every amount that is not said to be in EUR. */
  readonly divisa: string
  readonly fecha_emision: CivilDate
  /** The day of the operations, where that is another (RD 1619/2012 art. 6.1.i). */
  readonly fecha_operacion: CivilDate | null
  /** Every due day, first to last. */
  readonly vencimientos: ReadonlyArray<CivilDate>
  /** Terms of payment that were agreed in words. */
  readonly condiciones: string | null
  readonly forma_pago: PaymentForm | null
  readonly logo: PrintableLogo | null
  readonly issuer: PrintableIssuer
  readonly recipient: Omit<Recipient, "id" | "email" | "idioma"> | null
  readonly rectifica: PrintableRectification | null
  /** The simplified invoices that it replaces. */
  readonly sustituye: ReadonlyArray<NamedInvoice>
  readonly lineas: ReadonlyArray<PrintableLine>
  readonly rates: ReadonlyArray<PrintableRate>
  readonly totals: PrintableTotals
  /** Null where the law asks for no amounts in EUR. */
  readonly euros: PrintableEuros | null
  readonly mentions: ReadonlyArray<Mention>
  readonly notas: string | null
  /** Address in the tax authority's QR (Orden HAC/1177/2024, arts. 20, 21); null without a record. */
  readonly qr: string | null
}

/** Makes the PDF file of a document. */
export class PdfPrinter extends Context.Tag("talonario/PdfPrinter")<
  PdfPrinter,
  {
    /**
     * The bytes of the file; the same document gives the same bytes. Only a full queue refuses. `logo` reads the file
     * that `document.logo` names; it is run only if there is one, and its failures are the answer's.
     */
    readonly print: <E>(
      document: PrintableDocument,
      logo: Effect.Effect<Uint8Array, E>,
    ) => Effect.Effect<Uint8Array, PrinterBusy | E>
  }
>() {}
