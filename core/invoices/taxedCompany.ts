import { defaultRateIn } from "../organizations/defaultRate.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { Regimes, TaxedCompany } from "../tax/qualification.ts"
import { taxOf } from "../tax/regions.ts"
import type { Invoice } from "./Invoice.ts"
import { invoicesCorrectedBy } from "./InvoiceCorrections.ts"

/**
 * The company as it was when it issued an invoice, as far as taxes go: in the territory of that time and under the regimes that
 * the invoice's record states (those of the issue, or what `subsanar` has corrected since), with their default rate.
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
 * The id of the invoice whose territory and regimes a document shares: the original of a rectification by differences, or the
 * first of the tickets that it is exchanged for. Undefined if it has those of the company now, as a substitution does, since
 * they may be the very thing that it corrects.
 */
export const taxedLike = (document: Corrects): string | undefined =>
  document.rectifica?.metodo === "sustitucion" ? undefined : invoicesCorrectedBy(document)[0]?.factura_id

/** The company as far as a document's taxes go: as it is now, or as it was for the invoice that `taxedLike` names. */
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

/** Whether a document that corrects the invoice has a surcharge if the invoice has: not if it is under another tax. */
export const surchargeOf = ({ issuer, recargo_equivalencia }: Invoice, { region_fiscal }: TaxedCompany): boolean =>
  recargo_equivalencia && issuer !== null && taxOf(issuer.region_fiscal) === taxOf(region_fiscal)

/** A text that is equal for two issued invoices if they share the territory and the regime of its tax. */
export const taxesOf = (invoice: Invoice, organization: Organization): string => {
  const { recargo_equivalencia, regimen_igic, region_fiscal } = companyThen(invoice, organization)
  const regime = { IVA: recargo_equivalencia, IGIC: regimen_igic, IPSI: null }[taxOf(region_fiscal)]
  return `${region_fiscal} ${regime}`
}

/** The regimes under which an alta states its invoice, to be kept with it (RegistryLink). */
export const regimesOf = ({ recargo_equivalencia, regimen_igic }: TaxedCompany): Regimes => ({ regimen_igic, recargo_equivalencia })
