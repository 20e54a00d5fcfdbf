import { Context, Data, type Effect } from "effect"
import type { CivilDate } from "../calendar/civilDate.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Issuer, Lifecycle, PaymentForm, Recipient } from "../invoices/Invoice.ts"
import type { RectificationMethod } from "../invoices/Rectification.ts"
import type { Cents } from "../money/cents.ts"
import type { LogoKind } from "../organizations/logoPicture.ts"
import type { Mention } from "../printing/mentions.ts"
import type { PrintLanguage } from "../printing/printLanguage.ts"
import type { Tax } from "../tax/regions.ts"

/** The print queue is full. Nothing was printed; try again soon (contract, section 7: 503 error_interno). */
export class PrinterBusy extends Data.TaggedError("PrinterBusy") {
  override readonly message = "too much waits to be printed"
}

/** The kind of a document, which decides its title. */
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

/** One line. Quantities, prices and percentages are plain decimal texts ("1.5"). */
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

/** The sums of one tax rate, or of what is untaxed for one reason. */
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
  /** The amount to be paid: `factura` less the withholding (`cuota_irpf`), plus the disbursements (`suplidos`). */
  readonly total: Cents
}

/** The amounts in EUR of an invoice in another currency. */
export interface PrintableEuros extends Pick<PrintableTotals, "cuota_iva" | "cuota_recargo" | "factura"> {
  /** How many EUR one unit of the currency is worth, as a plain decimal text. */
  readonly tipo_cambio: string
}

/** The issuer, with its intra-EU VAT id if the document must show it; else null. */
export interface PrintableIssuer extends Omit<Issuer, "region_fiscal" | "regimen_igic"> {
  readonly nif_iva: string | null
}

/** An invoice that is referred to on another one. */
export interface NamedInvoice {
  readonly numserie: string
  readonly fecha: CivilDate
}

/** What a rectifying invoice says about the invoice that it corrects, and how (RD 1619/2012 art. 15). */
export interface PrintableRectification extends NamedInvoice {
  readonly metodo: RectificationMethod
  readonly motivo: string
  /** The amounts in EUR that a substitution replaces; null by differences. */
  readonly sustituido: RectifiedAmounts | null
  /** By how much it changes them, in EUR; null by differences. */
  readonly importe: RectifiedAmounts | null
}

/** Base, and tax with its surcharge. */
export interface RectifiedAmounts {
  readonly base: Cents
  readonly cuota: Cents
}

/** The logo of a document. Its bytes are read only when they are needed (`print`). */
export interface PrintableLogo {
  /** SHA-256 of the file, lower-case hex. */
  readonly id: string
  readonly tipo: LogoKind
  /** Pixels. */
  readonly ancho: number
  readonly alto: number
}

/**
 * What a document shows, as plain data that survives JSON: facts and figures, with nothing left to be computed. The words and
 * formats are up to the printer. Texts may hold any Unicode characters; a line break in them is one on the page.
 */
export interface PrintableDocument {
  /** Whose document it is, which is not shown: a printer shares its time out among companies. */
  readonly organizationId: OrganizationId
  readonly idioma: PrintLanguage
  readonly kind: PrintableKind
  readonly lifecycle: Lifecycle
  /** Whether it is an invoice issued by a test key, and so without a registry record. */
  readonly prueba: boolean
  /** Why it was annulled. */
  readonly motivo_anulacion: string | null
  /** Series and number; null while draft. */
  readonly referencia: string | null
  /** The time in the file's metadata, in milliseconds since 1970. It is given so that the same document gives the same bytes. */
  readonly createdMillis: number
  readonly tax: Tax
  /** ISO 4217: the currency of all amounts that are not said to be in EUR. */
  readonly divisa: string
  readonly fecha_emision: CivilDate
  /** The day of the operations, if it is another than that of the issue (RD 1619/2012 art. 6.1.i). */
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
  /** The simplified invoices that it is issued in exchange for. */
  readonly sustituye: ReadonlyArray<NamedInvoice>
  readonly lineas: ReadonlyArray<PrintableLine>
  readonly rates: ReadonlyArray<PrintableRate>
  readonly totals: PrintableTotals
  /** Null if the law asks for no amounts in EUR. */
  readonly euros: PrintableEuros | null
  readonly mentions: ReadonlyArray<Mention>
  readonly notas: string | null
  /** The address in the tax authority's QR code (Orden HAC/1177/2024 arts. 20 and 21); null without a record. */
  readonly qr: string | null
}

/** Makes the PDF file of a document. */
export class PdfPrinter extends Context.Tag("talonario/PdfPrinter")<
  PdfPrinter,
  {
    /**
     * The bytes of the file; the same document gives the same bytes. Refuses only if the print queue is full. `logo` reads the
     * file of `document.logo`. It is run only if there is a logo, and if it fails, so does this.
     */
    readonly print: <E>(
      document: PrintableDocument,
      logo: Effect.Effect<Uint8Array, E>,
    ) => Effect.Effect<Uint8Array, PrinterBusy | E>
  }
>() {}
