import type { Decimal6 } from "../money/decimal.ts"
import { ordinaryRate, type RatedCompany } from "../tax/rates.ts"
import type { Organization } from "./Organization.ts"

/**
 * The default rate (percent) of a company that is in this territory and under this regime: its own, unless it comes from
 * another territory or from a regime of another ordinary rate.
 */
export const defaultRateIn = (place: RatedCompany, organization: Organization): Decimal6 => {
  const ordinary = ordinaryRate(place)
  const isThere = place.region_fiscal === organization.region_fiscal && ordinary === ordinaryRate(organization)
  return isThere ? organization.tipo_iva_defecto : ordinary
}
