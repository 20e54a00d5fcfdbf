import type { View } from "../commit/Command.ts"
import type { Invoice } from "./Invoice.ts"

/** The invoice that a rectification corrects; null for any other document. */
export const originalOf = ({ organizationId, rectifica }: Invoice, view: View): Invoice | null => {
  if (rectifica === null) return null
  const original = view.get("invoice", organizationId, rectifica.original.factura_id)
  if (original === undefined) throw new Error("a rectification without its original")
  return original
}
