import type { Invoice } from "../invoices/Invoice.ts"
import type { RectificationCause } from "../invoices/Rectification.ts"
import type { LineAmounts } from "../tax/totals.ts"

/** The kind of invoice that a record states (AEAT, TipoFactura, list L2). */
export type RecordKind = "F1" | "F2" | "F3" | RectificationCause | "R5"

/**
 * The kind of an invoice. An ordinary one is F3 if it is issued in exchange for simplified ones, F2 if it has no recipient and
 * is simplified itself, else F1. A rectification is R5 if its original is simplified; else it is of the stated cause. If none is
 * stated, it is R1 if base or tax change (errors of law, and Ley 37/1992 art. 80 One, Two and Six), and R4 if only other
 * contents do. `figures` are the invoice's own amounts in EUR.
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
