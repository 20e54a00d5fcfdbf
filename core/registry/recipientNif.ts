import { isSpanishNif } from "../identifiers/nif.ts"
import type { Recipient } from "../invoices/Invoice.ts"

/**
 * The Spanish NIF that a record names the recipient by: its nif, or else what follows the ES of its intra-EU VAT
 * id, which AEAT takes as no foreign id. Undefined when neither is a valid one.
 */
export const recipientNif = ({ nif, nif_iva }: Pick<Recipient, "nif" | "nif_iva">): string | undefined => {
  if (nif !== null && isSpanishNif(nif)) return nif
  const national = isSpanishVatId(nif_iva) ? nif_iva.slice(2) : ""
  return isSpanishNif(national) ? national : undefined
}

/** Whether a normalised intra-EU VAT id says that it is Spanish. */
export const isSpanishVatId = (nif_iva: string | null): nif_iva is string => nif_iva?.startsWith("ES") ?? false
