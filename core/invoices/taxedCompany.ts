import type { View } from "../commit/Command.ts"
import { defaultRateIn } from "../organizations/defaultRate.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { Regimes, TaxedCompany } from "../tax/qualification.ts"
import { taxOf } from "../tax/regions.ts"
import type { Invoice } from "./Invoice.ts"
import { invoicesCorrectedBy } from "./InvoiceCorrections.ts"

/** What a rectification corrects; null for any other document. */
export const originalOf = ({ organizationId, rectifica }: Invoice, view: View): Invoice | null => {
  if (rectifica === null) return null
  const original = view.get("invoice", organizationId, rectifica.original.factura_id)
  if (original === undefined) throw new Error("a rectification without its original")
  return original
}

/**
 * The company in the territory in which it issued the invoice, under the regimes that its record states: those of the issue,
 * or what `subsanar` has mended since. With the default rate of these.
 */
export const companyThen = ({ issuer, registry }: Invoice, organization: Organization): Organization => {
  if (issuer === null) throw new Error("an issued invoice without issuer")
  const { region_fiscal } = issuer
  const regimen_igic = registry?.regimes?.regimen_igic ?? issuer.regimen_igic
  const recargo_equivalencia = registry?.regimes?.recargo_equivalencia ?? organization.recargo_equivalencia
  const tipo_iva_defecto = defaultRateIn({ regimen_igic, region_fiscal }, organization)
  return { ...organization, regimen_igic, recargo_equivalencia, region_fiscal, tipo_iva_defecto }
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

/** Whether what corrects the invoice charges its surcharge: not under another tax, which a substitution may be of. */
export const surchargeOf = ({ issuer, recargo_equivalencia }: Invoice, { region_fiscal }: TaxedCompany): boolean =>
  recargo_equivalencia && issuer !== null && taxOf(issuer.region_fiscal) === taxOf(region_fiscal)

/** What taxes an issue states: those of documents that state the same are of one territory, and of one regime of its tax. */
export const taxesOf = (invoice: Invoice, organization: Organization): string => {
  const { recargo_equivalencia, regimen_igic, region_fiscal } = companyThen(invoice, organization)
  const regime = { IVA: recargo_equivalencia, IGIC: regimen_igic, IPSI: null }[taxOf(region_fiscal)]
  return `${region_fiscal} ${regime}`
}

/** What an alta that states the invoice so notes of the company. */
export const regimesOf = ({ recargo_equivalencia, regimen_igic }: TaxedCompany): Regimes => ({ regimen_igic, recargo_equivalencia })
