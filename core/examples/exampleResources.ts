import { ContactResource } from "../contacts/Contact.ts"
import { DealResource } from "../deals/Deal.ts"
import { DonationResource } from "../donations/Donation.ts"
import { ExpenseResource } from "../expenses/Expense.ts"
import { InvoiceSummary } from "../invoices/invoiceResource.ts"
import { MemberResource } from "../members/Member.ts"
import { PaymentResource } from "../payments/Payment.ts"
import { ProductResource } from "../products/Product.ts"
import { PurchaseOrderResource } from "../purchases/PurchaseOrder.ts"
import { StoreResource } from "../stores/Store.ts"
import { SubscriptionResource } from "../subscriptions/Subscription.ts"
import { exampleOf } from "./exampleOf.ts"
import { needed } from "./samples.ts"

// Resources for the examples of events, made from their schemas. All are of one company and agree with one another.

/** A contact. */
export const contacto = exampleOf(ContactResource)

/** A product. */
export const producto = exampleOf(ProductResource)

/** An expense. */
export const gasto = exampleOf(ExpenseResource)

/** A deal that is open, and so without a reason for its loss. */
export const oportunidad: DealResource = { ...exampleOf(DealResource), motivo: null }

/** A store. */
export const tienda = exampleOf(StoreResource)

/** A purchase order. */
export const pedido = exampleOf(PurchaseOrderResource)

/** A member. */
export const socio = exampleOf(MemberResource)

/** A donation. */
export const donativo = exampleOf(DonationResource)

/** A subscription. */
export const suscripcion = exampleOf(SubscriptionResource)

/** A payment. */
export const cobro = exampleOf(PaymentResource)

/** A draft. */
export const borrador = exampleOf(InvoiceSummary)

/** The draft after it was issued in live mode. */
export const emitida: InvoiceSummary = {
  ...borrador,
  numero: 42,
  referencia: "A-42",
  estado: "sent",
  verifactu: {
    ...borrador.verifactu,
    registrada: true,
    huella: String(needed["huella"]),
    registrada_en: borrador.creado,
  },
}

/** The issued invoice after it was paid in full. */
export const cobrada: InvoiceSummary = {
  ...emitida,
  estado: "paid",
  fecha_cobro: cobro.fecha,
  cobrado: cobro.importe,
  pendiente: emitida.total - cobro.importe,
}

/** The issued invoice after it was annulled. */
export const anulada: InvoiceSummary = { ...emitida, estado: "cancelled" }

/** A quote. */
export const presupuesto: InvoiceSummary = {
  ...borrador,
  id: "01930a6ba1237d40ab5f6c7d8e9f0a13",
  tipo_documento: "quote",
  serie: "P",
  numero: 7,
  referencia: "P-7",
  estado: "sent",
}

/** A delivery note. */
export const albaran: InvoiceSummary = {
  ...borrador,
  id: "01930a6ba5367e51bc607d8e9f0a1b24",
  tipo_documento: "delivery",
  serie: "ALB",
}
