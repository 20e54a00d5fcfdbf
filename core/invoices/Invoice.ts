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

/** Goods or service: decides how an untaxed sale is qualified (tax/qualification.ts), and whether stock moves. */
export const LineClass = Schema.Literal("goods", "service")
export type LineClass = typeof LineClass.Type

/** What has happened to the document; the contract's `estado` is derived from it (see status.ts). */
export type Lifecycle = "draft" | "issued" | "cancelled"

/** One line; frozen at issue. */
export interface InvoiceLine {
  readonly id: string
  readonly producto_id: string | null
  readonly descripcion: string
  readonly cantidad: Decimal6
  /** Unit price without tax. */
  readonly precio: Decimal8
  /** Unit price as it was sent when prices include tax, else null: the gross is what a draft is recomputed from. */
  readonly precio_con_iva: Decimal8 | null
  /** Unit price without tax that the product gave, where the line told none; null where it told one. */
  readonly precio_de_producto: Decimal8 | null
  /** Percent over quantity x price. */
  readonly descuento: Decimal6
  /** Percent. */
  readonly tipo_iva: Decimal6
  readonly clase: LineClass
  readonly unidad: string | null
  /** Taxable base of the line, in cents of the invoice's currency; rules over precio where they differ by a cent. */
  readonly base: Cents
}

/** The recipient's data: as of the draft while it is one, frozen at issue. */
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
  /** Decides what a zero rate means in the Canary Islands. */
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

/** A payment, by its place in the company's order of creation. */
export interface NotedPayment {
  readonly place: number
  readonly importe: Cents
  readonly fecha: CivilDate
}

/** What an invoice that is paid remembers of it, so that `fecha_cobro` can follow when payments are deleted. */
export interface Settlement {
  /** Sum of the payments that are recorded before the noted ones; it alone leaves something outstanding. */
  readonly before: Cents
  /** The one that left nothing outstanding, then those recorded after it; the first hundred. */
  readonly payments: ReadonlyArray<NotedPayment>
}

/** The chained record of the issue, as the invoice shows it. */
export interface RegistryLink {
  /** SHA-256 of the record, upper-case hex. */
  readonly huella: string
  readonly registrada_en: Instant
  /** Address that the printed QR encodes. */
  readonly qr: string
  /** Id of the newest record about the invoice, annulments too. */
  readonly lastRecord: string
  /** Whether the tax authority has a record of the invoice; null until it has answered. */
  readonly held: boolean | null
  /** What it answered, in words; null until then. */
  readonly aeat: string | null
  /** Regimes that the newest alta states it under; null where an older version made it, which noted none. */
  readonly regimes: Regimes | null
}

/** A sales document: invoice, quote, delivery note or proforma (contract, section 2.5). Amounts in cents of `divisa`. */
export interface Invoice {
  readonly organizationId: OrganizationId
  readonly id: string
  readonly lifecycle: Lifecycle
  readonly tipo_documento: DocumentKind
  readonly tipo: InvoiceKind
  /** What it corrects; null unless `tipo` is rectificative. */
  readonly rectifica: Rectification | null
  /** The simplified invoices that it is issued in exchange for. */
  readonly sustituye: ReadonlyArray<InvoiceReference>
  readonly serie: string
  /** True while nobody has chosen the series: it then follows the kind of document. */
  readonly serie_por_defecto: boolean
  /** Null until issued. */
  readonly numero: number | null
  /** The number that the draft asks for; judged at issue. */
  readonly numero_pedido: number | null
  readonly contacto_id: string | null
  readonly recipient: Recipient | null
  /** Null until issued. */
  readonly issuer: Issuer | null
  readonly fecha_emision: CivilDate
  /** True while nobody has chosen the date: it then moves to the day of issue. */
  readonly fecha_por_defecto: boolean
  readonly fecha_vencimiento: CivilDate | null
  /** Days from issue to the first due date; null when the due date was given outright, or there is none. */
  readonly dias_vencimiento: number | null
  readonly plazos: string | null
  readonly forma_pago: PaymentForm | null
  readonly fecha_cobro: CivilDate | null
  readonly notas: string | null
  readonly notas_internas: string | null
  readonly etiquetas: ReadonlyArray<string>
  readonly divisa: string
  /** EUR that one unit of `divisa` is worth. */
  readonly tipo_cambio: Decimal6
  readonly precios_con_iva: boolean
  readonly recargo_equivalencia: boolean
  /** Whole percent. */
  readonly irpf: number
  readonly suplidos: Cents
  readonly lineas: ReadonlyArray<InvoiceLine>
  /** Breakdown per tax rate, in order of first appearance. */
  readonly rates: ReadonlyArray<RateTotals>
  readonly base_imponible: Cents
  readonly cuota_iva: Cents
  readonly cuota_recargo: Cents
  readonly cuota_irpf: Cents
  readonly total: Cents
  readonly cobrado: Cents
  /** Null until paid. */
  readonly settlement: Settlement | null
  readonly registry: RegistryLink | null
  /** What the customer answered to a quote. */
  readonly aceptacion: QuoteAnswer | null
  /** The invoice that a quote, delivery note or proforma was converted to. */
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

/** A document as lists hold it: what they do not show stays where it is stored. */
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
