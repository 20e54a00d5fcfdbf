import { ContactResource } from "../contacts/Contact.ts"
import { ExpenseResource } from "../expenses/Expense.ts"
import { InvoiceSummary } from "../invoices/invoiceResource.ts"
import { PaymentResource } from "../payments/Payment.ts"
import { ProductResource } from "../products/Product.ts"
import { exampleOf } from "./exampleOf.ts"
import { needed } from "./samples.ts"

/** Resources as examples of events show them, made from their schemas: of one company, and true to one another. */

export const contacto = exampleOf(ContactResource)

export const producto = exampleOf(ProductResource)

export const gasto = exampleOf(ExpenseResource)

export const cobro = exampleOf(PaymentResource)

export const borrador = exampleOf(InvoiceSummary)

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

export const cobrada: InvoiceSummary = {
  ...emitida,
  estado: "paid",
  fecha_cobro: cobro.fecha,
  cobrado: cobro.importe,
  pendiente: emitida.total - cobro.importe,
}

export const anulada: InvoiceSummary = { ...emitida, estado: "cancelled" }

export const presupuesto: InvoiceSummary = {
  ...borrador,
  id: "01930a6ba1237d40ab5f6c7d8e9f0a13",
  tipo_documento: "quote",
  serie: "P",
  numero: 7,
  referencia: "P-7",
  estado: "sent",
}

export const albaran: InvoiceSummary = {
  ...borrador,
  id: "01930a6ba5367e51bc607d8e9f0a1b24",
  tipo_documento: "delivery",
  serie: "ALB",
}
