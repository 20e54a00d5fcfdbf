import { Schema } from "effect"
import { amount, optional } from "../fields/fieldSchemas.ts"
import { InvoiceInput } from "./invoiceInput.ts"

/**
 * Changes to a document: the properties of a new one (contract, section 2). One that is left out keeps what
 * is stored; null is what it is in a new one. Only `precios_con_iva` goes with `lineas`: lines without it are
 * without tax. Whether `suplidos` may be negative depends on what is changed (see patchedTerms.ts).
 */
export const InvoicePatch = Schema.Struct({
  ...InvoiceInput.from.fields,
  suplidos: optional(amount({}, "Negativos, solo en una rectificativa por diferencias.")),
}).annotations({ identifier: "FacturaCambios" })
export type InvoicePatch = typeof InvoicePatch.Type
