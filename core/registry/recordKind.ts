import type { Invoice } from "../invoices/Invoice.ts"
import type { RectificationCause } from "../invoices/Rectification.ts"
import type { LineAmounts } from "../tax/totals.ts"

/** TipoFactura of a record (AEAT, list L2). */
export type RecordKind = "F1" | "F2" | "F3" | RectificationCause | "R5"

/**
 * The kind of an invoice. Ordinary: simplified without recipient (F2), in exchange for simplified ones (F3), full
 * (F1). Rectifying: of a simplified one R5; else the stated cause, or where none is stated R1 when base or tax change
 * (errors of law, and Ley 37/1992 art. 80 One, Two and Six) and R4 when only other contents do. `figures` are its own
 * amounts in EUR.
 */
export const recordKind = (
  { recipient, rectifica, sustituye }: Pick<Invoice, "recipient" | "rectifica" | "sustituye">,
  figures: LineAmounts,
): RecordKind => {
  if (rectifica === null) {
    if (sustituye.length > 0) return "F3"
    return recipient === null ? "F2" : "F1"
  }
  if (rectifica.original.simplificada) return "R5"
  const before = rectifica.metodo === "sustitucion" ? rectifica.sustituido : nothing
  const changed = figures.base !== before.base || figures.cuota !== before.cuota ||
    figures.cuota_recargo !== before.cuota_recargo
  return rectifica.causa ?? (changed ? "R1" : "R4")
}

const nothing = { base: 0, cuota: 0, cuota_recargo: 0 }
