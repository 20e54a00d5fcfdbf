import type { CivilDate } from "../calendar/civilDate.ts"
import { type Decimal6, decimal6Text } from "../money/decimal.ts"
import { spanishDecimal } from "../money/spanishFormat.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { ordinaryRate, type RatedCompany, rateHolds } from "../tax/rates.ts"
import { taxOf } from "../tax/regions.ts"
import type { Organization } from "./Organization.ts"

/**
 * The default rate (percent) of a company if it is in this territory and under this regime: the one it has, or the ordinary one
 * of the place if it has been in another territory or under a regime with another ordinary rate so far.
 */
export const defaultRateIn = (place: RatedCompany, organization: Organization): Decimal6 => {
  const ordinary = ordinaryRate(place)
  const isThere = place.region_fiscal === organization.region_fiscal && ordinary === ordinaryRate(organization)
  return isThere ? organization.tipo_iva_defecto : ordinary
}

/** Why a company cannot have its default rate today: its tax has no such rate, or its regime charges none; else undefined. */
export const defaultRateIssue = (
  { regimen_igic, region_fiscal, tipo_iva_defecto }: Organization,
  today: CivilDate,
): FieldIssue | undefined => {
  const campo = "tipo_iva_defecto"
  if (ordinaryRate({ regimen_igic, region_fiscal }) === 0 && tipo_iva_defecto > 0) {
    return { campo, motivo: "en el régimen especial REPEP no se repercute IGIC: debe ser 0" }
  }
  if (rateHolds(region_fiscal, tipo_iva_defecto, today)) return undefined
  return { campo, motivo: `el ${spanishDecimal(decimal6Text(tipo_iva_defecto))} % no es un tipo vigente de ${taxOf(region_fiscal)}` }
}
