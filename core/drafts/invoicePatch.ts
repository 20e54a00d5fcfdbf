import { Schema } from "effect"
import { amount, optional } from "../fields/fieldSchemas.ts"
import { InvoiceInput } from "./invoiceInput.ts"

/**
 * Changes to a document: the properties of a new one (contract, section 2). What is left out stays as it is stored, and null
 * means what it means in a new document. An exception is `precios_con_iva`, which goes with `lineas`: prices of lines that are
 * sent without it are without tax. Whether `suplidos` may be negative depends on the document (see patchedTerms.ts).
 */
export const InvoicePatch = Schema.Struct({
  ...InvoiceInput.from.fields,
  suplidos: optional(amount({}, "Negativos, solo en una rectificativa por diferencias.")),
}).annotations({ identifier: "FacturaCambios" })
export type InvoicePatch = typeof InvoicePatch.Type
