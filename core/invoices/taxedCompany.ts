import type { View } from "../commit/Command.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { Invoice } from "./Invoice.ts"
import type { Rectification } from "./Rectification.ts"

/** What a rectification corrects; null for any other document. */
export const originalOf = ({ organizationId, rectifica }: Invoice, view: View): Invoice | null => {
  if (rectifica === null) return null
  const original = view.get("invoice", organizationId, rectifica.original.factura_id)
  if (original === undefined) throw new Error("a rectification without its original")
  return original
}

/** The company in the territory and under the IGIC regime in which it issued the invoice. */
export const companyThen = ({ issuer }: Invoice, organization: Organization): Organization => {
  if (issuer === null) throw new Error("an issued invoice without issuer")
  const { regimen_igic, region_fiscal } = issuer
  return { ...organization, regimen_igic, region_fiscal }
}

/**
 * The company as a document's taxes see it: now, but for what tells the differences from an invoice, which are differences
 * of the tax that this one charged.
 */
export const taxedCompany = (
  rectifica: Rectification | null,
  original: Invoice | null,
  organization: Organization,
): Organization =>
  rectifica?.metodo === "diferencias" && original !== null ? companyThen(original, organization) : organization
