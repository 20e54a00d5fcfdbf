import type { InvoiceInput } from "../../../core/drafts/invoiceInput.ts"
import { decimal6FromNumber, decimal8FromNumber } from "../../../core/money/decimal.ts"
import type { NewInvoice } from "./schemas.ts"

/** The body with its numbers as exact decimals; the schema has kept them within bounds. */
export const inputOf = ({ lineas, ...rest }: NewInvoice): InvoiceInput => ({
  ...rest,
  lineas: lineas.map((line) => ({
    descripcion: line.descripcion,
    cantidad: decimal6(line.cantidad),
    precio: decimal8FromNumber(line.precio) ?? null,
    descuento: decimal6(line.descuento),
    tipo_iva: decimal6(line.tipo_iva),
    clase: line.clase,
    unidad: line.unidad,
  })),
})

const decimal6 = (value: number | null | undefined) => (value === null || value === undefined ? null : decimal6FromNumber(value) ?? null)
