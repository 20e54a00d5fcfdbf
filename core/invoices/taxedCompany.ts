import type { View } from "../commit/Command.ts"
import { defaultRateIn } from "../organizations/defaultRate.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { Invoice } from "./Invoice.ts"
import { invoicesCorrectedBy } from "./InvoiceCorrections.ts"

/** What a rectification corrects; null for any other document. */
export const originalOf = ({ organizationId, rectifica }: Invoice, view: View): Invoice | null => {
  if (rectifica === null) return null
  const original = view.get("invoice", organizationId, rectifica.original.factura_id)
  if (original === undefined) throw new Error("a rectification without its original")
  return original
}

/** The company in the territory and under the IGIC regime in which it issued the invoice, with the default rate of these. */
export const companyThen = ({ issuer }: Invoice, organization: Organization): Organization => {
  if (issuer === null) throw new Error("an issued invoice without issuer")
  const { regimen_igic, region_fiscal } = issuer
  return { ...organization, regimen_igic, region_fiscal, tipo_iva_defecto: defaultRateIn(issuer, organization) }
}

type Corrects = Pick<Invoice, "rectifica" | "sustituye">

/**
 * The invoice whose taxes a document states: that from which it tells the differences, or the first of the tickets that it is
 * exchanged for. A substitution states its own, which may be what it corrects.
 */
export const taxedLike = (document: Corrects): string | undefined =>
  document.rectifica?.metodo === "sustitucion" ? undefined : invoicesCorrectedBy(document)[0]?.factura_id

/** The company as a document's taxes see it: now, unless it states those of another invoice (`taxedLike`). */
export const taxedCompany = (
  document: Corrects,
  invoiceOf: (id: string) => Invoice | undefined,
  organization: Organization,
): Organization => {
  const id = taxedLike(document)
  if (id === undefined) return organization
  const like = invoiceOf(id)
  if (like === undefined) throw new Error("a correction without what it corrects")
  return companyThen(like, organization)
}

/** What taxes an issue states: those of documents that state the same are of one territory, and of one regime where that is IGIC. */
export const taxesOf = ({ issuer }: Invoice): string | undefined =>
  issuer?.region_fiscal === "canarias" ? issuer.regimen_igic : issuer?.region_fiscal
