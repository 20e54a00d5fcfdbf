import type { ShipmentRefused, TaxAuthorityFailure } from "../ports/TaxAuthority.ts"

/** What a refusal says, as a Spanish phrase. */
export const saidOf = ({ codigo, mensaje }: Pick<ShipmentRefused, "codigo" | "mensaje">): string =>
  codigo === null ? `responde «${mensaje}»` : `responde ${codigo} «${mensaje}»`

/** Why the tax authority could not be asked, or refused, as a Spanish phrase. */
export const reasonOf = (failure: TaxAuthorityFailure): string =>
  failure._tag === "ShipmentRefused" ? saidOf(failure) : failure.reason
