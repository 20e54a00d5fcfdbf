import { Schema } from "effect"
import type { CivilDate } from "../calendar/civilDate.ts"
import type { Instant } from "../calendar/instant.ts"
import type { PostalAddress } from "../fields/addressFields.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Cents } from "../money/cents.ts"
import type { Decimal6, Decimal8 } from "../money/decimal.ts"
import type { IgicRegime } from "../tax/igicRegime.ts"
import type { Regimes } from "../tax/qualification.ts"
import type { Region } from "../tax/regions.ts"
import type { RateTotals } from "../tax/totals.ts"
import type { InvoiceReference } from "./invoiceReference.ts"
import type { Rectification } from "./Rectification.ts"

/** What the document is (contract, section 2.5). Only `invoice` enters the tax registry. */
export const DocumentKind = Schema.Literal("invoice", "quote", "delivery", "proforma")
export type DocumentKind = typeof DocumentKind.Type

/** Ordinary, or correcting an earlier invoice. */
export const InvoiceKind = Schema.Literal("invoice", "rectificative")
export type InvoiceKind = typeof InvoiceKind.Type

/** How an invoice is paid (contract, section 2.5). */
export const PaymentForm = Schema.Literal("transfer", "cash", "card", "direct_debit", "other")
export type PaymentForm = typeof PaymentForm.Type

/** Goods or a service. This decides how a sale at rate zero is qualified (tax/qualification.ts), and whether it moves stock. */
export const LineClass = Schema.Literal("goods", "service")
export type LineClass = typeof LineClass.Type

/** What has been done with the document. The contract's `estado` is derived from this and other facts (status.ts). */
export type Lifecycle = "draft" | "issued" | "cancelled"

/** One line of a document. It no longer changes once the document is issued. */
export interface InvoiceLine {
  readonly id: string
  readonly producto_id: string | null
  readonly descripcion: string
  readonly cantidad: Decimal6
  /** Unit price without tax. */
  readonly precio: Decimal8
  /** Unit price with tax, as it was sent, if prices include tax; else null. A draft's totals are always computed from it. */
  readonly precio_con_iva: Decimal8 | null
  /** Unit price without tax, taken from the product because the line was sent without a price; null if it was sent with one. */
  readonly precio_de_producto: Decimal8 | null
  /** Percent of cantidad × precio. */
  readonly descuento: Decimal6
  /** Percent. */
  readonly tipo_iva: Decimal6
  readonly clase: LineClass
  readonly unidad: string | null
  /** Taxable base in cents of the document's currency. Where `precio` would give another base, by a cent, this one counts. */
  readonly base: Cents
}

/** The customer's data, copied from the contact when a draft is saved, and for the last time when it is issued. */
export interface Recipient extends PostalAddress {
  readonly id: string
  readonly nombre: string
  readonly nif: string | null
  readonly nif_iva: string | null
  readonly email: string | null
  readonly idioma: string | null
}

/** The issuer's data, frozen at issue, so that a reprint shows what was issued. */
export interface Issuer extends PostalAddress {
  /** Decides the name of the tax. */
  readonly region_fiscal: Region
  /** Decides, in the Canary Islands, why a rate is zero. */
  readonly regimen_igic: IgicRegime
  readonly nombre: string
  readonly nif: string | null
  readonly email: string | null
  readonly telefono: string | null
  readonly web: string | null
}

/** A customer's answer to a quote. */
export interface QuoteAnswer {
  readonly aceptado: boolean
  readonly motivo: string | null
}

/** A payment as its invoice remembers it. */
export interface NotedPayment {
  /** The payment's `createdSequence`. */
  readonly place: number
  readonly importe: Cents
  readonly fecha: CivilDate
}

/** What a paid invoice remembers of its payments, so that `fecha_cobro` can be corrected when one of them is deleted. */
export interface Settlement {
  /** Sum of the payments that were recorded before those below. It does not cover the total. */
  readonly before: Cents
  /** The payment that completed the total, then those recorded after it; a hundred at most. */
  readonly payments: ReadonlyArray<NotedPayment>
}

/** What an invoice shows of its record in the chain that is kept for the tax authority (registry/RegistryRecord.ts). */
export interface RegistryLink {
  /** Hash of the record: SHA-256 in upper-case hex. */
  readonly huella: string
  readonly registrada_en: Instant
  /** The address in the printed QR code. */
  readonly qr: string
  /** Id of the newest record about the invoice, which may be an annulment. */
  readonly lastRecord: string
  /** Whether the tax authority has a record of the invoice; null until it has answered. */
  readonly held: boolean | null
  /** The tax authority's answer, in words; null until it has answered. */
  readonly aeat: string | null
  /** The company's tax regimes according to the newest alta. Null if that was made by an older version, which kept none. */
  readonly regimes: Regimes | null
}

/** A sales document: invoice, quote, delivery note or proforma (contract, section 2.5). Amounts in cents of `divisa`. */
export interface Invoice {
  readonly organizationId: OrganizationId
  readonly id: string
  readonly lifecycle: Lifecycle
  readonly tipo_documento: DocumentKind
  readonly tipo: InvoiceKind
  /** Which invoice it corrects and how; null unless `tipo` is rectificative. */
  readonly rectifica: Rectification | null
  /** The simplified invoices (tickets) that it is issued in exchange for; usually none. */
  readonly sustituye: ReadonlyArray<InvoiceReference>
  readonly serie: string
  /** True until somebody chooses the series: until then it follows the kind of document. */
  readonly serie_por_defecto: boolean
  /** Null until issued. */
  readonly numero: number | null
  /** The number that the draft asks for. Whether it can have it is decided at issue. */
  readonly numero_pedido: number | null
  readonly contacto_id: string | null
  readonly recipient: Recipient | null
  /** Null until issued. */
  readonly issuer: Issuer | null
  readonly fecha_emision: CivilDate
  /** True until somebody chooses the date: until then it becomes the day of issue. */
  readonly fecha_por_defecto: boolean
  readonly fecha_vencimiento: CivilDate | null
  /** Days from issue to the first due date; null if the due date was sent as a date, or there is none. */
  readonly dias_vencimiento: number | null
  readonly plazos: string | null
  readonly forma_pago: PaymentForm | null
  readonly fecha_cobro: CivilDate | null
  readonly notas: string | null
  readonly notas_internas: string | null
  readonly etiquetas: ReadonlyArray<string>
  readonly divisa: string
  /** How many EUR one unit of `divisa` is worth. */
  readonly tipo_cambio: Decimal6
  readonly precios_con_iva: boolean
  /**
   * Whether the equivalence surcharge is charged, which retailers pay to their suppliers instead of filing VAT returns (Ley
   * 37/1992 arts. 154 to 163); in the Canary Islands, the surcharge of the retail regime.
   */
  readonly recargo_equivalencia: boolean
  /** The income tax that the customer withholds (IRPF), in whole percent; `cuota_irpf` is its amount. */
  readonly irpf: number
  /** Sums paid in the customer's name: part of the total, but without tax (Ley 37/1992 art. 78.Tres.3.º). */
  readonly suplidos: Cents
  readonly lineas: ReadonlyArray<InvoiceLine>
  /** Sums per tax rate, in the order in which the lines first mention the rates. */
  readonly rates: ReadonlyArray<RateTotals>
  readonly base_imponible: Cents
  /** The tax: IVA, or IGIC in the Canary Islands, or IPSI in Ceuta and Melilla. */
  readonly cuota_iva: Cents
  readonly cuota_recargo: Cents
  readonly cuota_irpf: Cents
  readonly total: Cents
  readonly cobrado: Cents
  /** Null until paid. */
  readonly settlement: Settlement | null
  readonly registry: RegistryLink | null
  /** The customer's answer to a quote; null for no answer yet, and for other documents. */
  readonly aceptacion: QuoteAnswer | null
  /** Id of the invoice that a quote, delivery note or proforma was converted to. */
  readonly convertida_en: string | null
  /** Why it was annulled; null unless cancelled. */
  readonly motivo_anulacion: string | null
  /** When it took its number; null while draft. */
  readonly emitida: Instant | null
  readonly creado: Instant
  /** Place in the company's order of creation. */
  readonly createdSequence: number
  /** Place in the company's order of changes. */
  readonly modifiedSequence: number
}

/** The part of a document that lists show or filter by; the rest is not read from the storage for them. */
export interface ListedInvoice extends
  Omit<
    Invoice,
    | "lineas"
    | "rates"
    | "settlement"
    | "recipient"
    | "issuer"
    | "registry"
    | "rectifica"
    | "sustituye"
    | "numero_pedido"
    | "serie_por_defecto"
    | "fecha_por_defecto"
    | "dias_vencimiento"
    | "precios_con_iva"
    | "notas_internas"
    | "aceptacion"
    | "convertida_en"
    | "motivo_anulacion"
  >
{
  readonly recipient: Pick<Recipient, "id" | "nombre" | "nif" | "email"> | null
  readonly issuer: Pick<Issuer, "region_fiscal"> | null
  readonly registry: Pick<RegistryLink, "huella" | "registrada_en" | "aeat"> | null
}
