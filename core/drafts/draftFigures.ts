import type { Supply } from "../commit/Command.ts"
import type { Invoice, InvoiceLine } from "../invoices/Invoice.ts"
import { zeroCents } from "../money/cents.ts"
import type { Totals } from "../tax/totals.ts"
import type { DraftLine } from "./draftLines.ts"

/** The lines of a draft and all that is computed from them. */
export type DraftFigures = Pick<
  Invoice,
  "lineas" | "rates" | "base_imponible" | "cuota_iva" | "cuota_recargo" | "cuota_irpf" | "suplidos" | "total"
>

/** Figures, with whether the prices of their lines include tax. */
export interface PricedFigures extends DraftFigures, Pick<Invoice, "precios_con_iva"> {}

/** The figures of new lines. Each gets a new id, and its price without tax and its base from the totals. */
export const newFigures = (
  lines: ReadonlyArray<DraftLine>,
  { lineBases, unitPrices, ...sums }: Totals,
  pricesWithTax: boolean,
  supply: Supply,
): PricedFigures => ({
  precios_con_iva: pricesWithTax,
  lineas: lines.map((line, i): InvoiceLine => ({
    id: supply.id(),
    precio_con_iva: pricesWithTax ? line.precio : null,
    base: lineBases[i] ?? zeroCents,
    ...line,
    precio: unitPrices[i] ?? line.precio,
  })),
  ...sums,
})
